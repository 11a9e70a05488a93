export interface SharedClock {
  now(): Date
  close(): void
}

const learnMs = 60_000

/**
 * Opens the database's clock, on which processes with different clocks agree. Queries it at the start and every minute, and uses the
 * monotonic clock in between and while the database doesn't respond. `query` returns milliseconds since 1970.
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
