import pLimit from 'p-limit'
import { Problem } from '#platform/shared/problem.ts'

export const busyProblem = () => new Problem(429, 'busy', 'The server is busy. Try again in a moment.', { retryAfterSeconds: 2 })

/** Runs work when a slot is free, in the order of calls. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** The semaphore throws the result of `refuse` (default: 429 `busy`) if `maxWaiting` calls are waiting. */
export function semaphore(maxConcurrent: number, maxWaiting: number, refuse: () => Error = busyProblem): Semaphore {
  const limit = pLimit(maxConcurrent)
  return async (work) => {
    if (limit.activeCount >= maxConcurrent && limit.pendingCount >= maxWaiting) throw refuse()
    return limit(work)
  }
}
