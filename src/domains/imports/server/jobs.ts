import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { importsDue } from './store.ts'
import { continueImport } from './use-cases/run-import.ts'

/** Brings in what somebody said yes to, and takes it back, in whichever process does the work by the clock. */
export function importsJob(database: Database, limits: QuotaLimits): Job & { close(): void } {
  let isClosed = false
  let turn: Promise<void> | null = null

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
    // Whoever wants it done while it is at it waits for the same end.
    run(now) {
      turn ??= work(now).finally(() => {
        turn = null
      })
      return turn
    },
  }
}
