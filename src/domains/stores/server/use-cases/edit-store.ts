import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { once } from '#platform/shared/once.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface StoreUndo {
  storeId: string
  set: Partial<store.StoreRow>
  expect: Partial<store.StoreRow>
}

export const toStore = (row: store.StoreRow): contract.Store => ({
  id: row.id,
  name: row.name,
  place: row.place,
  aisles: { arranged: JSON.parse(row.aisles), pairs: JSON.parse(row.aisle_pairs) },
  createdAt: row.created_at,
  version: row.version,
})

export const listStores = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Store[]> =>
  (await store.listActiveStores(q, householdId)).map(toStore)

async function getRow(tx: Transaction, { householdId }: Member, id: string): Promise<store.StoreRow> {
  const row = await store.findStore(tx, householdId, id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

const record = (tx: Transaction, member: Member, event: EventType, undo: StoreUndo) =>
  recordChange(tx, member, event, { storeId: undo.storeId }, undo)

/** Throws 409 `too_many` if the household can't have another store. */
function assertRoom(stores: readonly store.StoreRow[]): void {
  if (stores.length >= contract.maxStores) throw conflict('too_many', 'That’s too many stores. Remove one first.')
}

/** Adds a store. Idempotent by `input.id`, unless it was removed since: that throws 404. Throws 409 `too_many`. */
export async function addStore(
  tx: Transaction,
  member: Member,
  { id = randomUUIDv7(), name, place }: contract.NewStore,
): Promise<contract.Store> {
  const known = await store.findStore(tx, member.householdId, id)
  if (known?.removed_at === null) return toStore(known)
  if (known) throw notFound()
  const stores = await store.listActiveStores(tx, member.householdId)
  assertRoom(stores)
  const at = member.now.toISOString()
  const last = Math.max(-1, ...stores.map((one) => one.place))
  const row: store.StoreRow = {
    household_id: member.householdId,
    id,
    name,
    place: place ?? last + 1,
    aisles: '[]',
    aisle_pairs: '[]',
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
  }
  await store.insertStore(tx, row)
  await record(tx, member, contract.storeAdded, { storeId: id, set: { removed_at: at }, expect: { removed_at: null } })
  return toStore(row)
}

/** Renames or moves a store. Throws 412 if it was changed since `ifMatch`. */
export async function changeStore(
  tx: Transaction,
  member: Member,
  id: string,
  { name, place }: contract.StoreChange,
  ifMatch: number | null,
): Promise<contract.Store> {
  const row = await getRow(tx, member, id)
  const to = {
    ...(name !== undefined && name !== row.name && { name }),
    ...(place !== undefined && place !== row.place && { place }),
  }
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: toStore(row) })
  if (Object.keys(to).length === 0) return toStore(row)
  await store.updateStore(tx, member.householdId, id, { ...to, updated_at: member.now.toISOString() })
  const before = { ...('name' in to && { name: row.name }), ...('place' in to && { place: row.place }) }
  await record(tx, member, contract.storeChanged, { storeId: id, set: before, expect: { removed_at: null, ...to } })
  return toStore(await getRow(tx, member, id))
}

/** Removes a store. Does nothing if it is already removed. */
export async function removeStore(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await store.findStore(tx, member.householdId, id)
  if (!row) throw notFound()
  if (row.removed_at !== null) return
  const at = member.now.toISOString()
  await store.updateStore(tx, member.householdId, id, { removed_at: at, updated_at: at })
  await record(tx, member, contract.storeRemoved, { storeId: id, set: { removed_at: null }, expect: { removed_at: at } })
}

/** Undoes a change of a store. Throws 409 `undo_in_the_way` if it was changed since, `too_many` if there is no room for it. */
export async function undoStoreChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { storeId, set, expect } = change.undo as StoreUndo
  const row = await store.findStore(tx, member.householdId, storeId)
  const isUnchanged = hasColumns(row, expect)
  if (!isUnchanged) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  if (set.removed_at === null) assertRoom(await store.listActiveStores(tx, member.householdId))
  await store.updateStore(tx, member.householdId, storeId, { ...set, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, storeId })
}

/** Returns what the order of a store's aisles is made from; null if the store was removed. */
export async function readStoreAisles(q: Reader, householdId: HouseholdId, id: string): Promise<contract.StoreAisles | null> {
  const row = await store.findStore(q, householdId, id)
  return row && row.removed_at === null ? toStore(row).aisles : null
}

/** Stores what the order of a store's aisles is made from, without recording a change. */
export async function saveStoreAisles(
  tx: Transaction,
  { householdId, now }: Member,
  id: string,
  { arranged, pairs }: contract.StoreAisles,
): Promise<void> {
  const set = { aisles: JSON.stringify(arranged), aisle_pairs: JSON.stringify(pairs), updated_at: now.toISOString() }
  await store.updateStore(tx, householdId, id, set)
}

/** Returns the ids of the stores with these names; adds those that are missing while there is room, and calls `onAdded` for each. */
export async function findOrAddStores(
  tx: Transaction,
  member: Member,
  names: readonly string[],
  onAdded: (id: string) => Promise<void>,
): Promise<string[]> {
  const stores = await store.listActiveStores(tx, member.householdId)
  const ids = new Map(stores.map(({ id, name }) => [nameKey(name), id]))
  const found: string[] = []
  // Two stores may have the same name.
  let room = contract.maxStores - stores.length
  for (const name of names) {
    const known = ids.get(nameKey(name))
    const id = known ?? (room > 0 ? (await addStore(tx, member, { name })).id : undefined)
    if (id === undefined) continue
    if (known === undefined) {
      room--
      await onAdded(id)
    }
    ids.set(nameKey(name), id)
    found.push(id)
  }
  return found
}

/** Returns a function that leaves out the ids of stores that were removed. Reads the stores at the first id. */
export function activeStoreFilter(q: Reader, householdId: HouseholdId): (ids: readonly string[]) => Promise<string[]> {
  const active = once(async () => new Set((await store.listActiveStores(q, householdId)).map(({ id }) => id)))
  return async (ids) => {
    if (ids.length === 0) return []
    const known = await active()
    return ids.filter((id) => known.has(id))
  }
}

/** Checks that these are stores of the household; removed ones count, since devices may not know yet. Throws 404. */
export async function checkStores(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<void> {
  const known = await store.listStoreNames(q, householdId, ids)
  if (!ids.every((id) => known.has(id))) throw notFound()
}
