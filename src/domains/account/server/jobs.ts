import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { deleteExpired } from './store/sign-in.ts'

/** Deletes ended sessions and expired mailed tokens every 6 hours. */
export const expiredSessionsJob = (database: Database): Job => ({
  name: 'ended sessions',
  everyMs: 6 * 3_600_000,
  // Uses the database's clock: this process's may be wrong, and deletion can't be undone.
  run: () => deleteExpired(database, database.now()),
})
