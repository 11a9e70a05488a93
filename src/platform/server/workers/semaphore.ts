import { Problem } from '#platform/shared/problem.ts'

export const busy = () => new Problem(429, 'busy', 'The server is busy. Try again in a moment.', { retryAfterSeconds: 2 })

/** Runs work when a slot is free, in the order of calls. Throws 429 `busy` if too many wait. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function semaphore(maxConcurrent: number, maxWaiting: number): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= maxConcurrent && waiting.length >= maxWaiting) throw busy()
    if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
