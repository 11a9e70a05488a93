import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { Session } from '../../contract/account-security.ts'
import { deviceName } from '../../rules.ts'
import { deleteOtherSessions, deleteSession, sessionsOf } from '../store/sessions.ts'

/** Lists the caller's sessions: the current one, then the most recently used. */
export async function listSessions(q: Reader, caller: Caller): Promise<Session[]> {
  const rows = await sessionsOf(q, caller.userId, caller.now)
  return rows
    .map((row) => {
      const createdAt = new Date(row.created_at).toISOString()
      return {
        id: row.id,
        device: deviceName(row.user_agent ?? ''),
        ipAddress: row.ip_address || null,
        createdAt,
        lastSeenAt: row.seen_at ?? createdAt,
        isCurrent: row.id === caller.sessionId,
      }
    })
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastSeenAt.localeCompare(a.lastSeenAt))
}

/** Ends a session and its live streams. Throws 404 if the user has no such session. */
export async function endSession(tx: Transaction, userId: UserId, id: string): Promise<void> {
  if (!(await deleteSession(tx, userId, id))) throw notFound()
  publishEndedSessions(tx, [id])
}

export async function endOtherSessions(tx: Transaction, { userId, sessionId }: Caller): Promise<void> {
  publishEndedSessions(tx, await deleteOtherSessions(tx, userId, sessionId))
}

/** Closes the live streams of ended sessions, in every process. */
export function publishEndedSessions(tx: Transaction, sessionIds: readonly string[]): void {
  for (const id of sessionIds) tx.publish('session-ended', id)
}
