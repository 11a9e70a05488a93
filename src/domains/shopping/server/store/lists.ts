import { type Expression, type SqlBool, sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type ListRow = ShoppingTables['shopping_lists']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Which rows to read: those of the default list (null), of another list, or of all lists that aren't archived. */
export type ListChoice = string | 'all' | null

/** Whether a row is on the chosen list; `listId` is its column. */
export function isOnList(householdId: HouseholdId, listId: string, list: ListChoice): Expression<SqlBool> {
  const column = sql.ref(listId)
  if (list === null) return sql<SqlBool>`${column} is null`
  if (list !== 'all') return sql<SqlBool>`${column} = ${list}`
  return sql<SqlBool>`(${column} is null or ${column} in (select id from shopping_lists where household_id = ${householdId} and archived_at is null and removed_at is null))`
}

/** Returns a row, also a removed one. */
export const findList = (q: Reader, householdId: HouseholdId, id: string): Promise<ListRow | undefined> =>
  on(q).selectFrom('shopping_lists').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the lists that weren't removed, oldest first. */
export const listExistingLists = (q: Reader, householdId: HouseholdId): Promise<ListRow[]> =>
  on(q)
    .selectFrom('shopping_lists')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns the names of these lists by id, also of removed ones. */
export async function listNamesOf(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('shopping_lists')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whether a list has rows, checked or not. */
export const hasRows = async (q: Reader, householdId: HouseholdId, listId: string): Promise<boolean> =>
  (await on(q)
    .selectFrom('shopping_items')
    .select('id')
    .where('household_id', '=', householdId)
    .where('list_id', '=', listId)
    .where(sql<boolean>`state = 'listed'`)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const insertList = rowInserter<ListRow>('shopping_lists')

export const updateList = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<ListRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('shopping_lists')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
