import { type ForecastService, isAtRisk } from '#domains/forecast/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { slowConsumerJob } from '#platform/server/jobs/consumer-loop.ts'
import { reconcileWasteForecast, type WasteForecast } from './use-cases/reconcile-alerts.ts'

/** Reconciles waste-risk alerts with the forecast, which takes seconds. */
export const wasteRiskJob = (database: Database, forecasts: ForecastService): Job =>
  slowConsumerJob<WasteForecast>(database, {
    name: 'waste risk alerts',
    everyMs: 300_000,
    // Leaves the server time to start.
    afterMs: 60_000,
    async prepare({ householdId, today }) {
      const outlooks = (await forecasts.outlooks({ householdId, today })).filter(({ daysLeft }) => daysLeft >= 0)
      const risks = outlooks
        .filter(isAtRisk)
        .map(({ lotId, ingredientId, probability, lot }) => ({ lotId, ingredientId, chance: probability, expiresOn: lot.goes_off_on }))
      return { risks, chances: new Map(outlooks.map(({ lotId, probability }) => [lotId, probability])) }
    },
    store: reconcileWasteForecast,
  })
