import { readStoreAisles, saveStoreAisles } from '#domains/stores/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { aislesArranged } from '../../contract/index.ts'
import { type AislePair, learnPairs, orderAisles, orderAislesOfStore, replacePairs } from '../../rules/aisle-order.ts'
import * as store from '../store/aisles.ts'
import { listCategoriesCheckedSince } from '../store/rows.ts'

/** Checks further apart than this belong to different trips. */
const tripMs = 3 * 60 * 60 * 1000

/** Returns the household's aisles in walking order, including all of `used`. */
export async function aisleOrder(q: Reader, { householdId }: Member, used: readonly string[]): Promise<string[]> {
  const [arranged, steps] = await Promise.all([store.arrangedAisles(q, householdId), store.aislePairs(q, householdId)])
  return orderAisles(arranged, steps, used)
}

/**
 * Learns from checking a row off that its aisle follows those this person visited earlier on the trip: for the household, and for the store
 * if one is given.
 */
export async function learnAisle(tx: Transaction, member: Member, category: string, storeId: string | null): Promise<void> {
  const { householdId, userId, now } = member
  const since = new Date(now.getTime() - tripMs).toISOString()
  const walked = await listCategoriesCheckedSince(tx, householdId, { userId, since })
  if (walked.length > 0 && !walked.includes(category))
    for (const pair of learnPairs(await store.aislePairs(tx, householdId), walked, category))
      await store.saveAislePair(tx, householdId, pair)
  if (storeId !== null) await learnAisleOfStore(tx, member, category, { storeId, since })
}

async function learnAisleOfStore(
  tx: Transaction,
  member: Member,
  category: string,
  { storeId, since }: { storeId: string; since: string },
): Promise<void> {
  const aisles = await readStoreAisles(tx, member.householdId, storeId)
  const walked = await listCategoriesCheckedSince(tx, member.householdId, { userId: member.userId, since, storeId })
  if (!aisles || walked.includes(category)) return
  const changed = learnPairs(aisles.pairs, walked, category)
  if (changed.length > 0)
    await saveStoreAisles(tx, member, storeId, { arranged: aisles.arranged, pairs: replacePairs(aisles.pairs, changed) })
}

/** What the order of the household's aisles is made from: set by hand, and learned. */
export interface HouseholdAisles {
  arranged: string[]
  pairs: AislePair[]
}

const order = (a: AislePair, b: AislePair) => a.first.localeCompare(b.first) || a.second.localeCompare(b.second)

/** Returns what the order of the household's aisles is made from. */
export const readHouseholdAisles = async (q: Reader, householdId: HouseholdId): Promise<HouseholdAisles> => ({
  arranged: await store.arrangedAisles(q, householdId),
  pairs: (await store.aislePairs(q, householdId)).toSorted(order),
})

/** Replaces what the order of the household's aisles is made from. */
export async function restoreHouseholdAisles(tx: Transaction, member: Member, { arranged, pairs }: HouseholdAisles): Promise<void> {
  await store.putAisles(tx, member.householdId, [...new Set(arranged)])
  for (const pair of pairs) await store.saveAislePair(tx, member.householdId, pair)
  await recordChange(tx, member, aislesArranged, {})
}

/** Sets the order of the household's aisles, or of those of one store. Throws 404 if that store was removed. */
export async function arrangeAisles(
  tx: Transaction,
  member: Member,
  { order, storeId }: { order: readonly string[]; storeId?: string | undefined },
): Promise<string[]> {
  const arranged = [...new Set(order)]
  if (storeId === undefined) {
    await store.putAisles(tx, member.householdId, arranged)
    await recordChange(tx, member, aislesArranged, {})
    return aisleOrder(tx, member, [])
  }
  if (!(await readStoreAisles(tx, member.householdId, storeId))) throw notFound()
  await saveStoreAisles(tx, member, storeId, { arranged, pairs: [] })
  await recordChange(tx, member, aislesArranged, { storeId })
  return orderAislesOfStore(await aisleOrder(tx, member, []), { arranged, pairs: [] })
}
