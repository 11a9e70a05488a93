/**
 * Works are begun, and their answers leave, in the order in which their requests came. `came`: when, on any clock. `retryImport` brings what the
 * work is about, a body that may still be on its way.
 */
export type OrderedQueue = <In, Out>(came: number, arrive: () => Promise<In>, work: (arrived: In) => Promise<Out>) => Promise<Out>

export interface QueueLimits {
  /** Works that run at once. */
  maxConcurrent: number
  /** Works that may wait to be begun; one more is refused. */
  maxWaiting: number
  /** How long answers that are ready wait for a request before them that is still on its way. */
  waitMs: number
}

interface QueueEntry {
  came: number
  state: 'coming' | 'waiting' | 'begun' | 'done'
  begin(): void
  leave(): void
}

/**
 * Lets so many works run at once. An answer that is ready early waits for those before it; for a request whose body is still on its way
 * only so long, or a slow line would hold up everybody else. What fails, or is refused because `maxWaiting` wait, is told at once.
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
      // After it has begun to wait, or those behind it would be told before it.
      queueMicrotask(advance)
      await free.promise
      return answer
    } catch (error) {
      goAway(entry)
      throw error
    }
  }
}
