import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/lists.ts'
import { endGuestLinksTo } from './guest-links.ts'

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface ListUndo {
  listId: string
  set: Partial<store.ListRow>
  expect: Partial<store.ListRow>
}

export const toNamedList = (row: store.ListRow): contract.NamedList => ({
  id: row.id,
  name: row.name,
  isArchived: row.archived_at !== null,
  createdAt: row.created_at,
  version: row.version,
})

export const listNamedLists = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.NamedList[]> =>
  (await store.listExistingLists(q, householdId)).map(toNamedList)

const record = (tx: Transaction, member: Member, event: EventType, undo: ListUndo) =>
  recordChange(tx, member, event, { listId: undo.listId }, undo)

/** Returns a list, or the one that its id stands for; also a removed one. Throws `not_found`. */
async function findRow(q: Reader, householdId: HouseholdId, id: string): Promise<store.ListRow> {
  const row = await store.findList(q, householdId, id)
  const target = row?.merged_into ? await store.findList(q, householdId, row.merged_into) : row
  if (!target) throw notFound()
  return target
}

async function findExisting(q: Reader, householdId: HouseholdId, id: string): Promise<store.ListRow> {
  const row = await findRow(q, householdId, id)
  if (row.removed_at !== null) throw notFound()
  return row
}

const newRow = (member: Member, id: string, name: string): store.ListRow => ({
  household_id: member.householdId,
  id,
  name,
  name_key: nameKey(name),
  archived_at: null,
  removed_at: null,
  merged_into: null,
  version: 1,
  created_at: member.now.toISOString(),
  updated_at: member.now.toISOString(),
})

const nameTaken = () => conflict('name_taken', 'There is already a list with this name.')

/**
 * Creates a list. Two people who create one of the same name get the same: the second id stands for the first list, restored if it was
 * archived. Idempotent by `input.id`, unless the list was removed since: that throws 404. Throws 409 `too_many`.
 */
export async function addNamedList(tx: Transaction, member: Member, { id, name }: contract.NewNamedList): Promise<contract.NamedList> {
  const { householdId } = member
  if (id !== undefined && (await store.findList(tx, householdId, id))) return toNamedList(await findExisting(tx, householdId, id))
  const lists = await store.listExistingLists(tx, householdId)
  const known = lists.find((one) => one.name_key === nameKey(name))
  if (known) {
    if (id !== undefined)
      await store.insertList(tx, { ...newRow(member, id, name), removed_at: member.now.toISOString(), merged_into: known.id })
    return known.archived_at === null ? toNamedList(known) : changeNamedList(tx, member, known.id, { isArchived: false }, null)
  }
  if (lists.length >= contract.maxLists) throw conflict('too_many', 'That’s too many lists. Delete one first.')
  const row = newRow(member, id ?? randomUUIDv7(), name)
  await store.insertList(tx, row)
  await record(tx, member, contract.namedListAdded, {
    listId: row.id,
    set: { removed_at: row.created_at },
    expect: { removed_at: null },
  })
  return toNamedList(row)
}

/** Renames, archives or restores a list. Throws 412 if it was changed since `ifMatch`, 409 `name_taken`. */
export async function changeNamedList(
  tx: Transaction,
  member: Member,
  id: string,
  { name, isArchived }: contract.NamedListChange,
  ifMatch: number | null,
): Promise<contract.NamedList> {
  const { householdId } = member
  const row = await findExisting(tx, householdId, id)
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: toNamedList(row) })
  const at = member.now.toISOString()
  if (name !== undefined && name !== row.name) {
    await assertNameIsFree(tx, householdId, row.id, nameKey(name))
    const to = { name, name_key: nameKey(name) }
    await store.updateList(tx, householdId, row.id, { ...to, updated_at: at })
    const undo = { listId: row.id, set: { name: row.name, name_key: row.name_key }, expect: { removed_at: null, ...to } }
    await record(tx, member, contract.namedListChanged, undo)
  }
  if (isArchived !== undefined && isArchived !== (row.archived_at !== null)) {
    const to = { archived_at: isArchived ? at : null }
    if (isArchived) await endGuestLinksTo(tx, member, row.id)
    await store.updateList(tx, householdId, row.id, { ...to, updated_at: at })
    const undo = { listId: row.id, set: { archived_at: row.archived_at }, expect: { removed_at: null, ...to } }
    await record(tx, member, isArchived ? contract.namedListArchived : contract.namedListRestored, undo)
  }
  return toNamedList(await findExisting(tx, householdId, row.id))
}

