import type { Database } from '#platform/server/database/index.ts'
import { purgeHousehold } from '#platform/server/database/table-scan.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { restoreDays } from '../contract/index.ts'
import * as store from './store/index.ts'
import * as invites from './store/invites.ts'
import { renewInvite } from './use-cases/household.ts'
import type { InviteCodes } from './use-cases/invite-code.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const renewedAtOnce = 100

/** Gives every household a new invite code whose old one an upgrade ended; its owners are notified. */
export const renewEndedInvites = (database: Database, codes: InviteCodes): Job => ({
  name: 'ended invite codes',
  everyMs: hourMs,
  concurrent: true,
  async run(now) {
    let last = ''
    for (;;) {
      const after = last
      const ended = await database.read({ crossHousehold: 'jobs' }, (q) => invites.withEndedInvite(q, after, renewedAtOnce))
      for (const { id } of ended) await database.write(id, 'renew invite code', (tx) => renewInvite(tx, codes, id, now))
      last = ended.at(-1)?.id ?? ''
      if (last === '') return
    }
  },
})

/** A household that can be brought back no more is taken out, to its last row. */
export const eraseDeleted = (database: Database): Job => ({
  name: 'deleted households',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    // A day later than promised, and not by this process's clock, which may have jumped a moment ago: what is erased is gone.
    const before = new Date(database.now().getTime() - (restoreDays + 1) * dayMs).toISOString()
    for (const householdId of await database.read({ crossHousehold: 'jobs' }, (q) => store.deletedBefore(q, before))) {
      await purgeHousehold(database, householdId)
      await database.write(householdId, 'leave no name', (tx) => store.emptyHousehold(tx, householdId))
    }
  },
})
