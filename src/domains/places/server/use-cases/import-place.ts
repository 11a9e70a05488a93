import { randomUUIDv7 } from 'node:crypto'
import { hasPicture } from '#domains/ingredients/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { placeAdded, placeRemoved } from '../../contract.ts'
import * as store from '../store.ts'
import { lockPlaces, newPlaceRow, type PlaceUndo, positionAfter } from './edit-place.ts'
import { rememberNames } from './rename-location.ts'

interface ImportedPlace {
  name: string
  storage: store.PlaceRow['storage']
  /** The id of a stored picture. */
  picture: string | null
}

/** Adds a place whose name is free, last in order. Returns its id. */
export async function importPlace(tx: Transaction, member: Member, { name, storage, picture }: ImportedPlace): Promise<string> {
  await lockPlaces(tx, member)
  const { householdId } = member
  const places = await store.listActivePlaces(tx, householdId)
  const row = newPlaceRow(member, { id: randomUUIDv7(), name, storage }, positionAfter(places))
  const isStored = picture !== null && (await hasPicture(tx, householdId, picture))
  await store.insertPlace(tx, { ...row, picture: isStored ? picture : null })
  await rememberNames(tx, member)
  const undo: PlaceUndo = { placeId: row.id, set: { removed_at: row.created_at }, expect: { removed_at: null, name } }
  await recordChange(tx, member, placeAdded, { placeId: row.id }, undo)
  return row.id
}

/** Removes imported places. Keeps those that were changed since, unless `includeChanged`. `ids`: those given that are places. */
export async function rollbackPlaces(
  tx: Transaction,
  member: Member,
  placeIds: readonly string[],
  { includeChanged }: { includeChanged: boolean },
): Promise<{ ids: Set<string>; kept: string[] }> {
  const at = member.now.toISOString()
  const ids = new Set<string>()
  const kept: string[] = []
  for (const id of placeIds) {
    const row = await store.findPlace(tx, member.householdId, id)
    if (!row) continue
    ids.add(id)
    if (row.removed_at !== null || (row.version > 1 && !includeChanged)) {
      kept.push(id)
      continue
    }
    await store.updatePlace(tx, member.householdId, id, { removed_at: at, updated_at: at })
    await rememberNames(tx, member, { gone: [row.name] })
    await recordChange(tx, member, placeRemoved, { placeId: id }, { placeId: id, set: { removed_at: null }, expect: { removed_at: at } })
  }
  return { ids, kept }
}
