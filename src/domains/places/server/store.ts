import { sql } from 'kysely'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { guessStorage } from '../rules/guess-storage.ts'
import type { PlaceTables } from './tables.ts'

export type PlaceRow = PlaceTables['places']

const on = (q: Reader) => q.on<PlaceTables>()

/** Returns a row, also a removed one. */
export const findPlace = (q: Reader, householdId: HouseholdId, id: string): Promise<PlaceRow | undefined> =>
  on(q).selectFrom('places').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the places that weren't removed, in the household's order. */
export const listActivePlaces = (q: Reader, householdId: HouseholdId): Promise<PlaceRow[]> =>
  on(q)
    .selectFrom('places')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns how cold it is at a location; null if that is unknown. */
export async function findStorage(q: Reader, householdId: HouseholdId, location: string): Promise<Storage | null> {
  if (location === '') return null
  const place = on(q).selectFrom('places').select('storage').where('household_id', '=', householdId).where('removed_at', 'is', null)
  const row = await place.where('name_key', '=', nameKey(location)).executeTakeFirst()
  return row ? row.storage : guessStorage(location)
}

/** Returns the keys of the places' names. */
export const listPlaceKeys = async (q: Reader, householdId: HouseholdId): Promise<Set<string>> =>
  new Set((await listActivePlaces(q, householdId)).map(({ name_key }) => name_key))

/** Returns the names of these places by id, also of removed ones. */
export async function listPlaceNames(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await on(q)
    .selectFrom('places')
    .select(['id', 'name'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList([...new Set(ids)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const insertPlace = rowInserter<PlaceRow>('places')

export const updatePlace = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<PlaceRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('places')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Returns the ids of the pictures that places have which weren't removed. */
export async function listPlacePictures(q: Reader, householdId: HouseholdId): Promise<string[]> {
  const rows = await on(q)
    .selectFrom('places')
    .select('picture')
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .where('picture', 'is not', null)
    .execute()
  return rows.flatMap(({ picture }) => picture ?? [])
}
