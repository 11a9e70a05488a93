import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { StoreAisles } from '../../contract.ts'
import * as store from '../store.ts'
import { findOrAddStores, readStoreAisles, removeStore, saveStoreAisles } from './edit-store.ts'

/**
 * Adds a store with the order of its aisles, or finds the one that its lots were imported with. Returns its id; null if the household has
 * one that isn't `added` by this import, undefined if there is no room.
 */
export async function importStore(
  tx: Transaction,
  member: Member,
  name: string,
  aisles: StoreAisles,
  added: { note(id: string): Promise<void>; has(id: string): Promise<boolean> },
): Promise<string | null | undefined> {
  const [id] = await findOrAddStores(tx, member, [name], added.note)
  if (id === undefined) return undefined
  if (!(await added.has(id))) return null
  const own = await readStoreAisles(tx, member.householdId, id)
  // Someone may have arranged them while the import ran.
  if (own?.arranged.length === 0 && own.pairs.length === 0) await saveStoreAisles(tx, member, id, aisles)
  return id
}

/**
 * Removes imported stores. Keeps those in use, and those that were renamed or rearranged since unless `includeChanged`. `ids`: those given
 * that are stores.
 */
export async function rollbackStores(
  tx: Transaction,
  member: Member,
  imported: readonly { id: string; food: string; ownStore?: StoreAisles | undefined }[],
  { includeChanged, isInUse }: { includeChanged: boolean; isInUse(id: string): Promise<boolean> },
): Promise<{ ids: Set<string>; kept: string[] }> {
  const ids = new Set<string>()
  const kept: string[] = []
  for (const { id, food: name, ownStore } of imported) {
    if (!ownStore) continue
    ids.add(id)
    const row = await store.findStore(tx, member.householdId, id)
    if (row?.removed_at !== null) continue
    const isSame =
      nameKey(row.name) === nameKey(name) &&
      row.aisles === JSON.stringify(ownStore.arranged) &&
      row.aisle_pairs === JSON.stringify(ownStore.pairs)
    if ((isSame || includeChanged) && !(await isInUse(id))) await removeStore(tx, member, id)
    else kept.push(id)
  }
  return { ids, kept }
}
