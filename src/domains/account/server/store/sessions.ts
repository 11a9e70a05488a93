import { createHash } from 'node:crypto'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { AccountTables } from '../tables.ts'

const on = (q: Reader) => q.on<AccountTables>()

/** Returns the stored form of a session token, its SHA-256 in hex, so that a copy of the table can't be used to sign in. */
export const hashSessionToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Returns sessions that have not ended, newest first. */
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

/** Returns whether a user's session has not ended. */
export async function hasSession(q: Reader, userId: UserId, id: string, now: Date): Promise<boolean> {
  const session = on(q).selectFrom('sessions').select('id').where('user_id', '=', userId).where('id', '=', id)
  return (await session.where('expires_at', '>', now).executeTakeFirst()) !== undefined
}

/** Ends a session. Returns false if the user has no such session. */
export async function deleteSession(tx: Transaction, userId: UserId, id: string): Promise<boolean> {
  const deleted = await on(tx).deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows === 1n
}

/** Ends all of a user's sessions but one. Returns their ids. */
export async function deleteOtherSessions(tx: Transaction, userId: UserId, keptId: string): Promise<string[]> {
  const deleted = await on(tx).deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', keptId).returning('id').execute()
  return deleted.map(({ id }) => id)
}

/** Ends all of a user's sessions. Returns their ids. */
export async function deleteSessions(tx: Transaction, userId: string): Promise<string[]> {
  return (await on(tx).deleteFrom('sessions').where('user_id', '=', userId).returning('id').execute()).map(({ id }) => id)
}

/** Returns when the password or a passkey was last checked, or undefined if the session has ended. */
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

export async function saveLastSeen(database: Database, id: string, at: string): Promise<void> {
  await database.identity
    .withTables<AccountTables>()
    .insertInto('last_seen')
    .values({ id, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ at }))
    .execute()
}
