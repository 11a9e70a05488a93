/**
 * Starts work, and returns its results, in the order of its requests. `cameAt` is the time of the request by any clock. `receive` resolves
 * with the input, whose upload may still be in progress.
 */
export type OrderedQueue = <In, Out>(cameAt: number, receive: () => Promise<In>, work: (input: In) => Promise<Out>) => Promise<Out>

export interface QueueLimits {
  maxConcurrent: number
  /** Work beyond this is refused. */
  maxWaiting: number
  /** How long finished work waits for an earlier request that is still being received. */
  waitMs: number
}

interface QueueEntry {
  cameAt: number
  state: 'receiving' | 'waiting' | 'running' | 'done'
  start(): void
  leave(): void
}

/**
 * Returns a queue that runs up to `maxConcurrent` pieces of work at once and returns results in request order. A request that is still
 * being received holds up later results for at most `waitMs`. Failures, and refusals when `maxWaiting` are waiting, are returned
 * immediately.
 */
export function orderedQueue({ maxConcurrent, maxWaiting, waitMs }: QueueLimits, refuse: () => Error): OrderedQueue {
  const entries = new QueueEntries(maxConcurrent)

  async function receiveInto<In>(entry: QueueEntry, receive: () => Promise<In>): Promise<In> {
    const timer = setTimeout(() => entries.remove(entry), waitMs).unref()
    try {
      const input = await receive()
      if (entries.count('waiting') >= maxWaiting) throw refuse()
      entries.add(entry)
      entry.state = 'waiting'
      entries.advance()
      return input
    } catch (error) {
      entries.remove(entry)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return async (cameAt, receive, work) => {
    const [started, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const entry: QueueEntry = { cameAt, state: 'receiving', start: started.resolve, leave: free.resolve }
    entries.add(entry)
    const input = await receiveInto(entry, receive)
    await started.promise
    try {
      const result = await work(input)
      entry.state = 'done'
      // After this entry starts to wait; otherwise those behind it would return first.
      queueMicrotask(() => entries.advance())
      await free.promise
      return result
    } catch (error) {
      entries.remove(entry)
      throw error
    }
  }
}

/** The entries of a queue, earliest first. */
class QueueEntries {
  readonly #entries: QueueEntry[] = []
  readonly #maxConcurrent: number

  constructor(maxConcurrent: number) {
    this.#maxConcurrent = maxConcurrent
  }

  count(state: QueueEntry['state']): number {
    return this.#entries.filter((entry) => entry.state === state).length
  }

  /** Does nothing if it's already there. */
  add(entry: QueueEntry): void {
    if (this.#entries.includes(entry)) return
    const later = this.#entries.findIndex((other) => other.cameAt > entry.cameAt)
    this.#entries.splice(later < 0 ? this.#entries.length : later, 0, entry)
  }

  remove(entry: QueueEntry): void {
    const index = this.#entries.indexOf(entry)
    if (index >= 0) this.#entries.splice(index, 1)
    this.advance()
  }

  /** Starts waiting work and releases the results at the front. */
  advance(): void {
    for (const entry of this.#entries) {
      if (this.count('running') >= this.#maxConcurrent) break
      if (entry.state !== 'waiting') continue
      entry.state = 'running'
      entry.start()
    }
    while (this.#entries[0]?.state === 'done') this.#entries.shift()?.leave()
  }
}
