import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { deleteImport, importsDue, previewsBefore } from './store.ts'
import { continueImport } from './use-cases/continue-import.ts'

const dayMs = 86_400_000
const keptDays = 7

/** Deletes previews that were not started within a week: they hold health data. */
export const previewExpiryJob = (database: Database): Job => ({
  name: 'import previews',
  everyMs: dayMs / 48,
  concurrent: true,
  async run(now) {
    const before = new Date(now.getTime() - keptDays * dayMs).toISOString()
    for (const { household_id, id } of await database.read({ crossHousehold: 'jobs' }, (q) => previewsBefore(q, before)))
      await database.write(household_id, 'expire preview', (tx) => deleteImport(tx, household_id, id, 'preview'))
  },
})

/** Runs and undoes imports until none are left. */
export function importsJob(database: Database, limits: QuotaLimits): Job & { close(): void } {
  let isClosed = false
  let currentRun: Promise<void> | null = null

  async function work(now: Date): Promise<void> {
    while (!isClosed) {
      const [due] = await database.read({ crossHousehold: 'jobs' }, (q) => importsDue(q))
      if (!due) return
      await continueImport(database, limits, due, now, () => isClosed)
    }
  }

  return {
    name: 'imports',
    everyMs: 2_000,
    concurrent: true,
    onSettle: true,
    close() {
      isClosed = true
    },
    // Concurrent calls share one run.
    run(now) {
      currentRun ??= work(now).finally(() => {
        currentRun = null
      })
      return currentRun
    },
  }
}
