/** What other domains may use of accounts. The composition opens them with `gateway.ts` and `routes.ts`. */
export { countAccounts, listAccounts } from './service/accounts.ts'
export { isAdministrator } from './service/administrator.ts'
export { bearerReader, readBearer } from './service/bearer.ts'
export type { Farewell } from './service/delete-account.ts'
export { languageOf, letters } from './service/language.ts'
export { setLock, signOutEverywhere } from './service/lock.ts'
export { setSignUpMode, signUpMode } from './service/sign-up-mode.ts'
export type { AccountTables } from './tables.ts'
