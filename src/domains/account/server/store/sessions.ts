import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

/** Sessions that have not ended, newest first. */
export const sessionsOf = (q: Reader, userId: UserId, now: Date) =>
  on(q)
    .selectFrom('sessions')
    .leftJoin('last_seen', 'last_seen.id', 'sessions.id')
    .select(['sessions.id', 'ip_address', 'user_agent', 'created_at', 'last_seen.at as seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(200)
    .execute()

/** Ends one session of a person; false when it is none of theirs. */
export async function deleteSession(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  const deleted = await on(tx).deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Ends all sessions of a person but one; answers which ended. */
export async function deleteOtherSessions(tx: Transaction, userId: UserId, keptId: string): Promise<string[]> {
  const deleted = await on(tx).deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptId).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Ends all sessions of a person; answers which ended. */
export async function deleteSessions(tx: Transaction, userId: string): Promise<string[]> {
  return (await on(tx).deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)
}

/** When the password or a passkey was last checked in a session; undefined if it is over. */
export async function authenticatedAt(q: Reader, userId: UserId, id: string): Promise<Date | undefined> {
  const row = await on(q)
    .selectFrom('sessions')
    .select(['authenticated_at', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && new Date(row.authenticated_at ?? row.created_at)
}

export const setAuthenticatedAt = (tx: Transaction, userId: UserId, id: string, at: Date) =>
  on(tx).updateTable('sessions').set({ authenticated_at: at }).where('user_id', '=', userId).where('id', '=', id).execute()

/** Writes down that a session or a token was used. */
export async function saveLastSeen(database: Database, id: string, at: string): Promise<void> {
  await database.identity
    .withTables<AccountTables>()
    .insertInto('last_seen')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}
