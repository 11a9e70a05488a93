import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

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
