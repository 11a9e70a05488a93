import { sql } from 'kysely'
import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import { bulkInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'
import { isOnList, type ListChoice } from './lists.ts'

export type ItemRow = ShoppingTables['shopping_items']

const on = (q: Reader) => q.on<ShoppingTables>()
const isListed = sql<boolean>`state = 'listed'`

/** Finds rows by id, in any state. Skips unknown ids. */
export const findRows = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('shopping_items').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns the rows on a list, oldest first. */
export const listedRows = (q: Reader, householdId: HouseholdId, list: ListChoice): Promise<ItemRow[]> =>
  on(q)
    .selectFrom('shopping_items')
    .selectAll()
    .where('household_id', '=', householdId)
    .where(isListed)
    .where(isOnList(householdId, 'list_id', list))
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns those of the ingredients that are on the list in rows by a person, not by the generator. */
export async function filterManuallyListed(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('shopping_items')
    .select('ingredient_id')
    .where('household_id', '=', householdId)
    .where('ingredient_id', 'in', ingredientIds)
    .where('state', '=', 'listed')
    .where('by_rule', '=', 0)
    .execute()
  return rows.flatMap(({ ingredient_id }) => ingredient_id ?? [])
}

/** Whether rows on a list are to be bought in a store. */
export async function hasRowsFor(q: Reader, householdId: HouseholdId, storeId: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('shopping_items')
    .select('id')
    .where('household_id', '=', householdId)
    .where(isListed)
    .where('store_ids', 'like', `%"${storeId}"%`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Few enough for one statement. */
const maxKeys = 1024

export type Remembered = Pick<ItemRow, 'note' | 'store_ids'>

/** Returns the note and the stores of the last row about each of these things, if one ever had some, by the key of its name. */
export async function lastNotesAndStores(
  q: Reader,
  householdId: HouseholdId,
  foodKeys: readonly string[],
): Promise<Map<string, Remembered>> {
  const keys = [...new Set(foodKeys)]
  const remembered = new Map<string, Remembered>()
  for (let from = 0; from < keys.length; from += maxKeys) {
    const some = padInList(keys.slice(from, from + maxKeys))
    const rows = await on(q)
      .selectFrom('shopping_items')
      .select(['food_key', 'note', 'store_ids'])
      .where('household_id', '=', householdId)
      .where('state', '<>', 'merged')
      .where('food_key', 'in', (eb) =>
        eb
          .selectFrom('shopping_items as noted')
          .select('noted.food_key')
          .where('noted.household_id', '=', householdId)
          .where('noted.food_key', 'in', some)
          .where(sql<boolean>`(noted.note <> '' or noted.store_ids <> '[]')`),
      )
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    for (const { food_key, ...row } of rows) remembered.set(food_key, row)
  }
  return remembered
}

/** Returns unchecked rows of any list with this ingredient or name. */
export const openRowsOf = (
  q: Reader,
  householdId: HouseholdId,
  { ingredientId, ingredientKey }: { ingredientId: string | null; ingredientKey: string },
): Promise<ItemRow[]> =>
  on(q)
    .selectFrom('shopping_items')
    .selectAll()
    .where('household_id', '=', householdId)
    .where(isListed)
    .where('is_checked', '=', 0)
    .where(({ eb, or }) => or([eb('food_key', '=', ingredientKey), eb('ingredient_id', '=', ingredientId)]))
    .execute()

/** Returns the rows that were merged into a row. */
export const rowsMergedInto = (q: Reader, householdId: HouseholdId, id: string): Promise<ItemRow[]> =>
  on(q)
    .selectFrom('shopping_items')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('merged_into', '=', id)
    .where('state', '=', 'merged')
    .execute()

export const insertRows = bulkInserter<ItemRow>('shopping_items')

const changing = [
  'ingredient_id',
  'name',
  'food_key',
  'category',
  'milli',
  'unit',
  'priority',
  'reason',
  'cause',
  'by_rule',
  'note',
  'store_ids',
  'list_id',
  'is_checked',
  'checked_at',
  'checked_by',
  'checked_store',
  'state',
  'merged_into',
  'updated_at',
] as const
/** The mutable columns of a row. */
export type Fields = Pick<ItemRow, Exclude<(typeof changing)[number], 'updated_at'>>

/** The state of a row that was just added to the default list. */
export const newRowState: Pick<Fields, 'list_id' | 'is_checked' | 'checked_at' | 'checked_by' | 'checked_store' | 'state' | 'merged_into'> =
  { list_id: null, is_checked: 0, checked_at: null, checked_by: null, checked_store: null, state: 'listed', merged_into: null }

const updateText = `update shopping_items set ${changing.map((column) => `${column} = ?`).join(', ')}, version = version + 1
  where household_id = ? and id = ? and version = ? returning id`

/** Updates a row if it still has `row.version`; returns false otherwise. A prepared statement, because generating a list writes thousands. */
export async function updateRow(tx: Transaction, row: ItemRow): Promise<boolean> {
  const { household_id: household, id, version } = row
  return (await tx.rows(updateText, [...changing.map((column) => row[column]), household, id, version])).length === 1
}

/** Returns the categories in which this person has checked rows off since `since`, in that store if one is given, by first check. */
export async function listCategoriesCheckedSince(
  q: Reader,
  householdId: HouseholdId,
  { userId, since, storeId }: { userId: string; since: string; storeId?: string },
): Promise<string[]> {
  const query = on(q)
    .selectFrom('shopping_items')
    .select('category')
    .where('household_id', '=', householdId)
    .where('checked_by', '=', userId)
    .where('checked_at', '>=', since)
    .where('is_checked', '=', sql.lit(1))
  const rows = await (storeId === undefined ? query : query.where('checked_store', '=', storeId))
    .groupBy('category')
    .orderBy(({ fn }) => fn.min('checked_at'))
    .orderBy('category')
    .execute()
  return rows.map(({ category }) => category)
}

/** Returns rows that were checked off and cleared since `since`, oldest first: bought, but not put away. */
export const clearedSince = (q: Reader, householdId: HouseholdId, since: string) =>
  on(q)
    .selectFrom('shopping_items')
    .select(['ingredient_id', 'food_key', 'name', 'category', 'milli', 'unit', 'updated_at'])
    .where('household_id', '=', householdId)
    .where('state', '=', sql.lit('cleared'))
    .where('updated_at', '>=', since)
    .orderBy('updated_at')
    .orderBy('id')
    .execute()

export type ClearedRow = Awaited<ReturnType<typeof clearedSince>>[number]

export const shoppingItemReferences = ingredientReferences('shopping_items', 'id')
