import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { aislesArranged } from '../../contract/index.ts'
import { addTripToNet, orderAisles, pairOf } from '../../rules/aisle-order.ts'
import * as store from '../store/aisles.ts'
import { listCategoriesCheckedSince } from '../store/rows.ts'

/** Checks further apart than this belong to different trips. */
const tripMs = 3 * 60 * 60 * 1000

/** Returns the household's aisles in walking order, including all of `used`. */
export async function aisleOrder(q: Reader, { householdId }: Member, used: readonly string[]): Promise<string[]> {
  const [arranged, steps] = await Promise.all([store.arrangedAisles(q, householdId), store.aislePairs(q, householdId)])
  return orderAisles(arranged, steps, used)
}

/** Learns from checking a row off that its aisle follows those this person visited earlier on the trip. */
export async function learnAisle(tx: Transaction, { householdId, userId, now }: Member, category: string): Promise<void> {
  const walked = await listCategoriesCheckedSince(tx, householdId, userId, new Date(now.getTime() - tripMs).toISOString())
  if (walked.length === 0 || walked.includes(category)) return
  const known = new Map((await store.aislePairs(tx, householdId)).map(({ first, second, net }) => [`${first}\n${second}`, net]))
  for (const earlier of walked) {
    const { first, second, sign } = pairOf(earlier, category)
    const net = known.get(`${first}\n${second}`) ?? 0
    if (addTripToNet(net, sign) !== net) await store.saveAislePair(tx, householdId, { first, second, net: addTripToNet(net, sign) })
  }
}

export async function arrangeAisles(tx: Transaction, member: Member, order: readonly string[]): Promise<string[]> {
  await store.putAisles(tx, member.householdId, [...new Set(order)])
  await recordChange(tx, member, aislesArranged, {})
  return aisleOrder(tx, member, [])
}
