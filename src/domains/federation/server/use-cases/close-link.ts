import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { forEachRow } from '#platform/server/jobs/for-each-row.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { type HouseholdLink, linkEnded } from '../../contract/index.ts'
import { closeLoan, moveLender } from '../../rules/loan-state.ts'
import * as links from '../store/links.ts'
import * as loans from '../store/loans.ts'
import { offersOfLink, replaceOffers } from '../store/offers.ts'
import { moveLoan, stateOf } from './move-loan.ts'

const openStates = ['invited', 'joining', 'waiting', 'active'] as const

interface Ending {
  readonly by: NonNullable<HouseholdLink['endedBy']>
  /** Null if the server itself ends it, or the other household does. */
  readonly userId: UserId | null
  readonly now: Date
}

/**
 * Ends a link at once: this side cancels its part of open loans, and what the other household shares is forgotten. What is owed stays owed.
 * Returns false if it was ended before. Has the other server told unless it knows.
 */
export async function closeLink(tx: Transaction, link: links.HouseholdLinkRow, { by, userId, now }: Ending): Promise<boolean> {
  const at = now.toISOString()
  const isTold = by === 'them' || by === 'linked' || link.peer_link_id === null
  const set = {
    state: 'ended',
    ended_at: at,
    ended_by: by,
    due_at: isTold ? null : at,
    token_hash: null,
    token_box: null,
    attempts: 0,
  } as const
  if (!(await links.updateLink(tx, link, openStates, set))) return false
  for (const loan of await loans.openLoansOfLink(tx, link.household_id, link.id)) {
    const next = closeLoan(loan.side, stateOf(loan))
    if (next) await moveLoan(tx, loan, next, { now, set: {} })
  }
  const gone = (await offersOfLink(tx, link.household_id, link.id)).map(({ id }) => id)
  await replaceOffers(tx, link.household_id, link.id, { gone, changed: [] })
  await recordChange(tx, { householdId: link.household_id, userId, now }, linkEnded, { linkId: link.id, by })
  return true
}

const maxAtOnce = 100

/** Ends links whose invitation expired, and those of households that are no longer in the circle. Returns how many. */
export async function endOutdatedLinks(database: Database, now: Date): Promise<number> {
  const rows = await database.read({ crossHousehold: 'jobs' }, (q) => links.linksToEnd(q, now.toISOString(), maxAtOnce))
  let ended = 0
  await forEachRow(rows, async (row) => {
    const by = row.isInCircle ? 'expired' : 'us'
    if (await database.write(row.household_id, 'end a link', (tx) => closeLink(tx, row, { by, userId: null, now }))) ended++
  })
  return ended
}

/** How long a household sees requests that were refused or expired. */
const keptMs = 90 * 86_400_000

/** Deletes requests that were refused or expired long ago. Nothing changed hands, and servers don't compare them. Returns how many. */
export async function deleteVoidLoans(database: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptMs).toISOString()
  const rows = await database.read({ crossHousehold: 'jobs' }, (q) => loans.voidLoans(q, before, maxAtOnce))
  await forEachRow(
    Map.groupBy(rows, (row) => row.household_id),
    ([householdId, group]) =>
      database.write(householdId, 'delete old requests', async (tx) => {
        for (const row of group) await loans.deleteLoan(tx, row)
      }),
  )
  return rows.length
}

/** How long after `expires_at` an accepted loan can still be handed over. */
const graceMs = 7 * 86_400_000

/** Expires requests that no one answered, and accepted ones that were not picked up. Returns how many. */
export async function expireLinkedLoans(database: Database, now: Date): Promise<number> {
  const fetchedBefore = new Date(now.getTime() - graceMs).toISOString()
  const rows = await database.read({ crossHousehold: 'jobs' }, (q) => loans.loansToExpire(q, now.toISOString(), fetchedBefore, maxAtOnce))
  await forEachRow(rows, (row) =>
    database.write(row.household_id, 'expire a loan', async (tx) => {
      const next = moveLender(stateOf(row), 'expired')
      if (!next) return
      await moveLoan(tx, row, next, { now, set: {} })
      await links.updateLink(tx, { household_id: row.household_id, id: row.link_id }, ['active'], {
        due_at: now.toISOString(),
        changed_at: now.toISOString(),
      })
    }),
  )
  return rows.length
}
