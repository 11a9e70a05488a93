import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

export const profileColumns = ['id', 'email', 'first_name', 'last_name', 'image', 'preferences', 'created_at', 'updated_at'] as const
export type ProfileRow = Pick<AccountTables['users'], (typeof profileColumns)[number]>

export const profileOf = (q: Reader, userId: UserId): Promise<ProfileRow | undefined> =>
  on(q).selectFrom('users').select(profileColumns).where('id', '=', userId).executeTakeFirst()

/** Returns the stored JSON, or undefined if there is no such user. */
export async function preferencesOf(q: Reader, who: { id: string } | { email: string }): Promise<string | undefined> {
  const users = on(q).selectFrom('users').select('preferences')
  const row = await ('id' in who ? users.where('id', '=', who.id) : users.where('email', '=', who.email)).executeTakeFirst()
  return row?.preferences
}

/** Updates a profile and returns it. Returns undefined if the account no longer exists or differs from `expected`. */
export const updateProfile = (
  tx: Transaction,
  userId: UserId,
  set: Partial<Pick<AccountTables['users'], 'name' | 'first_name' | 'last_name' | 'image' | 'preferences'>>,
  now: Date,
  expected?: ProfileRow,
): Promise<ProfileRow | undefined> => {
  const query = on(tx)
    .updateTable('users')
    .set({ ...set, updated_at: now })
    .where('id', '=', userId)
  return (expected ? query.where('updated_at', '=', expected.updated_at) : query).returning(profileColumns).executeTakeFirst()
}

/** Replaces a user's avatar. The last of several concurrent calls wins. */
export async function replaceAvatar(tx: Transaction, row: AccountTables['avatars']): Promise<void> {
  const { user_id: _same, ...picture } = row
  const upsert = on(tx).insertInto('avatars').values(row)
  await upsert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture)).execute()
}
export const deleteAvatar = (tx: Transaction, userId: string) => on(tx).deleteFrom('avatars').where('user_id', '=', userId).execute()

export const avatarById = (q: Reader, id: string) =>
  on(q).selectFrom('avatars').select(['type', 'bytes']).where('id', '=', id).executeTakeFirst()
