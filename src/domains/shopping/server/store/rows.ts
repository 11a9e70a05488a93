import { bulkInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type ItemRow = ShoppingTables['shopping_items']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Finds rows by id, in any state. Skips unknown ids. */
export const findRows = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('shopping_items').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns the rows on the list, oldest first. */
export const listedRows = (q: Reader, householdId: HouseholdId): Promise<ItemRow[]> =>
  q.rows(`select * from shopping_items where household_id = ? and state = 'listed' order by created_at, id`, [householdId])

/** Returns those of the ingredients that are on the list in rows by a person, not by the generator. */
export async function wantedIngredients(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<string[]> {
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

/** Returns unchecked rows with this ingredient or name. */
export const openRowsOf = (
  q: Reader,
  householdId: HouseholdId,
  { ingredientId, ingredientKey }: { ingredientId: string | null; ingredientKey: string },
): Promise<ItemRow[]> =>
  q.rows(
    `select * from shopping_items where household_id = ? and state = 'listed' and is_checked = 0 and (food_key = ? or ingredient_id = ?)`,
    [householdId, ingredientKey, ingredientId],
  )

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
  'is_checked',
  'checked_at',
  'checked_by',
  'state',
  'merged_into',
  'updated_at',
] as const
/** The mutable columns of a row. */
export type Fields = Pick<ItemRow, Exclude<(typeof changing)[number], 'updated_at'>>

const updateText = `update shopping_items set ${changing.map((column) => `${column} = ?`).join(', ')}, version = version + 1
  where household_id = ? and id = ? and version = ? returning id`

/** Updates a row if it still has `row.version`; returns false otherwise. A prepared statement, because generating a list writes thousands. */
export async function updateRow(tx: Transaction, row: ItemRow): Promise<boolean> {
  const { household_id: household, id, version } = row
  return (await tx.rows(updateText, [...changing.map((column) => row[column]), household, id, version])).length === 1
}

/** Returns the categories in which this person has checked rows off since `since`, by first check. */
export async function walkedSince(q: Reader, householdId: HouseholdId, userId: string, since: string): Promise<string[]> {
  const rows = await q.rows<{ category: string }>(
    `select category, min(checked_at) as at from shopping_items
     where household_id = ? and checked_by = ? and checked_at >= ? and is_checked = 1
     group by category order by min(checked_at), category`,
    [householdId, userId, since],
  )
  return rows.map(({ category }) => category)
}

export interface ClearedRow {
  ingredient_id: string | null
  food_key: string
  name: string
  category: string
  milli: number
  unit: ItemRow['unit']
  updated_at: string
}

/** Returns rows that were checked off and cleared since `since`, oldest first: bought, but not put away. */
export const clearedSince = (q: Reader, householdId: HouseholdId, since: string): Promise<ClearedRow[]> =>
  q.rows(
    `select ingredient_id, food_key, name, category, milli, unit, updated_at from shopping_items
     where household_id = ? and state = 'cleared' and updated_at >= ? order by updated_at, id`,
    [householdId, since],
  )
