import type { Database } from '#platform/server/database/index.ts'
import { saveLastSeen } from '../store/sessions.ts'
import { extendSessionEnd } from '../store/sign-in.ts'

const dayMs = 86_400_000

/** A remembered session ends after a week without use: on its eighth day it's no longer extended. */
export const sessionDays = 8
/** A session isn't extended beyond this many days after its sign-in. */
export const maxSessionDays = 365
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
