/** What other domains and the composition may use of households. */
export { householdFarewell } from './service/farewell.ts'
export { history, type Story } from './service/history.ts'
export { isInvited } from './service/household.ts'
export { identifier, stillMember, stillWatching } from './service/identify.ts'
export { type InviteCodes, inviteCodes } from './service/invite-code.ts'
export { openCalendarLink } from './service/keys.ts'
export { householdStory } from './service/story.ts'
export { isDeleted, membershipOf, membersOf, nameOfHousehold, namesOf, timeZoneOf } from './store.ts'
