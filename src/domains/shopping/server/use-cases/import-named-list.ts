import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import * as store from '../store/lists.ts'
import { changeNamedList, findOrAddNamedList, removeNamedList } from './edit-named-list.ts'

interface ImportedList {
  name: string
  isArchived: boolean
}

/**
 * Adds a list, or finds the one that its rows were imported to. Returns its id; null if the household has one that isn't `added` by this
 * import, undefined if there is no room for it.
 */
export async function importNamedList(
  tx: Transaction,
  member: Member,
  { name, isArchived }: ImportedList,
  added: { note(id: string): Promise<void>; has(id: string): Promise<boolean> },
): Promise<string | null | undefined> {
  const known = (await store.listExistingLists(tx, member.householdId)).find((one) => one.name_key === nameKey(name))
  if (known && !(await added.has(known.id))) return null
  const id = await findOrAddNamedList(tx, member, name, added.note)
  if (id !== undefined && isArchived) await changeNamedList(tx, member, id, { isArchived }, null)
  return id
}

/**
 * Removes imported lists. Keeps those that have rows, or were changed since unless `includeChanged`. `ids`: those given that are lists.
 */
export async function rollbackNamedLists(
  tx: Transaction,
  member: Member,
  imported: readonly { id: string; food: string; ownList?: { isArchived: boolean } | undefined }[],
  { includeChanged }: { includeChanged: boolean },
): Promise<{ ids: Set<string>; kept: string[] }> {
  const ids = new Set<string>()
  const kept: string[] = []
  for (const { id, food: name, ownList } of imported) {
    if (!ownList) continue
    ids.add(id)
    const row = await store.findList(tx, member.householdId, id)
    if (row?.removed_at !== null) continue
    const isChanged = row.name_key !== nameKey(name) || (row.archived_at !== null) !== ownList.isArchived
    if ((isChanged && !includeChanged) || (await store.hasRows(tx, member.householdId, id))) kept.push(id)
    else await removeNamedList(tx, member, id)
  }
  return { ids, kept }
}
