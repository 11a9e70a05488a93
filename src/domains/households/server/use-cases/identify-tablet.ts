import type { Database } from '#platform/server/database/index.ts'
import { type Identity, tabletPrefix } from '#platform/server/endpoints/authorize.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { tabletDays } from '../../contract/tablets.ts'
import { extendTabletKey, holderOf } from '../store/access-tokens.ts'
import { tabletExpiry } from './list-tablets.ts'
import { hashTabletSecret } from './pair-tablet.ts'

const secretFormat = /^[\w-]{43}$/
const dayMs = 86_400_000

/** Returns whether a bearer is a tablet's. */
export const isTablet = (bearer: string): boolean => bearer.startsWith(tabletPrefix)

/**
 * Returns the identity of a tablet: the member who paired it, in its own household, as a MEMBER at most. Returns null if it ended, wasn't
 * used for long, or that member is a VIEWER now. Using it puts off its end, at most once a day.
 */
export async function identifyTablet(database: Database, bearer: string, now: Date): Promise<Identity | null> {
  const secret = bearer.slice(tabletPrefix.length)
  if (!secretFormat.test(secret)) return null
  const holder = await database.read({ crossHousehold: 'keys' }, (q) => holderOf(q, hashTabletSecret(secret)))
  if (holder?.kind !== 'tablet' || holder.expires_at === null || holder.expires_at <= now.toISOString()) return null
  if (!isRoleAtLeast(holder.role, 'MEMBER')) return null
  const { id, household_id: householdId, time_zone: timeZone } = holder
  if (Date.parse(holder.expires_at) - now.getTime() < (tabletDays - 1) * dayMs)
    // The next request tries again.
    database.write(householdId, 'extend a tablet', (tx) => extendTabletKey(tx, householdId, id, tabletExpiry(now))).catch(() => {})
  return { userId: holder.user_id as UserId, sessionId: id, scope: 'tablet', membership: { householdId, role: 'MEMBER', timeZone } }
}
