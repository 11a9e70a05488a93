import { actingMember } from '#platform/server/endpoints/acting-member.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { ActiveLink } from '../store.ts'

/** Returns the member who switched Home Assistant on, as acting through it. Like a token, it ends with their membership. */
export const memberOfLink = ({ created_by, household_id: householdId, role, time_zone: timeZone }: ActiveLink, now: Date): Member =>
  actingMember({ userId: created_by as UserId, sessionId: 'home-assistant', householdId, role, timeZone }, now)
