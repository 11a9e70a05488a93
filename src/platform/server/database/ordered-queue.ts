/**
 * Starts work, and returns its results, in the order of its requests. `cameAt` is the time of the request by any clock. `receive` resolves
 * with the input, whose upload may still be in progress.
 */
export type OrderedQueue = <In, Out>(came: number, arrive: () => Promise<In>, work: (arrived: In) => Promise<Out>) => Promise<Out>

export interface QueueLimits {
  maxConcurrent: number
  /** Work beyond this is refused. */
  maxWaiting: number
  /** How long finished work waits for an earlier request that is still being received. */
  waitMs: number
}

interface QueueEntry {
  came: number
  state: 'coming' | 'waiting' | 'begun' | 'done'
  begin(): void
  leave(): void
}

/**
 * Returns a queue that runs up to `maxConcurrent` pieces of work at once and returns results in request order. A request that is still
 * being received holds up later results for at most `waitMs`. Failures, and refusals when `maxWaiting` are waiting, are returned
 * immediately.
 */
export function orderedQueue({ maxConcurrent, maxWaiting, waitMs }: QueueLimits, refuse: () => Error): OrderedQueue {
  /** Earliest first. */
  const entries: QueueEntry[] = []
  const count = (state: QueueEntry['state']) => entries.filter((entry) => entry.state === state).length

  function advance(): void {
    for (const entry of entries) {
      if (count('begun') >= maxConcurrent) break
      if (entry.state !== 'waiting') continue
      entry.state = 'begun'
      entry.begin()
    }
    while (entries[0]?.state === 'done') entries.shift()?.leave()
  }

  function stand(entry: QueueEntry): void {
    const later = entries.findIndex((other) => other.came > entry.came)
    entries.splice(later < 0 ? entries.length : later, 0, entry)
  }

  function goAway(entry: QueueEntry): void {
    const at = entries.indexOf(entry)
    if (at >= 0) entries.splice(at, 1)
    advance()
  }

  async function arrival<In>(entry: QueueEntry, arrive: () => Promise<In>): Promise<In> {
    const passedOver = setTimeout(() => goAway(entry), waitMs).unref()
    try {
      const arrived = await arrive()
      if (count('waiting') >= maxWaiting) throw refuse()
      if (!entries.includes(entry)) stand(entry)
      entry.state = 'waiting'
      advance()
      return arrived
    } catch (error) {
      goAway(entry)
      throw error
    } finally {
      clearTimeout(passedOver)
    }
  }

  return async (came, arrive, work) => {
    const [started, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const entry: QueueEntry = { came, state: 'coming', begin: started.resolve, leave: free.resolve }
    stand(entry)
    const arrived = await arrival(entry, arrive)
    await started.promise
    try {
      const answer = await work(arrived)
      entry.state = 'done'
      // After this entry starts to wait; otherwise those behind it would return first.
      queueMicrotask(advance)
      await free.promise
      return answer
    } catch (error) {
      goAway(entry)
      throw error
    }
  }
}
