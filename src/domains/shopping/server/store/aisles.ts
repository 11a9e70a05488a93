import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { AislePair } from '../../rules/aisle-order.ts'
import type { ShoppingTables } from '../tables.ts'

const on = (q: Reader) => q.on<ShoppingTables>()

/** Returns the order a household set by hand, or an empty list. */
export async function arrangedAisles(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('shopping_aisles')
    .select('category')
    .where('household_id', '=', householdId)
    .orderBy('place')
    .execute()
  return rows.map(({ category }) => category)
}

export const aislePairs = (q: Reader, householdId: HouseholdId): Promise<AislePair[]> =>
  on(q).selectFrom('shopping_steps').select(['first', 'second', 'net']).where('household_id', '=', householdId).execute()

export const saveAislePair = (tx: Transaction, householdId: HouseholdId, { first, second, net }: AislePair) =>
  on(tx)
    .insertInto('shopping_steps')
    .values({ household_id: householdId, first, second, net })
    .onConflict((conflict) => conflict.columns(['household_id', 'first', 'second']).doUpdateSet({ net }))
    .execute()

/** Stores an order set by hand and deletes the learned one. */
export async function putAisles(tx: Transaction, householdId: HouseholdId, order: readonly string[]): Promise<void> {
  await on(tx).deleteFrom('shopping_steps').where('household_id', '=', householdId).execute()
  await on(tx).deleteFrom('shopping_aisles').where('household_id', '=', householdId).execute()
  if (order.length === 0) return
  await on(tx)
    .insertInto('shopping_aisles')
    .values(order.map((category, place) => ({ household_id: householdId, category, place })))
    .execute()
}
