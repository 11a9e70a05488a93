export interface SharedClock {
  now(): Date
  close(): void
}

const learnMs = 60_000

/**
 * The database's clock, by which processes whose own clocks differ agree. It is asked now and every minute, and goes on by the clock that
 * never jumps in between; `ask` answers milliseconds since 1970. While the database does not answer, it goes on as it did.
 */
export async function openSharedClock(ask: () => Promise<number>): Promise<SharedClock> {
  let start = 0
  async function learn(): Promise<void> {
    const asked = performance.now()
    const told = await ask()
    start = told - (asked + performance.now()) / 2
  }
  await learn()
  const timer = setInterval(() => void learn().catch(() => {}), learnMs).unref()
  return { now: () => new Date(start + performance.now()), close: () => clearInterval(timer) }
}
