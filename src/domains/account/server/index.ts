/** What other domains may use of accounts. The composition opens them with `gateway.ts` and `routes.ts`. */

export { isLocked } from './store/index.ts'
export { hashSessionToken } from './store/session-token.ts'
export type { AccountTables } from './tables.ts'
export { countAccounts, listAccounts } from './use-cases/accounts.ts'
export { isAdministrator } from './use-cases/administrator.ts'
export { bearerReader, readBearer } from './use-cases/bearer.ts'
export type { AccountDeletionHook } from './use-cases/delete-account.ts'
export { languageOf, localizedMails } from './use-cases/language.ts'
export { setLock, signOutEverywhere } from './use-cases/lock.ts'
export { authenticationReader } from './use-cases/reauthenticate.ts'
export { sendSecurityMail } from './use-cases/security-mails.ts'
export { setSignUpMode, signUpMode } from './use-cases/sign-up-mode.ts'
