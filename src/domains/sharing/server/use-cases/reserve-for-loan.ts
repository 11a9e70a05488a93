import { findIngredient } from '#domains/ingredients/server/index.ts'
import { insertReservation, type LotRow, lotWithReserved } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { conflict, type Problem } from '#platform/shared/problem.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import { statusAt, transitionConflict } from '../../rules/state.ts'
import * as store from '../store/borrow.ts'

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
  const needed = await inUnitOf(tx, lot.row, milli, row.unit)
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
export async function inUnitOf(tx: Transaction, lot: LotRow, milli: number, unit: Unit): Promise<number> {
  const ingredient = await findIngredient(tx, lot.household_id, lot.ingredient_id)
  const converted = convertMilli(milli, unit, lot.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
  if (converted === null) throw conflict('not_comparable', 'Can’t convert: this item’s unit has changed.')
  return Math.max(1, converted)
}

/** Returns the 409 for a request whose status changed in the meantime. */
export async function statusConflict(tx: Transaction, row: store.RequestRow, now: string): Promise<Problem> {
  return transitionConflict(statusAt(await store.shownRequest(tx, row.household_id, row.id), now))
}
