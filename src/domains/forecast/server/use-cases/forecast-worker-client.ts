import { serialize } from 'node:v8'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { BackTest } from '../../rules/backtest.ts'
import type { StockForecast } from '../../rules/waste-forecast.ts'
import type { HouseholdRecords } from './records-to-history.ts'

/** A part of a household's lot histories, encoded to be moved to the worker. */
export type HistoryBatch = Uint8Array<ArrayBuffer>

/** The records of a household. Their lot histories are encoded in batches, so that sending them doesn't block the server. */
export interface ForecastInput {
  records: Omit<HouseholdRecords, 'histories'>
  batches: readonly HistoryBatch[]
}
export interface ForecastTask extends ForecastInput {
  type: 'predict' | 'back-test'
}
export type ForecastResult = StockForecast | { backTest: BackTest }

export const encodeHistories = (histories: readonly LotHistory[]): HistoryBatch => new Uint8Array(serialize(histories))

/** Both computations throw `forecast_unavailable` (503). */
export interface ForecastWorker {
  predict(input: ForecastInput): Promise<StockForecast>
  backTest(input: ForecastInput): Promise<BackTest>
  close(): Promise<void>
}

interface Options {
  worker?: URL
  /** The thread ends after being idle for this long. */
  idleMs?: number
  /** A computation that takes longer ends the thread. */
  timeoutMs?: number
  log(message: string): void
}

const unavailable = () => new Problem(503, 'forecast_unavailable', 'Couldn’t calculate the forecast. Try again in a moment.')

/** Opens a worker that computes the forecasts of all households in one thread, one after another. */
export function openForecastWorker({
  worker = new URL('./forecast-worker.ts', import.meta.url),
  idleMs = 60_000,
  timeoutMs = 60_000,
  log,
}: Options): ForecastWorker {
  const transferables = ({ batches }: ForecastTask) => batches.map(({ buffer }) => buffer)
  const pool = startPool(() => startThread<ForecastTask, ForecastResult>(worker, { transferables }), {
    maxWorkers: 1,
    maxWaiting: Number.POSITIVE_INFINITY,
    idleMs,
    graceMs: 0,
    onTrouble: (reason) => log(`forecasts: ${reason}`),
  })
  return {
    async predict(input) {
      const outcome = await pool.run({ type: 'predict', ...input }, timeoutMs)
      if ('result' in outcome && 'forecasts' in outcome.result) return outcome.result
      throw unavailable()
    },
    async backTest(input) {
      const outcome = await pool.run({ type: 'back-test', ...input }, timeoutMs)
      if ('result' in outcome && 'backTest' in outcome.result) return outcome.result.backTest
      throw unavailable()
    },
    close: () => pool.close(),
  }
}
