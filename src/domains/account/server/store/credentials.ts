import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

/** The address and the stored hash of the password; the hash is null where there is none. */
export async function credentialsOf(q: Reader, userId: UserId): Promise<{ email: string; password: string | null } | undefined> {
  return on(q)
    .selectFrom('users')
    .leftJoin('accounts', (join) => join.onRef('accounts.user_id', '=', 'users.id').on('provider_id', '=', 'credential'))
    .select(['email', 'accounts.password'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
}

/** Conditional on the hash it was checked against; false when somebody was faster. */
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

/** Whether the stored hash fits; until the transaction ends nobody sets another one then. */
export async function lockMatchingPassword(tx: Transaction, userId: UserId, fits: (hash: string) => boolean): Promise<boolean> {
  const hash = (await credentialsOf(tx, userId))?.password
  return hash !== null && hash !== undefined && fits(hash) && replacePassword(tx, userId, hash, hash)
}

/** Conditional on the address it was asked from, and on nobody having the new one; false otherwise. */
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

/** Links and challenges that are still under way for this person stop working. */
export const deleteVerifications = (tx: Transaction, userId: string) =>
  on(tx).deleteFrom('verifications').where('value', '=', userId).execute()

/** Deletes the account and what hangs on it alone; answers the sessions that ended. */
export async function deleteUser(tx: Transaction, userId: UserId): Promise<string[]> {
  const db = on(tx)
  const sessions = (await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()).map(({ id }) => id)
  if (sessions.length > 0) await db.deleteFrom('last_seen').where('id', 'in', sessions).execute()
  await deleteVerifications(tx, userId)
  // Kept answers of person routes may show the profile.
  await tx.rows('delete from answers where user_id = ?', [userId])
  await db.deleteFrom('users').where('id', '=', userId).execute()
  return sessions
}
