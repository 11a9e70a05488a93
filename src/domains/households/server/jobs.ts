import { purgeHousehold } from '#platform/server/database/household-rows.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { restoreDays } from '../contract/index.ts'
import * as store from './store/index.ts'
import * as invites from './store/invites.ts'
import type { InviteCodes } from './use-cases/invite-code.ts'
import { replaceEndedInvite } from './use-cases/manage-household.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const batchSize = 100

/** Replaces the invite codes that an upgrade ended and notifies the owners. */
export const inviteRenewalJob = (database: Database, codes: InviteCodes): Job => ({
  name: 'ended invite codes',
  everyMs: hourMs,
  concurrent: true,
  async run(now) {
    let last = ''
    for (;;) {
      const after = last
      const ended = await database.read({ crossHousehold: 'jobs' }, (q) => invites.householdsWithEndedInvite(q, after, batchSize))
      for (const { id } of ended) await database.write(id, 'renew invite code', (tx) => replaceEndedInvite(tx, codes, id, now))
      last = ended.at(-1)?.id ?? ''
      if (last === '') return
    }
  },
})

/** Erases the rows of households that can no longer be restored. */
export const householdErasureJob = (database: Database): Job => ({
  name: 'deleted households',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    // A day late and by the database's clock: this process's may be wrong, and erasing can't be undone.
    const before = new Date(database.now().getTime() - (restoreDays + 1) * dayMs).toISOString()
    for (const householdId of await database.read({ crossHousehold: 'jobs' }, (q) => store.householdsToErase(q, before))) {
      await purgeHousehold(database, householdId)
      await database.write(householdId, 'leave no name', (tx) => store.anonymizeHousehold(tx, householdId))
    }
  },
})
