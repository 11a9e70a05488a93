import type { Database } from '#platform/server/database/index.ts'
import { saveLastSeen } from '../store/sessions.ts'

const everyMs = 10 * 60_000
const maxCached = 10_000

/**
 * Answers what to call for every session or token that is used: it writes the time down, at most every ten minutes each.
 * The request does not wait for it, and it never throws.
 */
export function lastSeenRecorder(database: Database): (id: string, now: Date) => void {
  const noted = new Map<string, number>()
  return (id, now) => {
    const time = now.getTime()
    if (time - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < everyMs) return
    if (noted.size >= maxCached) noted.clear()
    noted.set(id, time)
    saveLastSeen(database, id, now.toISOString()).catch(() => noted.delete(id))
  }
}
