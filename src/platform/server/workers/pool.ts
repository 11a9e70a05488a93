import { availableParallelism } from 'node:os'
import type { PoolWorker } from './worker.ts'

/** Workers that begin with the first task, take tasks in the order they came and end when idle. */
export interface Pool<In, Out> {
  /**
   * The worker's answer; null when it failed, or took longer than `budgetMs` and the grace. Throws `full` when too many wait.
   */
  run(task: In, budgetMs: number): Promise<Out | null>
  /** How many workers live. */
  readonly size: number
  close(): Promise<void>
}

export interface PoolLimits {
  maxWorkers?: number
  /** Tasks that may wait; one more is refused. */
  maxWaiting?: number
  /** A worker with nothing to do ends after this long. */
  idleMs?: number
  /** What a task may take beyond its budget before its worker counts as hung and is ended. */
  graceMs?: number
  /** Told about a worker that failed or hung. */
  onTrouble?: (what: string) => void
}

interface Job<In, Out> {
  task: In
  budgetMs: number
  answer(result: Out | null): void
}

interface Slot<In, Out> {
  worker: PoolWorker<In, Out>
  job: Job<In, Out> | null
  timer: NodeJS.Timeout | undefined
}

const longestTimerMs = 2 ** 31 - 1

/** `full`: what whoever comes on top of those that may wait is told. */
export function startPool<In, Out>(startWorker: () => PoolWorker<In, Out>, full: () => Error, limits: PoolLimits = {}): Pool<In, Out> {
  const { maxWaiting = 32, idleMs = 60_000, graceMs = 3000, onTrouble = () => undefined } = limits
  const maxWorkers = limits.maxWorkers ?? Math.max(1, Math.min(2, availableParallelism() - 1))
  const slots = new Set<Slot<In, Out>>()
  const waiting: Job<In, Out>[] = []

  function finish(slot: Slot<In, Out>, result: Out | null): void {
    clearTimeout(slot.timer)
    slot.job?.answer(result)
    slot.job = null
  }

  function discardSlot(slot: Slot<In, Out>, why: string): void {
    if (!slots.delete(slot)) return
    onTrouble(why)
    finish(slot, null)
    void slot.worker.terminate()
    runNext()
  }

  function startIdleTimer(slot: Slot<In, Out>): void {
    slot.worker.setRef(false)
    slot.timer = setTimeout(() => {
      slots.delete(slot)
      void slot.worker.terminate()
    }, idleMs).unref()
  }

  function openSlot(): Slot<In, Out> {
    const slot: Slot<In, Out> = { worker: startWorker(), job: null, timer: undefined }
    slots.add(slot)
    slot.worker.listen({
      answer(answer) {
        if ('failure' in answer) onTrouble(answer.failure)
        finish(slot, 'result' in answer ? answer.result : null)
        startIdleTimer(slot)
        runNext()
      },
      terminate: (why) => discardSlot(slot, why),
    })
    return slot
  }

  function assign(slot: Slot<In, Out>, job: Job<In, Out>): void {
    clearTimeout(slot.timer)
    slot.job = job
    slot.worker.setRef(true)
    slot.timer = setTimeout(() => discardSlot(slot, 'an answer took too long'), Math.min(longestTimerMs, job.budgetMs + graceMs))
    slot.worker.post(job.task)
  }

  function runNext(): void {
    const idle = [...slots].find((slot) => slot.job === null) ?? (slots.size < maxWorkers && waiting.length > 0 ? openSlot() : undefined)
    const job = idle && waiting.shift()
    if (job) assign(idle, job)
  }

  return {
    async run(task, budgetMs) {
      if (waiting.length >= maxWaiting) throw full()
      return new Promise((answer) => {
        waiting.push({ task, budgetMs, answer })
        runNext()
      })
    },
    get size() {
      return slots.size
    },
    async close() {
      const all = [...slots]
      slots.clear()
      for (const slot of all) finish(slot, null)
      for (const job of waiting.splice(0)) job.answer(null)
      await Promise.all(all.map((slot) => slot.worker.terminate()))
    },
  }
}
