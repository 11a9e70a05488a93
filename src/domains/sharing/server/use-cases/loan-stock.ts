import { findIngredient, findOrAddIngredient } from '#domains/ingredients/server/index.ts'
import {
  deleteReservation,
  giveLot,
  insertReservation,
  type LotRow,
  lotWithReserved,
  milliInUnitOf,
  receiveLot,
  undoStockChange,
} from '#domains/inventory/server/index.ts'
import { type Change, findChange, markUndone } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, type Problem } from '#platform/shared/problem.ts'
import type { Unit } from '#platform/shared/units.ts'
import { loanGiven, loanReceived } from '../../contract/index.ts'
import { statusAt, transitionConflict } from '../../rules/borrow-request-status.ts'
import * as store from '../store/borrow.ts'
import { closeDebtOfUndoneLoan, insertDebt } from '../store/debts.ts'
import { asMemberOf, partiesOf } from './record-loan-changes.ts'

/** Reserves `milli` thousandths of the request's unit. Throws `lot_ended`, or `not_enough` if that much is not available. */
export async function reserveForLoan(
  tx: Transaction,
  row: Pick<store.RequestRow, 'household_id' | 'id' | 'lot_id' | 'unit'>,
  milli: number,
  now: string,
): Promise<void> {
  const lender = row.household_id
  const lot = await lotWithReserved(tx, lender, row.lot_id)
  if (lot?.row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  const free = lot.row.milli - lot.reservedMilli + (await store.lapsedMilli(tx, lender, row.lot_id, now))
  const needed = await toUnitOfLot(tx, lot.row, milli, row.unit)
  if (needed > free) throw conflict('not_enough', 'There isn’t that much available.')
  await insertReservation(tx, {
    household_id: lender,
    id: row.id,
    lot_id: row.lot_id,
    kind: 'borrow',
    milli: needed,
    ref_id: row.id,
    on_date: null,
    created_at: now,
  })
}

/** Converts to thousandths of the lot's unit. Throws `not_comparable` if the lot's unit changed to one that can't be converted. */
async function toUnitOfLot(tx: Transaction, lot: LotRow, milli: number, unit: Unit): Promise<number> {
  const ingredient = await findIngredient(tx, lot.household_id, lot.ingredient_id)
  const converted = milliInUnitOf(lot, ingredient, milli, unit)
  if (converted === null) throw conflict('not_comparable', 'Can’t convert: this item’s unit has changed.')
  return converted
}

/** Returns the 409 for a request whose status changed in the meantime. */
export async function statusConflict(tx: Transaction, row: store.RequestRow, now: string): Promise<Problem> {
  return transitionConflict(statusAt(await store.shownRequest(tx, row.household_id, row.id), now))
}

/**
 * Moves the quantity from the lender's lot to a new lot of the borrower, keeping its dates, as one change in each log. Throws `lot_ended`,
 * or `not_enough` if the lender has used some of it since.
 */
export async function completeLoan(tx: Transaction, member: Member, row: store.RequestRow): Promise<void> {
  const now = member.now.toISOString()
  const [lenderId, borrowerId] = partiesOf(row)
  if (!(await store.updateStatus(tx, row, 'ACCEPTED', 'COMPLETED', now))) throw await statusConflict(tx, row, now)
  await deleteReservation(tx, lenderId, row.id)
  const lot = await lotWithReserved(tx, lenderId, row.lot_id)
  if (lot?.row.state !== 'active') throw conflict('lot_ended', 'There’s none left. The other household has used it.')
  const milli = await toUnitOfLot(tx, lot.row, row.milli, row.unit)
  const [lender, borrower] = [await asMemberOf(tx, member, lenderId), await asMemberOf(tx, member, borrowerId)]
  const payload = { requestId: row.id }
  await giveLot(tx, lender, { event: loanGiven, payload }, lot.row, milli)
  const ingredient = await findOrAddIngredient(tx, borrower, { name: row.food_name, category: row.food_category }, lot.row.unit)
  await receiveLot(tx, borrower, { event: loanReceived, payload }, lot.row, ingredient, milli)
  const seqs = { given_seq: tx.recorded.get(lenderId) ?? null, received_seq: tx.recorded.get(borrowerId) ?? null }
  if (!(await store.setChangeSeqs(tx, row, null, seqs))) throw new Error('a loan completed twice')
  if (row.offer_id === null) await insertDebt(tx, row, milli, lot.row.unit, now)
}

/**
 * Undoes a completed loan from either side's history. Returns the seq of the undo in the caller's log. Throws 409 with the reason if
 * either side's stock has changed since.
 */
export async function undoLoan(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { requestId } = change.payload as { requestId: string }
  const [row] = await store.findRequests(tx, member.householdId, [requestId])
  if (!row) throw notFound()
  const alreadyUndone = () => conflict('already_undone', 'This has already been undone.')
  const { given_seq: givenSeq, received_seq: receivedSeq } = row
  if (givenSeq === null || receivedSeq === null) throw alreadyUndone()
  if (!(await store.setChangeSeqs(tx, row, givenSeq, { given_seq: null, received_seq: null }))) throw alreadyUndone()
  const [lender, borrower] = partiesOf(row)
  const undone = new Map<HouseholdId, number>()
  // Starts with the borrower, whose side is more likely to fail because some was used.
  for (const [householdId, seq] of [[borrower, receivedSeq] as const, [lender, givenSeq] as const]) {
    const ownChange = await findChange(tx, householdId, seq)
    if (!ownChange) throw notFound()
    const undoSeq = await undoStockChange(tx, await asMemberOf(tx, member, householdId), ownChange, { requestId })
    undone.set(householdId, undoSeq)
    if (householdId !== member.householdId && !(await markUndone(tx, householdId, seq, undoSeq))) throw alreadyUndone()
  }
  await closeDebtOfUndoneLoan(tx, lender, row.id, member.now.toISOString())
  return undone.get(member.householdId) as number
}
