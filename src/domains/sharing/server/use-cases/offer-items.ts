import type { Database } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { linkedCircles, offeredLots } from '../store/offers.ts'
import { crossHousehold } from './loan-parties.ts'

/** What a member can offer. */
export interface Offering {
  /** Whether the member is in a circle that the household is linked to. */
  isPossible: boolean
  /** Ids of the lots with an open offer. */
  offered: ReadonlySet<string>
}

export async function offering({ householdId, userId, now }: Member, read: Database['read']): Promise<Offering> {
  const circles = await read(crossHousehold, (q) => linkedCircles(q, userId, householdId))
  if (circles.length === 0) return { isPossible: false, offered: new Set() }
  return { isPossible: true, offered: await read(householdId, (q) => offeredLots(q, householdId, now.toISOString())) }
}
