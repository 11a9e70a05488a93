import { findOrAddIngredient } from '#domains/ingredients/server/index.ts'
import { deleteReservation, giveLot, lotWithReserved, receiveLot, undoStock } from '#domains/inventory/server/index.ts'
import { type Change, findChange, markUndone } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { loanGiven, loanReceived } from '../../contract/index.ts'
import * as store from '../store/borrow.ts'
import { insertDebt, undoDebt } from '../store/debts.ts'
import { bothOf, memberIn } from './loan-parties.ts'
import { inUnitOf, refused } from './reserve-for-loan.ts'

/**
 * The food changes hands: out of the lender's lot and into a lot of the borrower's household with its dates, as one change in either log.
 * Throws `not_enough` when the lender has eaten of it since.
 */
export async function complete(tx: Transaction, member: Member, row: store.RequestRow): Promise<void> {
  const now = member.now.toISOString()
  const [lenderId, borrowerId] = bothOf(row)
  if (!(await store.moveRequest(tx, row, 'ACCEPTED', 'COMPLETED', now))) throw await refused(tx, row, now)
  await deleteReservation(tx, lenderId, row.id)
  const lot = await lotWithReserved(tx, lenderId, row.lot_id)
  if (lot?.row.state !== 'active') throw conflict('lot_ended', 'There’s none left. The other household has used it.')
  const milli = await inUnitOf(tx, lot.row, row.milli, row.unit)
  const [lender, borrower] = [await memberIn(tx, member, lenderId), await memberIn(tx, member, borrowerId)]
  const payload = { requestId: row.id }
  await giveLot(tx, lender, loanGiven, lot.row, milli, payload)
  const ingredient = await findOrAddIngredient(tx, borrower, { name: row.food_name, category: row.food_category }, lot.row.unit)
  await receiveLot(tx, borrower, loanReceived, lot.row, ingredient, milli, payload)
  const seqs = { given_seq: tx.recorded.get(lenderId) ?? null, received_seq: tx.recorded.get(borrowerId) ?? null }
  if (!(await store.setChanges(tx, row, null, seqs))) throw new Error('a loan completed twice')
  if (row.offer_id === null) await insertDebt(tx, row, milli, lot.row.unit, now)
}

/**
 * A completed loan taken back, from either side's history: the food returns, as one change in either log. Throws 409 naming what stands in
 * the way on either side. Answers the number of the change in the caller's own log.
 */
export async function giveBack(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { requestId } = change.payload as { requestId: string }
  const [row] = await store.requestsOf(tx, member.householdId, [requestId])
  if (!row) throw notFound()
  const taken = () => conflict('already_undone', 'This has already been undone.')
  const { given_seq: input, received_seq: received } = row
  if (input === null || received === null) throw taken()
  if (!(await store.setChanges(tx, row, input, { given_seq: null, received_seq: null }))) throw taken()
  const [lender, borrower] = bothOf(row)
  const undone = new Map<HouseholdId, number>()
  // The borrower's first: what was eaten there stands in the way more often than anything at the lender's.
  for (const [householdId, seq] of [[borrower, received] as const, [lender, input] as const]) {
    const its = await findChange(tx, householdId, seq)
    if (!its) throw notFound()
    const undoSeq = await undoStock(tx, await memberIn(tx, member, householdId), its, { requestId })
    undone.set(householdId, undoSeq)
    if (householdId !== member.householdId && !(await markUndone(tx, householdId, seq, undoSeq))) throw taken()
  }
  await undoDebt(tx, lender, row.id, member.now.toISOString())
  return undone.get(member.householdId) as number
}
