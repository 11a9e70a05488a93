import { addCircleEvent, type CircleLoanCloser } from '#domains/circles/server/index.ts'
import { deleteReservation } from '#domains/inventory/server/index.ts'
import type { Actor } from '#platform/server/changes/change-log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { borrowCancelled, borrowExpired } from '../../contract/index.ts'
import * as store from '../store/borrow.ts'
import { withdrawCircleOffers } from '../store/offers.ts'
import { partiesOf, recordInBothLogs, sharingScope } from './record-loan-changes.ts'

/** Cancels the requests and withdraws the offers that depended on a circle, link or membership that ends. */
export const circleLoanCleanup: CircleLoanCloser = {
  async reach(q, ending) {
    return [...new Set((await store.listRequestsToEnd(q, ending)).flatMap(partiesOf))]
  },
  async end(tx, caller, ending, households) {
    const rows = await store.listRequestsToEnd(tx, ending)
    if (rows.some((row) => partiesOf(row).some((id) => !households.includes(id)))) return false
    for (const row of rows) await cancelLoan(tx, caller, row)
    if (ending.userId !== undefined) return true
    for (const id of await withdrawCircleOffers(tx, ending.circleId, ending.householdId ?? null))
      await addCircleEvent(tx, caller, ending.circleId, 'offer_over', { offer: { id } })
    return true
  },
}

async function cancelLoan(tx: Transaction, actor: Omit<Actor, 'householdId'>, row: store.RequestRow): Promise<void> {
  if (!(await store.cancelRequest(tx, row, actor.now.toISOString()))) return
  await deleteReservation(tx, row.household_id, row.id)
  await recordInBothLogs(tx, actor, row, borrowCancelled, { was: row.status })
}

const maxAtOnce = 200

/**
 * Ends requests that expired, were not picked up in time, or whose household was deleted, and returns how many. Safe to run in several
 * processes at once: each request is updated in its own transaction, only if its status is unchanged.
 */
export async function expireRequests(database: Database, now: Date): Promise<number> {
  const rows = await database.read(sharingScope, (q) => store.requestsToExpire(q, now.toISOString(), maxAtOnce))
  const actor = { userId: null, now }
  let ended = 0
  for (const row of rows) {
    const isEnded = await database.write(partiesOf(row), 'borrow expiry', async (tx) => {
      if (row.has_deleted_household === 1) {
        await cancelLoan(tx, actor, row)
        return true
      }
      if (!(await store.updateStatus(tx, row, row.status, 'EXPIRED', now.toISOString()))) return false
      await deleteReservation(tx, row.household_id, row.id)
      await recordInBothLogs(tx, actor, row, borrowExpired, { was: row.status })
      return true
    })
    if (isEnded) ended++
  }
  return ended
}

/** Account-deletion hook: deletes the messages that the user wrote to lenders from this household. */
export const deleteMessagesToLenders = (tx: Transaction, householdId: HouseholdId, { userId }: AuthenticatedUser): Promise<void> =>
  store.deleteMessages(tx, householdId, userId)
