import type { Member } from '#platform/server/endpoints/route.ts'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { ActiveLink } from '../store.ts'

/** Returns the member who switched Home Assistant on, as acting through it. Like a token, it ends with their membership. */
export const actingMember = (link: ActiveLink, now: Date): Member => ({
  userId: link.created_by as UserId,
  householdId: link.household_id,
  role: link.role,
  timeZone: link.time_zone,
  today: dateInTimeZone(link.time_zone, now),
  sessionId: 'home-assistant',
  isToken: true,
  now,
})
