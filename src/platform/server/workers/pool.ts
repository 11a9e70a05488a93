import { availableParallelism } from 'node:os'
import type { PoolWorker } from './worker.ts'

/** A pool of workers that start on demand, run tasks in order and end when idle. */
export interface Pool<In, Out> {
  /** Returns null if the worker fails or takes longer than `budgetMs` and the grace. Throws `full` if too many tasks wait. */
  run(task: In, budgetMs: number): Promise<Out | null>
  /** Number of running workers. */
  readonly size: number
  close(): Promise<void>
}

export interface PoolLimits {
  maxWorkers?: number
  /** Tasks that may wait for a worker. */
  maxWaiting?: number
  /** An idle worker ends after this time. */
  idleMs?: number
  /** Time beyond a task's budget after which its worker is terminated. */
  graceMs?: number
  /** Receives why a worker failed or hung. */
  onTrouble?: (reason: string) => void
}

interface Job<In, Out> {
  task: In
  budgetMs: number
  resolve(result: Out | null): void
}

interface Slot<In, Out> {
  worker: PoolWorker<In, Out>
  job: Job<In, Out> | null
  timer: NodeJS.Timeout | undefined
}

const maxTimerMs = 2 ** 31 - 1

/** `full` returns the error to throw if too many tasks wait. */
export function startPool<In, Out>(startWorker: () => PoolWorker<In, Out>, full: () => Error, limits: PoolLimits = {}): Pool<In, Out> {
  return new WorkerPool(startWorker, full, {
    maxWorkers: Math.max(1, Math.min(2, availableParallelism() - 1)),
    maxWaiting: 32,
    idleMs: 60_000,
    graceMs: 3000,
    onTrouble: () => undefined,
    ...limits,
  })
}

class WorkerPool<In, Out> implements Pool<In, Out> {
  readonly #startWorker: () => PoolWorker<In, Out>
  readonly #full: () => Error
  readonly #limits: Required<PoolLimits>
  readonly #slots = new Set<Slot<In, Out>>()
  readonly #waiting: Job<In, Out>[] = []

  constructor(startWorker: () => PoolWorker<In, Out>, full: () => Error, limits: Required<PoolLimits>) {
    this.#startWorker = startWorker
    this.#full = full
    this.#limits = limits
  }

  async run(task: In, budgetMs: number): Promise<Out | null> {
    if (this.#waiting.length >= this.#limits.maxWaiting) throw this.#full()
    return new Promise((resolve) => {
      this.#waiting.push({ task, budgetMs, resolve })
      this.#runNext()
    })
  }

  get size(): number {
    return this.#slots.size
  }

  async close(): Promise<void> {
    const slots = [...this.#slots]
    this.#slots.clear()
    for (const slot of slots) this.#finish(slot, null)
    for (const job of this.#waiting.splice(0)) job.resolve(null)
    await Promise.all(slots.map((slot) => slot.worker.terminate()))
  }

  #runNext(): void {
    const hasRoom = this.#slots.size < this.#limits.maxWorkers && this.#waiting.length > 0
    const idle = [...this.#slots].find((slot) => slot.job === null) ?? (hasRoom ? this.#openSlot() : undefined)
    const job = idle && this.#waiting.shift()
    if (job) this.#assign(idle, job)
  }

  #openSlot(): Slot<In, Out> {
    const slot: Slot<In, Out> = { worker: this.#startWorker(), job: null, timer: undefined }
    this.#slots.add(slot)
    slot.worker.listen({
      onResult: (result) => {
        if ('failure' in result) this.#limits.onTrouble(result.failure)
        this.#finish(slot, 'result' in result ? result.result : null)
        this.#startIdleTimer(slot)
        this.#runNext()
      },
      onEnd: (reason) => this.#discard(slot, reason),
    })
    return slot
  }

  #assign(slot: Slot<In, Out>, job: Job<In, Out>): void {
    clearTimeout(slot.timer)
    slot.job = job
    slot.worker.setRef(true)
    const timeoutMs = Math.min(maxTimerMs, job.budgetMs + this.#limits.graceMs)
    slot.timer = setTimeout(() => this.#discard(slot, 'a task took too long'), timeoutMs)
    slot.worker.post(job.task)
  }

  #finish(slot: Slot<In, Out>, result: Out | null): void {
    clearTimeout(slot.timer)
    slot.job?.resolve(result)
    slot.job = null
  }

  #startIdleTimer(slot: Slot<In, Out>): void {
    slot.worker.setRef(false)
    slot.timer = setTimeout(() => {
      this.#slots.delete(slot)
      void slot.worker.terminate()
    }, this.#limits.idleMs).unref()
  }

  #discard(slot: Slot<In, Out>, reason: string): void {
    if (!this.#slots.delete(slot)) return
    this.#limits.onTrouble(reason)
    this.#finish(slot, null)
    void slot.worker.terminate()
    this.#runNext()
  }
}
