import { Worker } from 'node:worker_threads'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { BackTest } from '../../rules/backtest.ts'
import type { LotForecast } from '../../rules/forecast.ts'
import type { Records } from './history.ts'

type RestOfRecords = Omit<Records, 'courses'>
/** Courses go over in portions, as they are read; the question follows them. */
export type Message =
  | { type: 'courses'; job: number; courses: readonly LotHistory[] }
  | { type: 'predict' | 'back-test'; job: number; records: RestOfRecords }
  | { type: 'drop'; job: number }
export type Answer = { job: number } & ({ forecasts: LotForecast[] } | { backTest: BackTest } | { failure: string })

/** A question under way: records are given portion by portion, then one of the answers is asked for. */
export interface Question {
  loadRecords(courses: readonly LotHistory[]): void
  predict(records: RestOfRecords): Promise<LotForecast[]>
  backTest(records: RestOfRecords): Promise<BackTest>
  /** It could not be told to its end. */
  drop(): void
}

export interface ForecastWorker {
  begin(): Question
  close(): Promise<void>
}

interface Options {
  worker?: URL
  /** With nothing to do it ends after this long. */
  idleMs?: number
  /** An answer that takes longer ends the thread, and every question with it. */
  maxMs?: number
  log(message: string): void
}

const busy = () => new Problem(503, 'forecast_unavailable', 'Couldn’t calculate the forecast. Try again in a moment.')

/** One thread for all households; it begins with the first question. */
export function openForecastWorker({
  worker: file = new URL('./forecast-worker.ts', import.meta.url),
  idleMs = 60_000,
  maxMs = 60_000,
  log,
}: Options): ForecastWorker {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let jobs = 0
  const waiting = new Map<number, { answer: (answer: Answer) => void; fail: (error: Error) => void; late: NodeJS.Timeout }>()

  function lose(why: string): void {
    const lost = worker
    worker = undefined
    log(`forecasts: ${why}`)
    for (const { fail, late } of waiting.values()) {
      clearTimeout(late)
      fail(busy())
    }
    waiting.clear()
    void lost?.terminate()
  }

  function begin(): Worker {
    const begun = new Worker(file)
    begun.on('message', (answer: Answer) => {
      const asked = waiting.get(answer.job)
      waiting.delete(answer.job)
      clearTimeout(asked?.late)
      if ('failure' in answer) {
        log(`forecasts: ${answer.failure}`)
        asked?.fail(busy())
      } else asked?.answer(answer)
      rest()
    })
    begun.on('error', (error) => begun === worker && lose(String(error)))
    begun.on('exit', () => begun === worker && lose('the thread ended by itself'))
    return begun
  }

  function rest(): void {
    if (waiting.size > 0 || !worker) return
    worker.unref()
    idle = setTimeout(() => {
      const ended = worker
      worker = undefined
      void ended?.terminate()
    }, idleMs).unref()
  }

  function post(message: Message): void {
    clearTimeout(idle)
    worker ??= begin()
    worker.ref()
    worker.postMessage(message)
  }

  const ask = (message: Extract<Message, { type: 'predict' | 'back-test' }>) =>
    new Promise<Answer>((answer, fail) => {
      const late = setTimeout(() => lose('an answer took too long'), maxMs).unref()
      waiting.set(message.job, { answer, fail, late })
      post(message)
    })

  return {
    begin() {
      const job = ++jobs
      return {
        loadRecords: (courses) => post({ type: 'courses', job, courses }),
        async predict(records) {
          const answer = await ask({ type: 'predict', job, records })
          if ('forecasts' in answer) return answer.forecasts
          throw busy()
        },
        async backTest(records) {
          const answer = await ask({ type: 'back-test', job, records })
          if ('backTest' in answer) return answer.backTest
          throw busy()
        },
        drop() {
          post({ type: 'drop', job })
          rest()
        },
      }
    },
    async close() {
      const ended = worker
      worker = undefined
      clearTimeout(idle)
      for (const { fail, late } of waiting.values()) {
        clearTimeout(late)
        fail(busy())
      }
      waiting.clear()
      await ended?.terminate()
    },
  }
}
