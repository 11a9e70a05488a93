export { type OidcProvider, OidcProviders } from './gateway/openid-connect.ts'
export { hashSessionToken, hasSession } from './store/sessions.ts'
export { isAccountLocked } from './store/sign-in.ts'
export type { AccountViews } from './tables.ts'
export type { AccountDeletionHook } from './use-cases/delete-account.ts'
export {
  countAccounts,
  isServerAdmin,
  listAccounts,
  type ServerAdmins,
  serverAdmins,
  setAccountLock,
  signOutEverywhere,
} from './use-cases/manage-accounts.ts'
export { lastAuthenticationReader } from './use-cases/reauthenticate.ts'
export { readSignUpMode, setSignUpMode } from './use-cases/sign-up.ts'
export { languageOf, localizedMails, sendSecurityMail } from './use-cases/user-mails.ts'
export { sessionTokenHashReader, verifyBearerToken } from './use-cases/verify-bearer-token.ts'
