import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { deleteVoidLoans, endOutdatedLinks, expireLinkedLoans } from './use-cases/close-link.ts'

/** Ends links and loans whose time is over. Until then they open nothing. Deletes what was refused long ago. */
export const linkExpiryJob = (database: Database): Job => ({
  name: 'link expiry',
  everyMs: 30_000,
  run: async (now) => {
    const steps = [endOutdatedLinks, expireLinkedLoans, deleteVoidLoans]
    const results = await Promise.allSettled(steps.map((step) => step(database, now)))
    const failed = results.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  },
})
