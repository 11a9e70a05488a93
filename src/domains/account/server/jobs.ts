import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { deleteExpired } from './store/index.ts'

/** Sessions and mailed tokens that are over are of no use to anybody but a thief. */
export const deleteExpiredSessions = (database: Database): Job => ({
  name: 'ended sessions',
  everyMs: 6 * 3_600_000,
  // Not by this process's clock, which may have jumped a moment ago: what is dropped is gone.
  run: () => deleteExpired(database, database.now()),
})
