/** What other domains and the composition may use of households. */
export { type History, history, type Story } from './service/history.ts'
export { identifier, membershipCheck, stillMember } from './service/identify.ts'
export { isInvited } from './service/household.ts'
export { type InviteCodes, inviteCodes } from './service/invite-code.ts'
export { householdStory } from './service/story.ts'
export { namesOf, timeZoneOf } from './store.ts'
export type { HouseholdTables } from './tables.ts'
