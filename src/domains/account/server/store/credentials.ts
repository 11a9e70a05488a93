import type { Reader, Transaction } from '#platform/server/database/index.ts'
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
  // Stored responses may contain the profile.
  await tx.rows('delete from answers where user_id = ?', [userId])
  await db.deleteFrom('users').where('id', '=', userId).execute()
  return sessions
}
