import { busy } from '../workers/semaphore.ts'

/** Two or three seconds of work. Further requests would time out. */
export const maxConcurrentRequests = 1000

/** Leaves room for others if one client floods the server. */
export const maxPerClient = maxConcurrentRequests / 2

/** Runs work unless the limit, or that of `client` if known, is reached. Then throws 429 `busy`. One per process, for all routes. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, client?: string) => Promise<T>

export function createConcurrencyLimit(): ConcurrencyLimit {
  let running = 0
  const runningByClient = new Map<string, number>()
  return async (work, client) => {
    const count = client === undefined ? 0 : (runningByClient.get(client) ?? 0)
    if (running >= maxConcurrentRequests || count >= maxPerClient) throw busy()
    running += 1
    if (client !== undefined) runningByClient.set(client, count + 1)
    try {
      return await work()
    } finally {
      running -= 1
      const left = client === undefined ? 0 : (runningByClient.get(client) ?? 0) - 1
      if (client !== undefined && left > 0) runningByClient.set(client, left)
      else if (client !== undefined) runningByClient.delete(client)
    }
  }
}
