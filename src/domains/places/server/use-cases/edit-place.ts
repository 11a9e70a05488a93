import { randomUUIDv7 } from 'node:crypto'
import { hasPicture } from '#domains/ingredients/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { guessStorage } from '../../rules/guess-storage.ts'
import * as store from '../store.ts'
import { type PlaceReferences, rememberNames, replaceLocation } from './rename-location.ts'

/** Stored in the change log to undo a change of one place. */
export interface PlaceUndo {
  placeId: string
  set: Partial<store.PlaceRow>
  expect: Partial<store.PlaceRow>
  /** What a renaming replaced. */
  renamed?: Awaited<ReturnType<typeof replaceLocation>>
}

export const toPlace = (row: store.PlaceRow): contract.Place => ({
  id: row.id,
  name: row.name,
  position: row.position,
  storage: row.storage,
  picture: row.picture === null ? null : `/api/places/${row.id}/picture?v=${row.picture}`,
  createdAt: row.created_at,
  version: row.version,
})

export const listPlaces = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Place[]> =>
  (await store.listActivePlaces(q, householdId)).map(toPlace)

/** Two at once could add the same name. */
export const lockPlaces = (tx: Transaction, { householdId }: Pick<Member, 'householdId'>) => tx.lock(`places ${householdId}`)

export async function getActivePlace(q: Reader, { householdId }: Pick<Member, 'householdId'>, id: string): Promise<store.PlaceRow> {
  const row = await store.findPlace(q, householdId, id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

/** Throws 409 `too_many` if the household can't have another place. */
export function assertRoom(places: readonly store.PlaceRow[], count = 1): void {
  if (places.length + count > contract.maxPlaces) throw conflict('too_many', 'That’s too many places. Remove one first.')
}

const ofName = (places: readonly store.PlaceRow[], name: string) => places.find((row) => row.name_key === nameKey(name))

export function newPlaceRow(
  { householdId, now }: Member,
  { id, name, storage = guessStorage(name) }: Pick<contract.NewPlace, 'name' | 'storage'> & { id: string },
  position: number,
): store.PlaceRow {
  const at = now.toISOString()
  return {
    household_id: householdId,
    id,
    name,
    name_key: nameKey(name),
    position,
    storage,
    picture: null,
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
  }
}

export const positionAfter = (places: readonly store.PlaceRow[]): number => Math.max(-1, ...places.map(({ position }) => position)) + 1

/**
 * Adds a place. One with the id or the name is returned. With `from`, everything at that location moves along, unless it is a place, which is then
 * renamed. Throws 404 if it was removed since, 409 `name_taken` for a `from` and `too_many`.
 */
export async function addPlace(
  tx: Transaction,
  references: PlaceReferences,
  member: Member,
  { id = randomUUIDv7(), name, storage, from }: contract.NewPlace,
): Promise<contract.Place> {
  await lockPlaces(tx, member)
  const known = await store.findPlace(tx, member.householdId, id)
  if (known?.removed_at === null) return toPlace(known)
  if (known) throw notFound()
  const places = await store.listActivePlaces(tx, member.householdId)
  const renamed = from === undefined ? undefined : ofName(places, from)
  if (renamed) return changePlace(tx, references, member, renamed.id, { name, ...(storage !== undefined && { storage }) }, null)
  const namesake = ofName(places, name)
  if (namesake && from !== undefined) throw nameTaken(namesake.name)
  if (namesake) return storage === undefined ? toPlace(namesake) : changePlace(tx, references, member, namesake.id, { storage }, null)
  assertRoom(places)
  const row = newPlaceRow(member, { id, name, storage }, positionAfter(places))
  await store.insertPlace(tx, row)
  const undo: PlaceUndo = { placeId: id, set: { removed_at: row.created_at }, expect: { removed_at: null, name } }
  if (from === undefined) {
    await rememberNames(tx, member)
    await recordChange(tx, member, contract.placeAdded, { placeId: id }, undo)
  } else {
    const replaced = await replaceLocation(tx, references, member, from, name)
    await recordChange(tx, member, contract.placeRenamed, { placeId: id, from, to: name }, {
      ...undo,
      renamed: replaced,
    } satisfies PlaceUndo)
  }
  return toPlace(row)
}

const nameTaken = (name: string) => conflict('name_taken', say`There’s already a place called ${name}. Move everything there instead.`)

/** Renames a place with all that names it, or says how cold it is. Throws 409 `name_taken`, 412 if it was changed since `ifMatch`. */
export async function changePlace(
  tx: Transaction,
  references: PlaceReferences,
  member: Member,
  id: string,
  { name, storage }: contract.PlaceChange,
  ifMatch: number | null,
): Promise<contract.Place> {
  await lockPlaces(tx, member)
  const row = await getActivePlace(tx, member, id)
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: toPlace(row) })
  const to = {
    ...(name !== undefined && name !== row.name && { name, name_key: nameKey(name) }),
    ...(storage !== undefined && storage !== row.storage && { storage }),
  }
  if (Object.keys(to).length === 0) return toPlace(row)
  const before = Object.fromEntries(Object.keys(to).map((column) => [column, row[column as keyof store.PlaceRow]]))
  const undo: PlaceUndo = { placeId: id, set: before, expect: { removed_at: null, ...to } }
  if (to.name !== undefined) {
    const namesake = ofName(await store.listActivePlaces(tx, member.householdId), to.name)
    if (namesake && namesake.id !== id) throw nameTaken(namesake.name)
  }
  await store.updatePlace(tx, member.householdId, id, { ...to, updated_at: member.now.toISOString() })
  if (to.name === undefined) await recordChange(tx, member, contract.placeChanged, { placeId: id }, undo)
  else {
    const replaced = await replaceLocation(tx, references, member, row.name, to.name)
    const payload = { placeId: id, from: row.name, to: to.name }
    await recordChange(tx, member, contract.placeRenamed, payload, { ...undo, renamed: replaced } satisfies PlaceUndo)
  }
  return toPlace(await getActivePlace(tx, member, id))
}

