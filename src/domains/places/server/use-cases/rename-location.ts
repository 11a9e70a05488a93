import { locationsOf, setLocations } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { TextColumn } from '#platform/server/database/text-column.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { listActivePlaces } from '../store.ts'

/** What names places, in the tables of other domains. */
export interface PlaceReferences {
  readonly columns: readonly TextColumn[]
  /** Returns whether an item is at a location, in whatever case it is written. */
  hasItems(q: Reader, householdId: HouseholdId, location: string): Promise<boolean>
}

/** What undoing a renaming needs. */
interface ReplacedLocation {
  /** By column. */
  replaced: Record<string, Awaited<ReturnType<TextColumn['replace']>>>
  /** The household's names of it. */
  forgotten: string[]
}

/** Moves everything at a location to another name. */
export async function replaceLocation(
  tx: Transaction,
  { columns }: PlaceReferences,
  member: Member,
  from: string,
  to: string,
): Promise<ReplacedLocation> {
  const replaced: ReplacedLocation['replaced'] = {}
  for (const column of columns) {
    const texts = await column.replace(tx, member.householdId, from, to, member.now.toISOString())
    if (texts.length > 0) replaced[column.name] = texts
  }
  return { replaced, forgotten: await rememberNames(tx, member, { gone: [from] }) }
}

/** Gives the household the names of its places in their order, then its other ones. Returns those of `gone` that it no longer has. */
export async function rememberNames(
  tx: Transaction,
  { householdId }: Member,
  { gone = [], back = [] }: { gone?: readonly string[]; back?: readonly string[] } = {},
): Promise<string[]> {
  const places = await listActivePlaces(tx, householdId)
  const known = new Set(places.map(({ name_key }) => name_key))
  const goneKeys = new Set(gone.map(nameKey))
  const before = await locationsOf(tx, householdId)
  const others = before.filter((name) => !known.has(nameKey(name)))
  const after = [...places.map(({ name }) => name), ...others.filter((name) => !goneKeys.has(nameKey(name)))]
  for (const name of back) if (!after.some((one) => nameKey(one) === nameKey(name))) after.push(name)
  if (JSON.stringify(after) !== JSON.stringify(before)) await setLocations(tx, householdId, after)
  return others.filter((name) => goneKeys.has(nameKey(name)))
}
