/** What other domains and the composition may use of accounts. */
export { type AccountConfig, type AccountSettings, type Accounts, openAccounts } from './gateway.ts'
export { readBearer } from './service/bearer.ts'
export { changePreferences, getMe } from './service/profile.ts'
export type { AccountTables } from './tables.ts'
