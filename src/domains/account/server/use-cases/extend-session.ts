import type { Database } from '#platform/server/database/index.ts'
import { extendSessionEnd } from '../store/index.ts'

const dayMs = 86_400_000

/** A remembered session ends after a week without use; the eighth day is the one on which its end is not moved again. */
export const sessionDays = 8
/** However much it is used, a session is not extended any more a year after its sign-in. */
export const maxSessionDays = 365
const maxCached = 10_000

/**
 * Whether using a session moves its end: at most once a day, and never on its last day.
 * Sessions that were not to be remembered only ever have one day, so they are never extended.
 */
function isDue(expiresAt: Date, now: Date): boolean {
  const left = expiresAt.getTime() - now.getTime()
  return left > dayMs && left <= (sessionDays - 1) * dayMs
}

/** Answers what to call for every session that is used. The request does not wait for it, and it never throws. */
export function sessionExtender(database: Database): (sessionId: string, expiresAt: Date, now: Date) => void {
  const underWay = new Set<string>()
  // Asked once for each end: one that stays where it is is not asked about with every request of its last week.
  const settled = new Set<string>()
  return (sessionId, expiresAt, now) => {
    const end = `${sessionId} ${expiresAt.getTime()}`
    if (!isDue(expiresAt, now) || underWay.has(sessionId) || settled.has(end)) return
    underWay.add(sessionId)
    const later = new Date(now.getTime() + sessionDays * dayMs)
    const since = new Date(now.getTime() - maxSessionDays * dayMs)
    extendSessionEnd(database, sessionId, expiresAt, later, now, since)
      .then((isMoved) => {
        if (settled.size >= maxCached) settled.clear()
        if (!isMoved) settled.add(end)
      })
      .catch(() => {
        // The next request tries again.
      })
      .finally(() => underWay.delete(sessionId))
  }
}
