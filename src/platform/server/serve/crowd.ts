import { Problem } from '#platform/contract/problem.ts'

/** So many wait for one another and for the database: two or three seconds of work. Whoever comes on top would wait in vain. */
export const mostUnderWay = 1000

/** What whoever comes on top is told. */
export const busy = () =>
  new Problem(429, 'busy', 'Too many ask at once right now. Please try again in a moment.', { retryAfterSeconds: 2 })

/** Lets work in while there is room; throws 429 `busy` with the wait when there is none. One for all rows of a process. */
export type Crowd = <T>(work: () => Promise<T>) => Promise<T>

export function openCrowd(most = mostUnderWay): Crowd {
  let underWay = 0
  return async (work) => {
    if (underWay >= most) throw busy()
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }
}
