import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { Problem } from '#platform/contract/problem.ts'
import type { GreyPicture } from '#platform/server/safe-image.ts'
import type { FoundCode } from './decode-cascade.ts'

export type DecodeAnswer = { codes: FoundCode[] } | { failure: string }

/** Searches pictures for retail codes in threads of its own. */
export interface Decoder {
  /**
   * Best witnessed code first; an empty list when there is none, or when the picture could not be searched in time.
   * `budgetMs`: after so long no further pass is begun. Takes the picture's bytes over. Throws 503 `scanner_busy`.
   */
  decode(picture: GreyPicture, budgetMs?: number): Promise<FoundCode[]>
  /** How many threads live. */
  readonly threads: number
  close(): Promise<void>
}

interface Options {
  worker?: URL
  mostThreads?: number
  /** Pictures that may wait; one more is refused. */
  mostWaiting?: number
  /** A thread with nothing to do ends after this long. */
  idleMs?: number
  /** What a pass in progress may take beyond the budget before its thread counts as hung and is ended. */
  graceMs?: number
  /** Told about a thread that failed or hung. */
  onTrouble?: (what: string) => void
}

interface Job {
  picture: GreyPicture
  budgetMs: number
  answer(codes: FoundCode[]): void
}

interface Thread {
  worker: Worker
  job: Job | null
  timer: NodeJS.Timeout | undefined
}

/** About what a person waits for at a shelf. */
const usualBudgetMs = 1500

/** A small pool: threads begin with the first picture, take pictures in the order they came and end when idle. */
export function startDecoder(options: Options = {}): Decoder {
  const file = options.worker ?? new URL('./decode-worker.ts', import.meta.url)
  const { mostWaiting = 32, idleMs = 60_000, graceMs = 3000, onTrouble = () => undefined } = options
  const mostThreads = options.mostThreads ?? Math.max(1, Math.min(2, availableParallelism() - 1))
  const threads = new Set<Thread>()
  const waiting: Job[] = []

  function finish(thread: Thread, codes: FoundCode[]): void {
    clearTimeout(thread.timer)
    thread.job?.answer(codes)
    thread.job = null
  }

  function lose(thread: Thread, why: string): void {
    if (!threads.delete(thread)) return
    onTrouble(why)
    finish(thread, [])
    void thread.worker.terminate()
    next()
  }

  function rest(thread: Thread): void {
    thread.worker.unref()
    thread.timer = setTimeout(() => {
      threads.delete(thread)
      void thread.worker.terminate()
    }, idleMs).unref()
  }

  function begin(): Thread {
    const thread: Thread = { worker: new Worker(file), job: null, timer: undefined }
    threads.add(thread)
    thread.worker.on('message', (answer: DecodeAnswer) => {
      if ('failure' in answer) onTrouble(answer.failure)
      finish(thread, 'codes' in answer ? answer.codes : [])
      rest(thread)
      next()
    })
    thread.worker.on('error', (error) => lose(thread, String(error)))
    thread.worker.on('exit', () => lose(thread, 'the thread ended by itself'))
    return thread
  }

  function give(thread: Thread, job: Job): void {
    clearTimeout(thread.timer)
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(() => lose(thread, 'a picture took too long'), job.budgetMs + graceMs)
    const { data, width, height } = job.picture
    thread.worker.postMessage({ picture: { data, width, height }, budgetMs: job.budgetMs }, [data.buffer])
  }

  function next(): void {
    const idle =
      [...threads].find((thread) => thread.job === null) ?? (threads.size < mostThreads && waiting.length > 0 ? begin() : undefined)
    const job = idle && waiting.shift()
    if (job) give(idle, job)
  }

  return {
    async decode(picture, budgetMs = usualBudgetMs) {
      if (waiting.length >= mostWaiting) {
        throw new Problem(503, 'scanner_busy', 'Many pictures are being read at the moment. Please try again in a few seconds.', {
          retryAfterSeconds: 5,
        })
      }
      return new Promise((answer) => {
        waiting.push({ picture, budgetMs, answer })
        next()
      })
    },
    get threads() {
      return threads.size
    },
    async close() {
      const all = [...threads]
      threads.clear()
      for (const thread of all) finish(thread, [])
      for (const job of waiting.splice(0)) job.answer([])
      await Promise.all(all.map((thread) => thread.worker.terminate()))
    },
  }
}
