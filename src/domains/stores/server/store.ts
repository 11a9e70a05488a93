import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { StoreTables } from './tables.ts'

export type StoreRow = StoreTables['stores']

const on = (q: Reader) => q.on<StoreTables>()

/** Returns a row, also a removed one. */
export const findStore = (q: Reader, householdId: HouseholdId, id: string): Promise<StoreRow | undefined> =>
  on(q).selectFrom('stores').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the stores that weren't removed, in the household's order. */
export const listActiveStores = (q: Reader, householdId: HouseholdId): Promise<StoreRow[]> =>
  on(q)
    .selectFrom('stores')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns the names of these stores by id, also of removed ones. */
export async function listStoreNames(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('stores')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertStore = rowInserter<StoreRow>('stores')

export const updateStore = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<StoreRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('stores')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()
