import { markProbablyGone } from '#domains/inventory/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { slowConsumerJob } from '#platform/server/jobs/consumer-loop.ts'
import { probablyGone } from '../contract.ts'
import type { ForecastService } from './use-cases/waste-forecasts.ts'

/** Marks what is probably gone by the forecast, which takes seconds, so that recipes and lists needn't wait for one. */
export const stockDoubtsJob = (database: Database, forecasts: Pick<ForecastService, 'currentDoubts'>): Job =>
  slowConsumerJob(database, {
    name: 'stock doubts',
    everyMs: 300_000,
    // Leaves the server time to start.
    afterMs: 60_000,
    async prepare({ householdId, today }) {
      const doubts = await forecasts.currentDoubts({ householdId, today })
      return doubts.filter(({ gone }) => gone >= probablyGone)
    },
    store: markProbablyGone,
  })
