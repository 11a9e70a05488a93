/** Lets so many works run at once; the others wait in the order they came. */
export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

/** `refuse`: what is thrown at one that would be the `mostWaiting + 1`st to wait. */
export function turnstile(
  atOnce: number,
  mostWaiting = Number.POSITIVE_INFINITY,
  refuse = () => new Error('Too many are waiting.'),
): Turnstile {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= mostWaiting) throw refuse()
      await new Promise<void>((go) => waiting.push(go))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
