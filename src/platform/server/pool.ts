import { availableParallelism } from 'node:os'
import type { Hand } from './pool/hand.ts'

/** Workers that begin with the first task, take tasks in the order they came and end when idle. */
export interface Pool<In, Out> {
  /**
   * The worker's answer; null when it failed, or took longer than `budgetMs` and the grace. Throws `full` when too many wait.
   */
  ask(task: In, budgetMs: number): Promise<Out | null>
  /** How many workers live. */
  readonly size: number
  close(): Promise<void>
}

export interface PoolLimits {
  most?: number
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

interface Place<In, Out> {
  hand: Hand<In, Out>
  job: Job<In, Out> | null
  timer: NodeJS.Timeout | undefined
}

const longestTimerMs = 2 ** 31 - 1

/** `full`: what whoever comes on top of those that may wait is told. */
export function startPool<In, Out>(begin: () => Hand<In, Out>, full: () => Error, limits: PoolLimits = {}): Pool<In, Out> {
  const { maxWaiting = 32, idleMs = 60_000, graceMs = 3000, onTrouble = () => undefined } = limits
  const max = limits.most ?? Math.max(1, Math.min(2, availableParallelism() - 1))
  const places = new Set<Place<In, Out>>()
  const waiting: Job<In, Out>[] = []

  function finish(place: Place<In, Out>, result: Out | null): void {
    clearTimeout(place.timer)
    place.job?.answer(result)
    place.job = null
  }

  function lose(place: Place<In, Out>, why: string): void {
    if (!places.delete(place)) return
    onTrouble(why)
    finish(place, null)
    void place.hand.end()
    next()
  }

  function rest(place: Place<In, Out>): void {
    place.hand.hold(false)
    place.timer = setTimeout(() => {
      places.delete(place)
      void place.hand.end()
    }, idleMs).unref()
  }

  function open(): Place<In, Out> {
    const place: Place<In, Out> = { hand: begin(), job: null, timer: undefined }
    places.add(place)
    place.hand.listen({
      answer(answer) {
        if ('failure' in answer) onTrouble(answer.failure)
        finish(place, 'result' in answer ? answer.result : null)
        rest(place)
        next()
      },
      end: (why) => lose(place, why),
    })
    return place
  }

  function give(place: Place<In, Out>, job: Job<In, Out>): void {
    clearTimeout(place.timer)
    place.job = job
    place.hand.hold(true)
    place.timer = setTimeout(() => lose(place, 'an answer took too long'), Math.min(longestTimerMs, job.budgetMs + graceMs))
    place.hand.post(job.task)
  }

  function next(): void {
    const idle = [...places].find((place) => place.job === null) ?? (places.size < max && waiting.length > 0 ? open() : undefined)
    const job = idle && waiting.shift()
    if (job) give(idle, job)
  }

  return {
    async ask(task, budgetMs) {
      if (waiting.length >= maxWaiting) throw full()
      return new Promise((answer) => {
        waiting.push({ task, budgetMs, answer })
        next()
      })
    },
    get size() {
      return places.size
    },
    async close() {
      const all = [...places]
      places.clear()
      for (const place of all) finish(place, null)
      for (const job of waiting.splice(0)) job.answer(null)
      await Promise.all(all.map((place) => place.hand.end()))
    },
  }
}
