import type { View } from '#platform/server/database/index.ts'

/** The identity library reads and writes these columns: `Date` (`timestamptz`) on PostgreSQL, ISO text on SQLite. */
type Instant = Date | string

export type AccountTables = {
  users: {
    id: string
    name: string
    email: string
    email_verified: boolean | number
    image: string | null
    first_name: string
    last_name: string
    /** JSON, see `Preferences`. */
    preferences: string
    two_factor_enabled: boolean | number | null
    /** Set while a server admin has locked the account. */
    locked_at: string | null
    /** The provider whose admin group they were in at their last sign-in there. */
    admin_provider: string | null
    created_at: Instant
    updated_at: Instant
  }
  sessions: {
    id: string
    user_id: string
    token: string
    expires_at: Instant
    ip_address: string | null
    user_agent: string | null
    /** When the password or a passkey was last checked; null if not since `created_at`. */
    authenticated_at: Instant | null
    created_at: Instant
    updated_at: Instant
  }
  accounts: {
    id: string
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: Instant
    updated_at: Instant
  }
  verifications: {
    id: string
    identifier: string
    value: string
    expires_at: Instant
    created_at: Instant
    updated_at: Instant
  }
  /** The identity library encrypts the secret and the codes. */
  two_factors: {
    id: string
    user_id: string
    secret: string
    backup_codes: string
    verified: boolean | number | null
    /** The period (30 s since 1970) of the last code used to sign in. */
    last_period: number | null
  }
  /** Public keys; the identity library reads and writes them. */
  passkeys: {
    id: string
    user_id: string
    name: string | null
    created_at: Instant | null
  }
  avatars: {
    id: string
    user_id: string
    type: string
    bytes: Uint8Array
    created_at: string
  }
  /** Settings of the Server page. */
  server_settings: {
    name: string
    value: string
  }
  last_seen: {
    /** The id of a session or an access token. */
    id: string
    at: string
  }
}

/** The columns that other domains may read. */
export interface AccountViews {
  users: View<AccountTables['users'], 'id' | 'first_name' | 'last_name' | 'email' | 'locked_at'>
  sessions: View<AccountTables['sessions'], 'id' | 'user_id' | 'token' | 'expires_at'>
  last_seen: View<AccountTables['last_seen'], 'id' | 'at'>
}
