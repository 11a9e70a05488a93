import { busy } from '../workers/semaphore.ts'

/** So many wait for one another and for the database: two or three seconds of work. Whoever comes on top would wait in vain. */
export const maxConcurrentRequests = 1000

/** Of these, one person takes at most half: whoever floods the server leaves room for everybody else. */
export const maxPerClient = maxConcurrentRequests / 2

/** Lets work in while there is room, for `who` as well where that is known; throws 429 `busy` with the wait when there is none. One for all rows of a process. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, who?: string) => Promise<T>

export function createConcurrencyLimit(): ConcurrencyLimit {
  let underWay = 0
  const byPerson = new Map<string, number>()
  return async (work, who) => {
    const theirs = who === undefined ? 0 : (byPerson.get(who) ?? 0)
    if (underWay >= maxConcurrentRequests || theirs >= maxPerClient) throw busy()
    underWay += 1
    if (who !== undefined) byPerson.set(who, theirs + 1)
    try {
      return await work()
    } finally {
      underWay -= 1
      const left = who === undefined ? 0 : (byPerson.get(who) ?? 0) - 1
      if (who !== undefined && left > 0) byPerson.set(who, left)
      else if (who !== undefined) byPerson.delete(who)
    }
  }
}
