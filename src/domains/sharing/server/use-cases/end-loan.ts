import { addCircleEvent, type LoansOfCircle } from '#domains/circles/server/index.ts'
import { deleteReservation } from '#domains/inventory/server/index.ts'
import type { Actor } from '#platform/server/changes/log.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { borrowCancelled, borrowExpired } from '../../contract/index.ts'
import * as store from '../store/borrow.ts'
import { withdrawIn } from '../store/offers.ts'
import { bothOf, crossHousehold, recordBoth } from './loan-parties.ts'

/** What ends with a tie of a circle: open requests made through it, which lets go what was promised, and offers. */
export const loansOfCircle: LoansOfCircle = {
  async reach(q, ending) {
    return [...new Set((await store.requestsEndingWith(q, ending)).flatMap(bothOf))]
  },
  async end(tx, caller, ending, households) {
    const rows = await store.requestsEndingWith(tx, ending)
    if (rows.some((row) => bothOf(row).some((id) => !households.includes(id)))) return false
    for (const row of rows) await cut(tx, caller, row)
    if (ending.userId !== undefined) return true
    for (const id of await withdrawIn(tx, ending.circleId, ending.householdId ?? null))
      await addCircleEvent(tx, caller, ending.circleId, 'offer_over', { offer: { id } })
    return true
  },
}

async function cut(tx: Transaction, actor: Omit<Actor, 'householdId'>, row: store.RequestRow): Promise<void> {
  if (!(await store.cutRequest(tx, row, actor.now.toISOString()))) return
  await deleteReservation(tx, row.household_id as HouseholdId, row.id)
  await recordBoth(tx, actor, row, borrowCancelled, { was: row.status })
}

const maxAtOnce = 200

/**
 * Writes down what is over: requests past their date, accepted ones nobody fetched, those of a household that is gone. Each in a transaction
 * of its two households, conditional on its state: it may run in several processes. Answers how many it ended.
 */
export async function expireRequests(database: Database, now: Date): Promise<number> {
  const rows = await database.read(crossHousehold, (q) => store.requestsOver(q, now.toISOString(), maxAtOnce))
  const actor = { userId: null, now }
  let ended = 0
  for (const row of rows) {
    const isEnded = await database.write(bothOf(row), 'borrow expiry', async (tx) => {
      if (row.is_cut === 1) {
        await cut(tx, actor, row)
        return true
      }
      if (!(await store.moveRequest(tx, row, row.status, 'EXPIRED', now.toISOString()))) return false
      await deleteReservation(tx, row.household_id as HouseholdId, row.id)
      await recordBoth(tx, actor, row, borrowExpired, { was: row.status })
      return true
    })
    if (isEnded) ended++
  }
  return ended
}

/** Somebody goes for good: what they wrote to a lender from this household goes with them. */
export const forgetMessages = (tx: Transaction, householdId: HouseholdId, { userId }: Caller): Promise<void> =>
  store.dropMessages(tx, householdId, userId)
