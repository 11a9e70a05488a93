import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import { convertMilli } from '#platform/shared/units.ts'
import type { LotRow } from '../store/lots.ts'
import * as store from '../store/reservations.ts'

/**
 * A lot is kept in another unit from now on: what is promised of it in loans stays as much as it was. Throws `promised_in_unit` where nobody
 * knows how much that is.
 */
export async function convertReservations(
  tx: Transaction,
  householdId: HouseholdId,
  before: Pick<LotRow, 'id' | 'unit'>,
  after: Pick<LotRow, 'unit' | 'ingredient_id'>,
): Promise<void> {
  const promised = await store.planReservationsOf(tx, householdId, before.id)
  if (promised.length === 0) return
  const ingredient = await findIngredient(tx, householdId, after.ingredient_id)
  for (const { id, milli } of promised) {
    const converted = convertMilli(milli, before.unit, after.unit, ingredient ? JSON.parse(ingredient.conversions) : [])
    if (converted === null)
      throw conflict('promised_in_unit', 'Part of this is reserved for another household and can’t be converted to the new unit.')
    await store.setHeld(tx, householdId, id, Math.max(1, converted))
  }
}
