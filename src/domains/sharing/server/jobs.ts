import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { expireRequests } from './use-cases/end-loan.ts'

/** Reads take a request that is over for what it is; this writes it down, tells both sides and lets go what was promised. */
export const expireBorrowing = (database: Database): Job => ({
  name: 'borrow expiry',
  everyMs: 30_000,
  run: async (now) => void (await expireRequests(database, now)),
})
