import { bulkInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type ItemRow = ShoppingTables['shopping_items']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Rows by id, whatever became of them; unknown ids are left out. */
export const findRows = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('shopping_items').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** All rows that are on the list, oldest first. */
export const listedRows = (q: Reader, householdId: HouseholdId): Promise<ItemRow[]> =>
  q.rows(`select * from shopping_items where household_id = ? and state = 'listed' order by created_at, id`, [householdId])

/** Which of these foods somebody wants bought; what the list writes by itself does not count. */
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

/** Rows still to be bought of a food or of a name. */
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
/** What may change in a row. */
export type Fields = Pick<ItemRow, Exclude<(typeof changing)[number], 'updated_at'>>

const updateText = `update shopping_items set ${changing.map((column) => `${column} = ?`).join(', ')}, version = version + 1
  where household_id = ? and id = ? and version = ? returning id`

/** Writes a row's fields, conditional on the version it was read with. False when it changed meanwhile. Prepared: a generated list writes thousands. */
export async function updateRow(tx: Transaction, row: ItemRow): Promise<boolean> {
  const { household_id: household, id, version } = row
  return (await tx.rows(updateText, [...changing.map((column) => row[column]), household, id, version])).length === 1
}

/** Categories of what this person has checked off since `since`, in the order of the first check in each. */
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

/** Rows that were checked off and cleared since `since`: bought, without anybody saying where it went. Oldest first. */
export const clearedSince = (q: Reader, householdId: HouseholdId, since: string): Promise<ClearedRow[]> =>
  q.rows(
    `select ingredient_id, food_key, name, category, milli, unit, updated_at from shopping_items
     where household_id = ? and state = 'cleared' and updated_at >= ? order by updated_at, id`,
    [householdId, since],
  )