/** Removes an empty place. Does nothing if it is already removed. Throws 409 `has_items`. */
export async function removePlace(tx: Transaction, references: PlaceReferences, member: Member, id: string): Promise<void> {
  await lockPlaces(tx, member)
  const row = await store.findPlace(tx, member.householdId, id)
  if (!row) throw notFound()
  if (row.removed_at !== null) return
  if (await references.hasItems(tx, member.householdId, row.name))
    throw conflict('has_items', say`Something is still in ${row.name}. Move it first.`)
  const at = member.now.toISOString()
  await store.updatePlace(tx, member.householdId, id, { removed_at: at, updated_at: at })
  await rememberNames(tx, member, { gone: [row.name] })
  const undo: PlaceUndo = { placeId: id, set: { removed_at: null }, expect: { removed_at: at } }
  await recordChange(tx, member, contract.placeRemoved, { placeId: id }, undo)
}

/** Returns what undoing a change of a place appends: its own values back, and the names that followed it. */
export async function restorePlace(tx: Transaction, references: PlaceReferences, member: Member, change: Change): Promise<object> {
  const { placeId, set, expect, renamed } = change.undo as PlaceUndo
  await lockPlaces(tx, member)
  const row = await store.findPlace(tx, member.householdId, placeId)
  const places = await store.listActivePlaces(tx, member.householdId)
  const isFree =
    ofName(
      places.filter(({ id }) => id !== placeId),
      set.name ?? row?.name ?? '',
    ) === undefined
  const isUnchanged = row && Object.entries(expect).every(([column, value]) => row[column as keyof store.PlaceRow] === value)
  const comesBack = set.removed_at === null || set.name !== undefined
  const isErased = typeof set.picture === 'string' && !(await hasPicture(tx, member.householdId, set.picture))
  if (!isUnchanged || isErased || (comesBack && !isFree)) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  if (set.removed_at === null) assertRoom(places)
  await store.updatePlace(tx, member.householdId, placeId, { ...set, updated_at: member.now.toISOString() })
  if (!renamed) {
    await rememberNames(tx, member, { gone: set.removed_at ? [row.name] : [] })
    return { placeId }
  }
  for (const column of references.columns)
    await column.restore(tx, member.householdId, renamed.replaced[column.name] ?? [], row.name, member.now.toISOString())
  await rememberNames(tx, member, { gone: [row.name], back: renamed.forgotten })
  return { placeId, location: contract.placeRenamed.payload.parse(change.payload).from }
}
