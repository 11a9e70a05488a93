import { availableParallelism } from 'node:os'
import { busyProblem, type Semaphore, semaphore } from './semaphore.ts'
import type { Failure, TaskResult, TaskWorker } from './task-worker.ts'

/** A pool of workers that start on demand, run tasks in order and end when idle. */
export interface Pool<In, Out, Part = never> {
  /**
   * The worker is terminated if it takes longer than `budgetMs` and the grace; waiting for a worker doesn't count. Throws the result of
   * `refuse` if too many tasks wait.
   */
  run(task: In, budgetMs?: number, onPart?: (part: Part) => void): Promise<TaskResult<Out>>
  /** Number of running workers. */
  readonly size: number
  close(): Promise<void>
}

export interface PoolLimits {
  maxWorkers?: number
  /** Tasks that may wait for a worker. */
  maxWaiting?: number
  /** An idle worker ends after this time. With 0, each worker runs one task. */
  idleMs?: number
  /** Time beyond a task's budget after which its worker is terminated. */
  graceMs?: number
  /** Receives why a worker failed or hung. */
  onTrouble?: (reason: string) => void
}

interface PoolOptions extends PoolLimits {
  /** Returns the error to throw if too many tasks wait. 429 `busy` by default. */
  refuse?: () => Error
}

interface Job<Out, Part> {
  resolve(result: TaskResult<Out>): void
  onPart(part: Part): void
}

interface Slot<In, Out, Part> {
  worker: TaskWorker<In, Out, Part>
  job: Job<Out, Part> | null
  timer: NodeJS.Timeout | undefined
}

const maxTimerMs = 2 ** 31 - 1
const closed: Failure = { kind: 'closed', message: 'the pool was closed' }

/** `startWorker` receives the first task of the worker. */
export function startPool<In, Out, Part = never>(
  startWorker: (task: In) => TaskWorker<In, Out, Part>,
  options: PoolOptions = {},
): Pool<In, Out, Part> {
  return new WorkerPool(startWorker, {
    maxWorkers: Math.max(1, Math.min(2, availableParallelism() - 1)),
    maxWaiting: 32,
    idleMs: 60_000,
    graceMs: 3000,
    onTrouble: () => undefined,
    refuse: busyProblem,
    ...options,
  })
}

class WorkerPool<In, Out, Part> implements Pool<In, Out, Part> {
  readonly #startWorker: (task: In) => TaskWorker<In, Out, Part>
  readonly #options: Required<PoolOptions>
  readonly #slots = new Set<Slot<In, Out, Part>>()
  readonly #limit: Semaphore
  #isClosed = false

  constructor(startWorker: (task: In) => TaskWorker<In, Out, Part>, options: Required<PoolOptions>) {
    this.#startWorker = startWorker
    this.#options = options
    this.#limit = semaphore(options.maxWorkers, options.maxWaiting, options.refuse)
  }

  run(task: In, budgetMs = Number.POSITIVE_INFINITY, onPart: (part: Part) => void = () => undefined): Promise<TaskResult<Out>> {
    return this.#limit(
      () =>
        new Promise((resolve) => {
          if (this.#isClosed) return resolve({ failure: closed })
          const slot = [...this.#slots].find((slot) => slot.job === null) ?? this.#openSlot(task)
          clearTimeout(slot.timer)
          slot.job = { resolve, onPart }
          slot.worker.setRef(true)
          const timeoutMs = Math.min(maxTimerMs, budgetMs + this.#options.graceMs)
          slot.timer = setTimeout(() => this.#discard(slot, { kind: 'timeout', message: 'a task took too long' }), timeoutMs)
          slot.worker.post(task)
        }),
    )
  }

  get size(): number {
    return this.#slots.size
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const slots = [...this.#slots]
    this.#slots.clear()
    for (const slot of slots) this.#finish(slot, { failure: closed })
    await Promise.all(slots.map((slot) => slot.worker.terminate()))
  }

  #openSlot(task: In): Slot<In, Out, Part> {
    const slot: Slot<In, Out, Part> = { worker: this.#startWorker(task), job: null, timer: undefined }
    this.#slots.add(slot)
    slot.worker.listen({
      onMessage: (message) => {
        if ('part' in message) return slot.job?.onPart(message.part)
        if ('failure' in message) this.#report(message.failure)
        this.#finish(slot, message)
        this.#startIdleTimer(slot)
      },
      onEnd: (failure) => this.#discard(slot, failure),
    })
    return slot
  }

  #finish(slot: Slot<In, Out, Part>, result: TaskResult<Out>): void {
    clearTimeout(slot.timer)
    slot.job?.resolve(result)
    slot.job = null
  }

  #startIdleTimer(slot: Slot<In, Out, Part>): void {
    const end = () => {
      this.#slots.delete(slot)
      void slot.worker.terminate()
    }
    slot.worker.setRef(false)
    if (this.#options.idleMs === 0) end()
    else slot.timer = setTimeout(end, this.#options.idleMs).unref()
  }

  #discard(slot: Slot<In, Out, Part>, failure: Failure): void {
    if (!this.#slots.delete(slot)) return
    this.#report(failure)
    this.#finish(slot, { failure })
    void slot.worker.terminate()
  }

  #report({ stack, message }: Failure): void {
    this.#options.onTrouble(stack || message)
  }
}
