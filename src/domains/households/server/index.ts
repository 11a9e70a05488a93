export {
  findHouseholdId,
  isHouseholdDeleted,
  locationsOf,
  membershipOf,
  membersOf,
  nameOfHousehold,
  sampleImportOf,
  setLocations,
  setSampleImport,
  timeZoneOf,
  userNamesOf,
} from './store/index.ts'
export type { HouseholdViews } from './tables.ts'
export { findCalendarLinkHousehold, revokeTokensOf } from './use-cases/access-tokens.ts'
export { householdDeletionHook } from './use-cases/account-deletion-hook.ts'
export { forEachHousehold } from './use-cases/for-each-household.ts'
export { createHistory, type HistoryHandler } from './use-cases/history.ts'
export { householdHistory } from './use-cases/history-handler.ts'
export { createIdentityFinder, liveStreamAccess, recheckMembership } from './use-cases/identify-member.ts'
export { type InviteCodes, openInviteCodes } from './use-cases/invite-code.ts'
export { isValidInviteCode } from './use-cases/manage-household.ts'
export type { UsageSources } from './use-cases/quota.ts'
export { checkQuota, QuotaEnvironment, quotaLimits } from './use-cases/quota.ts'
export { type HouseholdSettings, readSettings, restoreSettings } from './use-cases/restore-settings.ts'
export { tabletCookie } from './use-cases/tablet-screen.ts'
