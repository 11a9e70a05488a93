import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { listActivePlaces, updatePlace } from '../store.ts'
import { lockPlaces } from './edit-place.ts'
import type { PlaceReferences } from './rename-location.ts'

/** Removes the empty places that are none of the names which the household keeps, as part of a change of the household. */
export async function forgetPlaces(
  tx: Transaction,
  { hasItems }: PlaceReferences,
  member: Member,
  names: readonly string[],
): Promise<void> {
  await lockPlaces(tx, member)
  const kept = new Set(names.map(nameKey))
  const at = member.now.toISOString()
  for (const { id, name, name_key } of await listActivePlaces(tx, member.householdId)) {
    const isKept = kept.has(name_key) || (await hasItems(tx, member.householdId, name))
    if (!isKept) await updatePlace(tx, member.householdId, id, { removed_at: at, updated_at: at })
  }
}
