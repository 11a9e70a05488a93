/** The worker thread that computes forecasts, because a large household takes hundreds of milliseconds. */
import { parentPort } from 'node:worker_threads'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { loggedError } from '#platform/shared/logged-error.ts'
import { backTest } from '../../rules/backtest.ts'
import { predictWaste } from '../../rules/forecast.ts'
import type { WorkerMessage, WorkerResponse } from './forecast-worker-client.ts'
import { toHistory } from './history.ts'

const historiesByJob = new Map<number, LotHistory[]>()

parentPort?.on('message', (message: WorkerMessage) => {
  const histories = historiesByJob.get(message.job) ?? []
  if (message.type === 'histories') {
    historiesByJob.set(message.job, [...histories, ...message.histories])
    return
  }
  historiesByJob.delete(message.job)
  if (message.type === 'drop') return
  parentPort?.postMessage(respondTo(message, histories))
})

function respondTo(message: Extract<WorkerMessage, { type: 'predict' | 'back-test' }>, histories: readonly LotHistory[]): WorkerResponse {
  const { job, records } = message
  try {
    const { history, perOwnUnit } = toHistory({ ...records, histories })
    if (message.type === 'back-test') return { job, backTest: backTest(history) }
    // Converts quantities from the ingredient's unit to the lot's own.
    const forecasts = predictWaste(history).map((forecast) => {
      const factor = perOwnUnit.get(forecast.lotId) ?? 1
      const { why } = forecast
      return {
        ...forecast,
        expectedLeft: forecast.expectedLeft / factor,
        why: { ...why, perUse: why.perUse / factor, ahead: why.ahead / factor },
      }
    })
    return { job, forecasts }
  } catch (error) {
    return { job, failure: loggedError(error).stack }
  }
}
