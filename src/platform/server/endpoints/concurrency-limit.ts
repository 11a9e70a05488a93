import { busyProblem } from '../workers/semaphore.ts'

/** Two or three seconds of work. Further requests would time out. */
export const maxConcurrentRequests = 1000

/** Leaves room for others if one client floods the server. */
export const maxPerClient = maxConcurrentRequests / 2

/** Runs work unless the limit, or that of `client` if known, is reached. Then throws the result of `refuse` (default: 429 `busy`). */
export type ConcurrencyLimit = <T>(work: () => Promise<T>, client?: string, refuse?: () => Error) => Promise<T>

interface Limits {
  max: number
  maxPerClient(): number
}

/** The default is the limit of all routes in a process. */
export function createConcurrencyLimit(
  { max, maxPerClient: maxOfClient }: Limits = { max: maxConcurrentRequests, maxPerClient: () => maxPerClient },
): ConcurrencyLimit {
  let running = 0
  const runningByClient = new Map<string, number>()
  return async (work, client, refuse = busyProblem) => {
    const count = client === undefined ? 0 : (runningByClient.get(client) ?? 0)
    if (running >= max || (client !== undefined && count >= maxOfClient())) throw refuse()
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
