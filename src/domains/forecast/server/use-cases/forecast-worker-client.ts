import { Worker } from 'node:worker_threads'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { BackTest } from '../../rules/backtest.ts'
import type { LotForecast } from '../../rules/forecast.ts'
import type { HouseholdRecords } from './history.ts'

type RecordsWithoutLots = Omit<HouseholdRecords, 'histories'>
/** Messages to the worker: a job sends its lot histories in batches, then one request. */
export type WorkerMessage =
  | { type: 'histories'; job: number; histories: readonly LotHistory[] }
  | { type: 'predict' | 'back-test'; job: number; records: RecordsWithoutLots }
  | { type: 'drop'; job: number }
type WorkerRequest = Extract<WorkerMessage, { type: 'predict' | 'back-test' }>
export type WorkerResponse = { job: number } & ({ forecasts: LotForecast[] } | { backTest: BackTest } | { failure: string })

/** One computation: load the lot histories in batches, then call `predict` or `backTest`. Both throw `forecast_unavailable` (503). */
export interface ForecastJob {
  loadHistories(histories: readonly LotHistory[]): void
  predict(records: RecordsWithoutLots): Promise<LotForecast[]>
  backTest(records: RecordsWithoutLots): Promise<BackTest>
  /** Discards the loaded histories of a job that won't be completed. */
  drop(): void
}

export interface ForecastWorker {
  begin(): ForecastJob
  close(): Promise<void>
}

interface Options {
  worker?: URL
  /** The thread ends after being idle for this long. */
  idleMs?: number
  /** A response that takes longer ends the thread and fails all its jobs. */
  timeoutMs?: number
  log(message: string): void
}

const unavailable = () => new Problem(503, 'forecast_unavailable', 'Couldn’t calculate the forecast. Try again in a moment.')

/** Opens a worker that computes the forecasts of all households in one thread, started by the first job. */
export function openForecastWorker(options: Options): ForecastWorker {
  const thread = new ForecastThread(options)
  let jobCount = 0
  return {
    begin() {
      const job = ++jobCount
      return {
        loadHistories: (histories) => thread.post({ type: 'histories', job, histories }),
        async predict(records) {
          const response = await thread.request({ type: 'predict', job, records })
          if ('forecasts' in response) return response.forecasts
          throw unavailable()
        },
        async backTest(records) {
          const response = await thread.request({ type: 'back-test', job, records })
          if ('backTest' in response) return response.backTest
          throw unavailable()
        },
        drop() {
          thread.post({ type: 'drop', job })
          thread.stopWhenIdle()
        },
      }
    },
    close: () => thread.close(),
  }
}

interface PendingRequest {
  resolve: (response: WorkerResponse) => void
  reject: (error: Error) => void
  timeout: NodeJS.Timeout
}

/** Runs the worker thread: starts it on demand, and replaces it after a failure or timeout. */
class ForecastThread {
  private readonly file: URL
  private readonly idleMs: number
  private readonly timeoutMs: number
  private readonly log: (message: string) => void
  private worker: Worker | undefined
  private idleTimer: NodeJS.Timeout | undefined
  private readonly pending = new Map<number, PendingRequest>()

  constructor({ worker = new URL('./forecast-worker.ts', import.meta.url), idleMs = 60_000, timeoutMs = 60_000, log }: Options) {
    this.file = worker
    this.idleMs = idleMs
    this.timeoutMs = timeoutMs
    this.log = log
  }

  post(message: WorkerMessage): void {
    clearTimeout(this.idleTimer)
    this.worker ??= this.start()
    this.worker.ref()
    this.worker.postMessage(message)
  }

  request(message: WorkerRequest): Promise<WorkerResponse> {
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => this.fail('a response took too long'), this.timeoutMs).unref()
      this.pending.set(message.job, { resolve, reject, timeout })
      this.post(message)
    })
  }

  stopWhenIdle(): void {
    if (this.pending.size > 0 || !this.worker) return
    this.worker.unref()
    this.idleTimer = setTimeout(() => void this.terminate(), this.idleMs).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer)
    this.rejectPending()
    await this.terminate()
  }

  private start(): Worker {
    const worker = new Worker(this.file)
    worker.on('message', (response: WorkerResponse) => this.receive(response))
    worker.on('error', (error) => worker === this.worker && this.fail(String(error)))
    worker.on('exit', () => worker === this.worker && this.fail('the worker exited unexpectedly'))
    return worker
  }

  private receive(response: WorkerResponse): void {
    const request = this.pending.get(response.job)
    this.pending.delete(response.job)
    clearTimeout(request?.timeout)
    if ('failure' in response) {
      this.log(`forecasts: ${response.failure}`)
      request?.reject(unavailable())
    } else request?.resolve(response)
    this.stopWhenIdle()
  }

  private fail(reason: string): void {
    this.log(`forecasts: ${reason}`)
    this.rejectPending()
    void this.terminate()
  }

  private rejectPending(): void {
    for (const { reject, timeout } of this.pending.values()) {
      clearTimeout(timeout)
      reject(unavailable())
    }
    this.pending.clear()
  }

  /** Clears `worker` before terminating, so that the exit event isn't reported as a failure. */
  private async terminate(): Promise<void> {
    const { worker } = this
    this.worker = undefined
    await worker?.terminate()
  }
}
