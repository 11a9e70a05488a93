import { type ForecastService, lotsAtRisk } from '#domains/forecast/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { slowConsumerJob } from '#platform/server/jobs/consumer-loop.ts'
import { type LotAtRisk, reconcileWasteRiskAlerts } from './use-cases/reconcile-alerts.ts'

/** Reconciles waste-risk alerts with the forecast, which takes seconds. */
export const wasteRiskJob = (database: Database, forecasts: ForecastService): Job =>
  slowConsumerJob<LotAtRisk[]>(database, {
    name: 'waste risk alerts',
    everyMs: 300_000,
    // Leaves the server time to start.
    afterMs: 60_000,
    async prepare({ householdId, today }) {
      const risks = await lotsAtRisk(forecasts, { householdId, today })
      return risks.map(({ lotId, ingredientId, probability, lot }) => ({
        lotId,
        ingredientId,
        chance: probability,
        expiresOn: lot.goes_off_on,
      }))
    },
    store: reconcileWasteRiskAlerts,
  })
