/** The worker thread that computes forecasts, because a large household takes hundreds of milliseconds. */
import { deserialize } from 'node:v8'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { backTest } from '../../rules/backtest.ts'
import { forecastStock } from '../../rules/waste-forecast.ts'
import type { ForecastResult, ForecastTask } from './forecast-worker-client.ts'
import { toHistory } from './records-to-history.ts'

function compute({ type, records, batches }: ForecastTask): ForecastResult {
  const histories = batches.flatMap((batch): LotHistory[] => deserialize(batch))
  const { history, perOwnUnit } = toHistory({ ...records, histories })
  if (type === 'back-test') return { backTest: backTest(history) }
  const { forecasts, doubts, packs } = forecastStock(history)
  // Converts quantities from the ingredient's unit to the lot's own.
  const inOwnUnit = forecasts.map((forecast) => {
    const factor = perOwnUnit.get(forecast.lotId) ?? 1
    const { why } = forecast
    return {
      ...forecast,
      expectedLeft: forecast.expectedLeft / factor,
      why: { ...why, perUse: why.perUse / factor, ahead: why.ahead / factor },
    }
  })
  const ownDoubts = doubts.map((doubt) => ({ ...doubt, left: doubt.left / (perOwnUnit.get(doubt.lotId) ?? 1) }))
  return { forecasts: inOwnUnit, doubts: ownDoubts, packs }
}

serveTasks(compute)
