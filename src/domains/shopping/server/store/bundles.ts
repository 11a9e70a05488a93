import { sql } from 'kysely'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type BundleRow = ShoppingTables['shopping_bundles']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Returns a row, also a removed one. */
export const findBundle = (q: Reader, householdId: HouseholdId, id: string): Promise<BundleRow | undefined> =>
  on(q).selectFrom('shopping_bundles').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the bundles that weren't removed. */
export const listActiveBundles = (q: Reader, householdId: HouseholdId): Promise<BundleRow[]> =>
  on(q).selectFrom('shopping_bundles').selectAll().where('household_id', '=', householdId).where('removed_at', 'is', null).execute()

/** Returns the names of these bundles by id, also of removed ones. */
export async function listBundleNames(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('shopping_bundles')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertBundle = rowInserter<BundleRow>('shopping_bundles')

export const updateBundle = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<BundleRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('shopping_bundles')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Removes bundles, unless `includeChanged` only those that weren't changed. Returns the ids of the removed ones. */
export async function removeUnchangedBundles(
  tx: Transaction,
  householdId: HouseholdId,
  ids: readonly string[],
  { at, includeChanged }: { at: string; includeChanged: boolean },
): Promise<string[]> {
  const wanted = new Set(ids)
  const rows = (await listActiveBundles(tx, householdId)).filter(({ id, version }) => wanted.has(id) && (includeChanged || version === 1))
  for (const { id } of rows) await updateBundle(tx, householdId, id, { removed_at: at, updated_at: at })
  return rows.map(({ id }) => id)
}
