import { purgeHousehold } from '#platform/server/all-rows.ts'
import type { Database } from '#platform/server/database.ts'
import type { Job } from '#platform/server/jobs.ts'
import { restoreDays } from '../contract.ts'
import * as store from './store.ts'

const dayMs = 86_400_000

/** A household that can be brought back no more is taken out, to its last row. */
export const eraseDeleted = (database: Database): Job => ({
  name: 'deleted households',
  everyMs: dayMs,
  apart: true,
  async run() {
    // A day later than promised, and not by this process's clock, which may have jumped a moment ago: what is erased is gone.
    const before = new Date(database.now().getTime() - (restoreDays + 1) * dayMs).toISOString()
    for (const householdId of await database.read({ door: 'jobs' }, (q) => store.deletedBefore(q, before))) {
      await purgeHousehold(database, householdId)
      await database.write(householdId, 'leave no name', (tx) => store.emptyHousehold(tx, householdId))
    }
  },
})
