import type { Kysely } from 'kysely'
import type { Database } from '#platform/server/database/index.ts'
import type { AccountTables } from '../tables.ts'
import { hashSessionToken } from './sessions.ts'

// Runs outside transactions, as the identity library does.
const on = (database: Database): Kysely<AccountTables> => database.identity.withTables<AccountTables>()

export async function hasAnyUser(database: Database): Promise<boolean> {
  return (await on(database).selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function isAccountLocked(database: Database, userId: string): Promise<boolean> {
  const row = await on(database).selectFrom('users').select('locked_at').where('id', '=', userId).executeTakeFirst()
  return row !== undefined && row.locked_at !== null
}

/** Returns the account's password hash, or null if there is none. `email` must be normalized. */
export async function passwordHash(database: Database, email: string): Promise<string | null> {
  const row = await on(database)
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.user_id', 'users.id')
    .select('accounts.password')
    .where('email', '=', email)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ?? null
}

/** Returns the account of a normalized address with its password hash. */
export async function accountByEmail(
  database: Database,
  email: string,
): Promise<{ id: string; isConfirmed: boolean; password: string | null } | undefined> {
  const row = await on(database)
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('provider_id', '=', 'credential'))
    .select(['users.id', 'email_verified', 'accounts.password'])
    .where('email', '=', email)
    .executeTakeFirst()
  return row && { id: row.id, isConfirmed: Boolean(row.email_verified), password: row.password }
}

/** Deletes a password unless it has changed or the account has a session. */
export async function deleteUnusedPassword(database: Database, userId: string, hash: string | null): Promise<void> {
  await on(database)
    .deleteFrom('accounts')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', hash)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('sessions').select('sessions.id').where('sessions.user_id', '=', userId))),
    )
    .execute()
}

/** Returns the IP addresses of this account's sessions that began before `since` and have not ended. */
export async function sessionIpsOf(database: Database, userId: string, since: Date): Promise<string[]> {
  const rows = await on(database)
    .selectFrom('sessions')
    .select('ip_address')
    .distinct()
    .where('user_id', '=', userId)
    .where('created_at', '<', since)
    .where('expires_at', '>', since)
    .limit(100)
    .execute()
  return rows.flatMap(({ ip_address }) => (ip_address ? [ip_address] : []))
}

/** Ends a session. Returns its id, or null if it had ended. `token` has no signature. */
export async function endSession(database: Database, token: string): Promise<string | null> {
  const row = await on(database).deleteFrom('sessions').where('token', '=', hashSessionToken(token)).returning('id').executeTakeFirst()
  return row?.id ?? null
}

/** Extends a session. Returns false if another request has done so or it began before `since`. */
export async function extendSessionEnd(
  database: Database,
  sessionId: string,
  from: Date,
  to: Date,
  now: Date,
  since: Date,
): Promise<boolean> {
  const moved = await on(database)
    .updateTable('sessions')
    .set({ expires_at: to, updated_at: now })
    .where('id', '=', sessionId)
    .where('expires_at', '<=', from)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Confirms the address, which opening the mailed link has proved, and invalidates the user's other links. */
export async function finishPasswordReset(database: Database, userId: string): Promise<void> {
  const db = on(database)
  await db.deleteFrom('verifications').where('value', '=', userId).execute()
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
}

// Access tokens may be unused for a long time.
const lastSeenRetentionMs = 2 * 365 * 86_400_000

/** Deletes sessions and mailed tokens that ended before `now`. */
export async function deleteExpired(database: Database, now: Date): Promise<void> {
  await on(database).deleteFrom('sessions').where('expires_at', '<', now).execute()
  await on(database).deleteFrom('verifications').where('expires_at', '<', now).execute()
  await on(database)
    .deleteFrom('last_seen')
    .where('at', '<', new Date(now.getTime() - lastSeenRetentionMs).toISOString())
    .execute()
}
