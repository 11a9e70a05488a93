import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { deleteStoredResponses } from '#platform/server/endpoints/idempotency.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

/** Returns the email address and the password hash, which is null for an account without a password. */
export async function credentialsOf(q: Reader, userId: UserId): Promise<{ email: string; password: string | null } | undefined> {
  return on(q)
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('provider_id', '=', 'credential'))
    .select(['email', 'accounts.password'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

/** Replaces the hash `from`. Returns false if it has changed. */
export async function replacePassword(tx: Transaction, userId: UserId, from: string, to: string): Promise<boolean> {
  const changed = await on(tx)
    .updateTable('accounts')
    .set({ password: to })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .where('password', '=', from)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/** Returns whether the stored hash matches, and if so locks it until the transaction ends. */
export async function lockMatchingPassword(tx: Transaction, userId: UserId, matches: (hash: string) => boolean): Promise<boolean> {
  const hash = (await credentialsOf(tx, userId))?.password
  return hash !== null && hash !== undefined && matches(hash) && replacePassword(tx, userId, hash, hash)
}

/** Replaces the address `from`. Returns false if it has changed or an account has the new one. */
export async function replaceEmail(
  tx: Transaction,
  userId: string,
  from: string,
  to: string,
  isVerified: boolean,
  now: Date,
): Promise<boolean> {
  const changed = await on(tx)
    .updateTable('users')
    .set({ email: to, email_verified: isVerified, updated_at: now })
    .where('id', '=', userId)
    .where('email', '=', from)
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('users as others').select('others.id').where('others.email', '=', to))))
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

export async function hasAccount(q: Reader, email: string): Promise<boolean> {
  return (await on(q).selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}

/** Invalidates a user's mailed links and pending challenges. */
export const deleteVerifications = (tx: Transaction, userId: string) =>
  on(tx).deleteFrom('verifications').where('value', '=', userId).execute()

/** Deletes an account with its sessions and verifications. Returns the ids of the ended sessions. */
export async function deleteUser(tx: Transaction, userId: UserId): Promise<string[]> {
  const db = on(tx)
  const sessions = (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).map(({ id }) => id)
  if (sessions.length > 0) await db.deleteFrom('last_seen').where('id', 'in', sessions).execute()
  await deleteVerifications(tx, userId)
  await deleteStoredResponses(tx, userId)
  await db.deleteFrom('users').where('id', '=', userId).execute()
  return sessions
}

/** Newest first. */
export const passkeysOf = (q: Reader, userId: UserId) =>
  on(q)
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Returns false if the user has no such passkey. */
export async function renamePasskey(tx: Transaction, userId: UserId, id: string, name: string): Promise<boolean> {
  const renamed = await on(tx).updateTable('passkeys').set({ name }).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return renamed.numUpdatedRows === 1n
}

/** Returns false if the user has no such passkey. */
export async function deletePasskey(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  const deleted = await on(tx).deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

export interface TwoFactorRow {
  id: string
  secret: string
  backup_codes: string
  isEnabled: boolean
}

/** Returns the two-factor setup, enabled or not, or undefined if there is none. */
export async function twoFactorOf(q: Reader, userId: UserId): Promise<TwoFactorRow | undefined> {
  const row = await on(q)
    .selectFrom('two_factors')
    .innerJoin('users', 'users.id', 'two_factors.user_id')
    .select(['two_factors.id', 'secret', 'backup_codes', 'verified', 'two_factor_enabled'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row && { ...row, isEnabled: Boolean(row.verified) && Boolean(row.two_factor_enabled) }
}

/** Enables a setup. Returns false if it has been replaced. */
export async function enableTwoFactor(tx: Transaction, userId: UserId, { id, secret }: TwoFactorRow): Promise<boolean> {
  const verified = await on(tx)
    .updateTable('two_factors')
    .set({ verified: true })
    .where('id', '=', id)
    .where('secret', '=', secret)
    .executeTakeFirst()
  if (verified.numUpdatedRows !== 1n) return false
  await on(tx).updateTable('users').set({ two_factor_enabled: true }).where('id', '=', userId).execute()
  return true
}

/** Marks a code's 30-second period as used. Returns false if it or a later one has been used. */
export async function claimTotpPeriod(tx: Transaction, userId: UserId, period: number): Promise<boolean> {
  const claimed = await on(tx)
    .updateTable('two_factors')
    .set({ last_period: period })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('last_period', 'is', null), where('last_period', '<', period)]))
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** Returns whether it was enabled. */
export async function disableTwoFactor(tx: Transaction, userId: UserId): Promise<boolean> {
  const wasOn = (await twoFactorOf(tx, userId))?.isEnabled ?? false
  await on(tx).deleteFrom('two_factors').where('user_id', '=', userId).execute()
  await on(tx).updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId).execute()
  return wasOn
}
