import { sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

type CauseRow = ShoppingTables['restock_causes']

/** Returns whether the household's list writes itself. */
export async function restocksList(q: Reader, householdId: HouseholdId): Promise<boolean> {
  const row = await q.on<HouseholdViews>().selectFrom('households').select('restocks_list').where('id', '=', householdId).executeTakeFirst()
  return row?.restocks_list === 1
}

/**
 * Returns the causes that the list has seen, each with what became of its row. A later row about the same thing counts too: one that was typed or
 * generated after the first was taken off, and put away before the list was planned again.
 */
export const listCauses = (q: Reader, householdId: HouseholdId) =>
  q
    .on<ShoppingTables>()
    .selectFrom('restock_causes as causes')
    .innerJoin('shopping_items as items', (join) =>
      join.onRef('items.household_id', '=', 'causes.household_id').onRef('items.id', '=', 'causes.item_id'),
    )
    .select(['causes.id', 'causes.ingredient_id as ingredientId', 'causes.item_id as itemId'])
    .select(
      sql<0 | 1>`case when items.state = 'put_away' or exists (
        select 1 from shopping_items as later
        where later.household_id = ${householdId} and later.food_key = items.food_key
          and later.state = 'put_away' and later.updated_at > items.updated_at
      ) then 1 else 0 end`.as('is_put_away'),
    )
    .where('causes.household_id', '=', householdId)
    .execute()

export async function deleteCauses(tx: Transaction, householdId: HouseholdId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .on<ShoppingTables>()
    .deleteFrom('restock_causes')
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(ids))
    .execute()
}

export async function insertCauses(tx: Transaction, rows: readonly CauseRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .on<ShoppingTables>()
      .insertInto('restock_causes')
      .values([...rows])
      .execute()
}

export const restockCauseReferences = ingredientReferences('restock_causes', 'id')
