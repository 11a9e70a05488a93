import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { Session } from '../../contract/sessions-and-credentials.ts'
import { deviceName } from '../../rules/device-name.ts'
import { deleteOtherSessions, deleteSession, saveLastSeen, sessionsOf } from '../store/sessions.ts'
import { extendSessionEnd } from '../store/sign-in.ts'

/** Lists the caller's sessions: the current one, then the most recently used. */
export async function listSessions(q: Reader, caller: AuthenticatedUser): Promise<Session[]> {
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

export async function endOtherSessions(tx: Transaction, { userId, sessionId }: AuthenticatedUser): Promise<void> {
  publishEndedSessions(tx, await deleteOtherSessions(tx, userId, sessionId))
}

/** Closes the live streams of ended sessions, in every process. */
export function publishEndedSessions(tx: Transaction, sessionIds: readonly string[]): void {
  for (const id of sessionIds) tx.publish('session-ended', id)
}

const dayMs = 86_400_000

/** A remembered session ends after a week without use: on its eighth day it's no longer extended. */
export const sessionDays = 8
/** A session isn't extended beyond this many days after its sign-in. */
const maxSessionDays = 365
const lastSeenIntervalMs = 10 * 60_000
const maxCached = 10_000

/**
 * Returns whether using a session extends it: at most once a day, and never on its last day.
 * Sessions without Remember me last one day, so they are never extended.
 */
function isDue(expiresAt: Date, now: Date): boolean {
  const leftMs = expiresAt.getTime() - now.getTime()
  return leftMs > dayMs && leftMs <= (sessionDays - 1) * dayMs
}

/** Returns a function to call with each session that is used. It extends the session in the background and never throws. */
export function sessionExtender(database: Database): (sessionId: string, expiresAt: Date, now: Date) => void {
  const pending = new Set<string>()
  // Sessions past `maxSessionDays`, so that their last week doesn't query the database with every request.
  const settled = new Set<string>()
  return (sessionId, expiresAt, now) => {
    const end = `${sessionId} ${expiresAt.getTime()}`
    if (!isDue(expiresAt, now) || pending.has(sessionId) || settled.has(end)) return
    pending.add(sessionId)
    const extendedTo = new Date(now.getTime() + sessionDays * dayMs)
    const since = new Date(now.getTime() - maxSessionDays * dayMs)
    extendSessionEnd(database, sessionId, expiresAt, extendedTo, now, since)
      .then((isExtended) => {
        if (settled.size >= maxCached) settled.clear()
        if (!isExtended) settled.add(end)
      })
      .catch(() => {
        // The next request tries again.
      })
      .finally(() => pending.delete(sessionId))
  }
}

/**
 * Returns a function to call with each session or token that is used. It records the time in the background, at most every
 * 10 minutes per id, and never throws.
 */
export function lastSeenRecorder(database: Database): (id: string, now: Date) => void {
  const recordedMs = new Map<string, number>()
  return (id, now) => {
    const time = now.getTime()
    if (time - (recordedMs.get(id) ?? Number.NEGATIVE_INFINITY) < lastSeenIntervalMs) return
    if (recordedMs.size >= maxCached) recordedMs.clear()
    recordedMs.set(id, time)
    saveLastSeen(database, id, now.toISOString()).catch(() => recordedMs.delete(id))
  }
}
