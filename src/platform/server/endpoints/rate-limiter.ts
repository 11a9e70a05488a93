import { createHash } from 'node:crypto'
import { Problem } from '#platform/shared/problem.ts'
import { clockSql } from '../database/clock.ts'
import type { Database } from '../database/index.ts'

type RateLimitTables = { tries: { key: string; times: string; until_ms: number } }

// Far more than a home's server ever sees at once; beyond it the ended ones are dropped.
const maxKeys = 10_000

/** Counts by key over a sliding time: each count frees itself when its time is over, so whoever waits gets one try after another. */
export interface RateLimiter {
  /** Counts once. Answers 0 when that was still allowed, else the milliseconds until the next one is, and counts nothing. */
  consume(key: string): Promise<number>
  /** Takes the last count of a key back, e.g. of a try that turned out to be right. */
  refund(key: string): Promise<void>
}

/**
 * At most `limit` counts per key within `windowMs`, whichever process counts them. A SQLite folder has one process, so there nothing is
 * written; on PostgreSQL one row a key is locked while it counts, by the database's clock, and holds a digest instead of the key.
 */
export function openRateLimiter(database: Database, name: string, limit: number, windowMs: number): RateLimiter {
  const rateLimit = { limit, windowMs }
  return database.engine === 'sqlite' ? inMemoryRateLimiter(rateLimit) : databaseRateLimiter(database, name, rateLimit)
}

/** Counts a try. Throws 429 with the wait. */
export async function consumeOrThrow(limiter: RateLimiter, key: string): Promise<void> {
  const waitMs = await limiter.consume(key)
  if (waitMs > 0) throw tooManyRequests(waitMs)
}

export const tooManyRequests = (waitMs: number): Problem =>
  new Problem(429, 'too_many_requests', 'Too many attempts. Wait a moment.', { retryAfterSeconds: Math.ceil(waitMs / 1000) })

interface RateLimit {
  limit: number
  windowMs: number
}

/** One more try at `now`: the times that still count, with it when it is allowed, and the wait when it is not. */
function consumeWindow(times: readonly number[], now: number, { limit, windowMs }: RateLimit): { times: number[]; waitMs: number } {
  const recent = times.filter((time) => time > now - windowMs)
  if (recent.length < limit) return { times: [...recent, now], waitMs: 0 }
  return { times: recent, waitMs: (recent[0] ?? now) + windowMs - now }
}

/** The same in one process; `now` is for tests. */
export function inMemoryRateLimiter(rateLimit: RateLimit, now: () => number = Date.now): RateLimiter & { size(): number } {
  const timesByKey = new Map<string, number[]>()
  return {
    async consume(key) {
      const since = now() - rateLimit.windowMs
      if (timesByKey.size >= maxKeys) for (const [other, times] of timesByKey) if ((times.at(-1) ?? 0) <= since) timesByKey.delete(other)
      const { times, waitMs } = consumeWindow(timesByKey.get(key) ?? [], now(), rateLimit)
      timesByKey.set(key, times)
      return waitMs
    },
    async refund(key) {
      timesByKey.get(key)?.pop()
    },
    size: () => timesByKey.size,
  }
}

function databaseRateLimiter(database: Database, name: string, rateLimit: RateLimit): RateLimiter {
  const db = database.identity.withTables<RateLimitTables>()
  const keyOf = (subject: string) => createHash('sha256').update(`${name}\0${subject}`).digest('base64url')
  return {
    consume: (subject) =>
      db.transaction().execute(async (tx) => {
        const key = keyOf(subject)
        await tx
          .insertInto('tries')
          .values({ key, times: '', until_ms: 0 })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const row = await tx
          .selectFrom('tries')
          .select(['times', clockSql(database.engine).as('now')])
          .where('key', '=', key)
          .forUpdate()
          .executeTakeFirst()
        // Dropped in between as long ended, by the hourly broom: then this is the first one again.
        const now = Number(row?.now ?? Date.now())
        const { times, waitMs } = consumeWindow((row?.times ?? '').split(',').filter(Boolean).map(Number), now, rateLimit)
        if (waitMs === 0) {
          const values = { times: times.join(','), until_ms: now + rateLimit.windowMs }
          await tx
            .insertInto('tries')
            .values({ key, ...values })
            .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
            .execute()
        }
        return waitMs
      }),
    refund: (subject) =>
      db.transaction().execute(async (tx) => {
        const key = keyOf(subject)
        const row = await tx.selectFrom('tries').select('times').where('key', '=', key).forUpdate().executeTakeFirst()
        const times = row?.times.split(',').slice(0, -1).join(',') ?? ''
        await tx.updateTable('tries').set({ times }).where('key', '=', key).execute()
      }),
  }
}

/** Drops what counts for nothing any more. For the scheduler, hourly. */
export async function deleteExpiredRateLimits(database: Database): Promise<void> {
  const db = database.identity.withTables<RateLimitTables>()
  await db.deleteFrom('tries').where('until_ms', '<', clockSql(database.engine)).execute()
}
