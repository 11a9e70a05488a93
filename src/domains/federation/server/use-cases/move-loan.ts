import { findIngredient, findOrAddIngredient } from '#domains/ingredients/server/index.ts'
import {
  deleteReservation,
  giveLot,
  insertReservation,
  type LotRow,
  lotWithReserved,
  milliInUnitOf,
  receiveLot,
} from '#domains/inventory/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import { conflict } from '#platform/shared/problem.ts'
import { type LinkedLoanEvent, linkedLoanEvents } from '../../contract/index.ts'
import type { LenderStatement } from '../../contract/messages.ts'
import { isHandedOver, isReserved, isSameState, type LoanState } from '../../rules/loan-state.ts'
import * as store from '../store/loans.ts'
import { actorFor } from './link-access.ts'

export const stateOf = (row: Pick<store.LoanRow, 'borrower_state' | 'lender_state'>): LoanState => ({
  borrower: row.borrower_state,
  lender: row.lender_state,
})

interface Move {
  readonly now: Date
  /** Other columns that change. */
  readonly set: Partial<Pick<store.LoanRow, 'food' | 'peer_statement' | 'user_id'>>
  /** The member who moves it; the server itself if the other household does. */
  readonly member?: Member
  /** The row was just inserted. */
  readonly isNew?: boolean
}

/**
 * Moves a loan to its next state, with the stock and the reservation that follow, and records it. If a member moves it, throws `lot_ended`
 * or `not_enough`. Otherwise it has happened already, so the stock follows as far as there is any.
 */
export async function moveLoan(tx: Transaction, row: store.LoanRow, next: LoanState, move: Move): Promise<void> {
  const before = stateOf(row)
  const { now, member, set } = move
  const state = { borrower_state: next.borrower, lender_state: next.lender }
  if (!(await store.updateLoan(tx, row, { ...set, ...state, updated_at: now.toISOString() })))
    throw conflict('changed_meanwhile', 'Someone else just changed this. Check it and try again.')
  const moved = { ...row, ...set, ...state }
  if (row.side === 'lender') await moveReservation(tx, moved, before, next, now, member !== undefined)
  const seq = isHandedOver(next) && !isHandedOver(before) ? await moveStock(tx, moved, move) : null
  if (seq !== null) await store.updateLoan(tx, moved, { moved_seq: seq })
  const event = eventOf(row, before, next, move.isNew === true)
  // A change of stock is recorded with it.
  if (event === null || (seq !== null && (event === 'given' || event === 'received'))) return
  const lots = row.side === 'lender' && row.lot_id !== null ? [{ lotId: row.lot_id, milli: 0, unit: row.unit, type: 'UPDATE' }] : undefined
  const actor = { householdId: row.household_id, userId: member?.userId ?? null, now }
  await recordChange(tx, actor, linkedLoanEvents[event], { linkedLoanId: row.id, was: before.lender, ...(lots ? { lots } : {}) })
  if (lots) tx.publish(sharingChangedTopic, row.household_id)
}

/** Returns the event of a move; null if nothing that matters to people changed. */
function eventOf(row: store.LoanRow, before: LoanState, next: LoanState, isNew: boolean): LinkedLoanEvent | null {
  if (isNew && next.lender === 'open') return 'asked'
  // Given back after a restore: people were asked before.
  if (isNew && row.side === 'lender' && !isHandedOver(next)) return null
  if (isSameState(before, next)) return null
  // The lender only confirms what the borrower said.
  const isConfirmed = next.lender === before.borrower && row.side === 'borrower'
  if (next.lender !== before.lender && next.lender !== 'open' && !isConfirmed)
    return next.lender !== 'handed_over' ? next.lender : row.side === 'lender' ? 'given' : 'received'
  // What the borrower wants is only done when the lender follows.
  if (next.borrower === before.borrower || row.side === 'lender') return null
  return next.borrower === 'returned' ? 'returned' : 'cancelled'
}

async function moveReservation(
  tx: Transaction,
  row: store.LoanRow,
  before: LoanState,
  next: LoanState,
  now: Date,
  isStrict: boolean,
): Promise<void> {
  if (isReserved(before) === isReserved(next)) return
  if (isReserved(before)) return void (await deleteReservation(tx, row.household_id, row.id))
  const lot = await availableLot(tx, row, isStrict)
  if (lot === null) return
  await insertReservation(tx, {
    household_id: row.household_id,
    id: row.id,
    lot_id: lot.row.id,
    kind: 'borrow',
    milli: lot.milli,
    ref_id: row.id,
    on_date: null,
    created_at: now.toISOString(),
  })
}

/** Returns the lot, and how much of it to reserve or give. Unless strict, that is what there is; null if that's nothing. */
async function availableLot(tx: Transaction, row: store.LoanRow, isStrict: boolean): Promise<{ row: LotRow; milli: number } | null> {
  const lot = row.lot_id === null ? null : await lotWithReserved(tx, row.household_id, row.lot_id)
  const isActive = lot?.row.state === 'active'
  if (!lot || !isActive) {
    if (isStrict) throw conflict('lot_ended', 'There’s none left.')
    return null
  }
  const needed = milliInUnitOf(lot.row, await findIngredient(tx, row.household_id, lot.row.ingredient_id), row.milli, row.unit)
  if (needed === null && isStrict) throw conflict('not_comparable', 'Can’t convert: this item’s unit has changed.')
  // Once it changes hands, what is reserved for others doesn't count: it is there.
  const free = isHandedOver(stateOf(row)) ? lot.row.milli : lot.row.milli - lot.reservedMilli
  if (needed !== null && needed > free && isStrict) throw conflict('not_enough', 'There isn’t that much available.')
  const milli = needed === null ? 0 : Math.min(needed, free)
  return milli > 0 ? { row: lot.row, milli } : null
}

/** Moves the stock of a loan that was handed over. Returns the number of the change; null if there was nothing to move. */
async function moveStock(tx: Transaction, row: store.LoanRow, { now, member }: Move): Promise<number | null> {
  const actor = member ?? (await actorFor(tx, row.household_id, row.user_id, now))
  if (actor === null) return null
  const final = { payload: { linkedLoanId: row.id }, isFinal: true }
  if (row.side === 'lender') {
    const lot = await availableLot(tx, row, member !== undefined)
    if (lot === null) return null
    await giveLot(tx, actor, { event: linkedLoanEvents.given, ...final }, lot.row, lot.milli)
  } else {
    const food = row.food === null ? null : (JSON.parse(row.food) as NonNullable<LenderStatement['food']>)
    // No date of the future makes food look fresher.
    const past = (day: string | null | undefined) => (day && day > actor.today ? actor.today : (day ?? null))
    const ingredient = await findOrAddIngredient(tx, actor, { name: row.food_name, category: row.food_category }, row.unit)
    const from = {
      unit: row.unit,
      storage: food?.storage ?? ingredient.default_storage,
      is_opened: food?.isOpened ? (1 as const) : (0 as const),
      expiration_date: food?.expires ?? null,
      date_kind: food?.dateKind ?? null,
      added_on: past(food?.added) ?? actor.today,
      opened_on: past(food?.opened) ?? (food?.isOpened ? actor.today : null),
      frozen_on: past(food?.frozen),
      frozen_days_left: food?.frozenDaysLeft ?? null,
      thawed_on: past(food?.thawed),
    }
    await receiveLot(tx, actor, { event: linkedLoanEvents.received, ...final }, from, ingredient, row.milli)
  }
  return tx.recorded.get(row.household_id) ?? null
}