async function assertNameIsFree(tx: Transaction, householdId: HouseholdId, id: string, key: string): Promise<void> {
  const lists = await store.listExistingLists(tx, householdId)
  if (lists.some((one) => one.name_key === key && one.id !== id)) throw nameTaken()
}

const notEmpty = () => conflict('list_not_empty', 'This list isn’t empty. Archive it, or clear it first.')

/** Deletes a list. Does nothing if it is already deleted. Throws 409 `list_not_empty`. */
export async function removeNamedList(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await findRow(tx, member.householdId, id)
  if (row.removed_at !== null) return
  if (await store.hasRows(tx, member.householdId, row.id)) throw notEmpty()
  const at = member.now.toISOString()
  await endGuestLinksTo(tx, member, row.id)
  await store.updateList(tx, member.householdId, row.id, { removed_at: at, updated_at: at })
  await record(tx, member, contract.namedListRemoved, { listId: row.id, set: { removed_at: null }, expect: { removed_at: at } })
}

/** Undoes a change of a list. Throws 409 `undo_in_the_way` if it was changed since, `list_not_empty` or `name_taken`. */
export async function undoNamedListChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { listId, set, expect } = change.undo as ListUndo
  const { householdId } = member
  const row = await store.findList(tx, householdId, listId)
  const isUnchanged = hasColumns(row, expect)
  if (!isUnchanged) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  if (set.removed_at && (await store.hasRows(tx, householdId, listId))) throw notEmpty()
  await assertNameIsFree(tx, householdId, listId, set.name_key ?? row.name_key)
  if (set.removed_at || set.archived_at) await endGuestLinksTo(tx, member, listId)
  await store.updateList(tx, householdId, listId, { ...set, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, listId })
}

/** Returns the id of a list that rows can go on: null, the default list, if it was archived or removed. Throws `not_found`. */
export async function findOpenList(q: Reader, householdId: HouseholdId, id: string): Promise<string | null> {
  const row = await findRow(q, householdId, id)
  return row.archived_at === null && row.removed_at === null ? row.id : null
}

/** Returns a list that a guest may get a link to. Throws `not_found`, and 409 `list_archived`. */
export async function findSharableList(q: Reader, householdId: HouseholdId, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  const row = await findExisting(q, householdId, id)
  if (row.archived_at !== null) throw conflict('list_archived', 'This list is archived. Restore it first.')
  return row.id
}

/** Returns a list's id, also of an archived one. Throws `not_found`. */
export async function findReadableList(q: Reader, householdId: HouseholdId, list: string | undefined): Promise<store.ListChoice> {
  if (list === undefined) return null
  return list === 'all' ? 'all' : (await findExisting(q, householdId, list)).id
}

/** Returns a function that does what `findOpenList` does and looks each list up once. */
export function openListFinder(q: Reader, householdId: HouseholdId): (id: string | undefined) => Promise<string | null> {
  const found = new Map<string, string | null>()
  return async (id) => {
    if (id === undefined) return null
    const known = found.get(id)
    if (known !== undefined) return known
    const listId = await findOpenList(q, householdId, id)
    found.set(id, listId)
    return listId
  }
}

/** Returns the id of the list with this name, restoring it, or creating it with `onAdded`; undefined if there is no room for it. */
export async function findOrAddNamedList(
  tx: Transaction,
  member: Member,
  name: string,
  onAdded: (id: string) => Promise<void>,
): Promise<string | undefined> {
  const lists = await store.listExistingLists(tx, member.householdId)
  const isKnown = lists.some((one) => one.name_key === nameKey(name))
  if (!isKnown && lists.length >= contract.maxLists) return undefined
  const { id } = await addNamedList(tx, member, { name })
  if (!isKnown) await onAdded(id)
  return id
}
