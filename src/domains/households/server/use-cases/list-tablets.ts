import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { type Tablet, tabletDays } from '../../contract/tablets.ts'
import { tabletsOf } from '../store/access-tokens.ts'

/** Returns when a tablet that is used now ends if it isn't used again. */
export const tabletExpiry = (now: Date): string => new Date(now.getTime() + tabletDays * 86_400_000).toISOString()

/** Returns the household's tablets, newest first, with those that ended for want of use. */
export const listTablets = async (q: Reader, { householdId }: Pick<Member, 'householdId'>): Promise<Tablet[]> =>
  (await tabletsOf(q, householdId)).map((row) => ({
    id: row.id,
    name: row.name,
    pairedBy: { firstName: row.first_name, lastName: row.last_name },
    pairedAt: row.created_at,
    expiresAt: row.expires_at ?? row.created_at,
    lastUsedAt: row.used_at,
  }))
