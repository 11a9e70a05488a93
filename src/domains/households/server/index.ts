/** What other domains and the composition may use of households. */

export { isDeleted, membershipOf, membersOf, nameOfHousehold, namesOf, timeZoneOf } from './store/index.ts'
export { endKeysOf, openCalendarLink } from './use-cases/access-tokens.ts'
export { householdDeletionHook } from './use-cases/account-deletion-hook.ts'
export { type HistoryDescriber, history } from './use-cases/history.ts'
export { householdHistory } from './use-cases/history-describer.ts'
export { isInvited } from './use-cases/household.ts'
export { identifier, liveMembership, stillMember } from './use-cases/identify-member.ts'
export { type InviteCodes, inviteCodes } from './use-cases/invite-code.ts'
export { checkQuota, QuotaSettings, quotaLimits } from './use-cases/quota.ts'
export type { Usage } from './use-cases/usage.ts'
