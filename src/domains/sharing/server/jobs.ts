import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { expireRequests } from './use-cases/end-loans.ts'

/** Stores the status of expired requests, notifies both sides and deletes the reservations. Reads derive the status without it. */
export const borrowExpiryJob = (database: Database): Job => ({
  name: 'borrow expiry',
  everyMs: 30_000,
  run: async (now) => void (await expireRequests(database, now)),
})
