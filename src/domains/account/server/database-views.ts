import type { View } from '#platform/server/database/index.ts'
import type { AccountTables } from './tables.ts'

export interface AccountViews {
  users: View<AccountTables['users'], 'id' | 'first_name' | 'last_name' | 'email' | 'locked_at'>
  sessions: View<AccountTables['sessions'], 'id' | 'user_id' | 'token' | 'expires_at'>
  last_seen: View<AccountTables['last_seen'], 'id' | 'at'>
}
