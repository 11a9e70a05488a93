import { findIngredient } from '#domains/ingredients/server/index.ts'
import { insertReservation, type LotRow, lotWithReserved } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, type Problem } from '#platform/shared/problem.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import { outOfTurn, statusAt } from '../../rules/state.ts'
import * as store from '../store/borrow.ts'

/** Holds back what a request is about: `milli` in its unit. Throws `not_enough` when that much is not free. */
export async function promise(
  tx: Transaction,
  row: Pick<store.RequestRow, 'household_id' | 'id' | 'lot_id' | 'unit'>,
  milli: number,
  now: string,
): Promise<void> {
  const lender = row.household_id as HouseholdId
  const lot = await lotWithReserved(tx, lender, row.lot_id)
  if (lot?.row.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  const free = lot.row.milli - lot.heldMilli + (await store.lapsedMilli(tx, lender, row.lot_id, now))
  const wanted = await inUnitOf(tx, lot.row, milli, row.unit)
  if (wanted > free) throw conflict('not_enough', 'There isn’t that much available.')
  await insertReservation(tx, {
    household_id: lender,
    id: row.id,
    lot_id: row.lot_id,
    kind: 'borrow',
    milli: wanted,
    ref_id: row.id,
    created_at: now,
  })
}

/** Thousandths of the lot's unit. Throws `not_comparable` when the lot has been measured otherwise since. */
export async function inUnitOf(tx: Transaction, lot: LotRow, milli: number, unit: Unit): Promise<number> {
  const ingredient = await findIngredient(tx, lot.household_id as HouseholdId, lot.ingredient_id)
  const converted = convertMilli(milli, unit, lot.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
  if (converted === null) throw conflict('not_comparable', 'Can’t convert: this item’s unit has changed.')
  return Math.max(1, converted)
}

/** Somebody was faster, or the clock. */
export async function refused(tx: Transaction, row: store.RequestRow, now: string): Promise<Problem> {
  return outOfTurn(statusAt(await store.shownRequest(tx, row.household_id, row.id), now))
}
