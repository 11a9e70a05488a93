import { dateInTimeZone } from '#platform/shared/calendar.ts'
import type { Member } from './route.ts'

type ActedFor = Pick<Member, 'userId' | 'sessionId' | 'householdId' | 'role' | 'timeZone'>

/** Returns a member in whose name something acts without their session, such as a link. `sessionId` names it. */
export const actingMember = (member: ActedFor, now: Date): Member => ({
  ...member,
  isToken: true,
  now,
  today: dateInTimeZone(member.timeZone, now),
})
