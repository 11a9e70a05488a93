import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { Problem } from '#platform/shared/problem.ts'
import { clockSql } from '../database/clock.ts'
import type { Database } from '../database/index.ts'
import type { AuthenticatedUser } from './route.ts'

type RateLimitTables = { tries: { key: string; times: string; until_ms: number } }

// Beyond this, expired keys are deleted.
const maxKeys = 10_000

/** Sliding-window rate limiter. */
export interface RateLimiter {
  /** Returns 0 if the request is allowed. Otherwise returns the milliseconds to wait, and doesn't count the request. */
  consume(key: string): Promise<number>
  /** Undoes the last `consume` of a key, e.g. after a correct password. */
  refund(key: string): Promise<void>
}

/**
 * Allows `limit` requests per key within `windowMs`, across all processes. On SQLite, which has one process, the counts are in memory. On
 * PostgreSQL each key is one row, stored as a digest, locked while counting and timed by the database's clock.
 */
export function openRateLimiter(database: Database, name: string, limit: number, windowMs: number): RateLimiter {
  const rateLimit = { limit, windowMs }
  return database.engine === 'sqlite' ? inMemoryRateLimiter(rateLimit) : databaseRateLimiter(database, name, rateLimit)
}

/** Counts a request. Throws 429 `too_many_requests` with the wait. */
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

/** Returns the times within the window, including `now` if allowed, and the wait if not. */
function consumeWindow(times: readonly number[], now: number, { limit, windowMs }: RateLimit): { times: number[]; waitMs: number } {
  const recent = times.filter((time) => time > now - windowMs)
  if (recent.length < limit) return { times: [...recent, now], waitMs: 0 }
  return { times: recent, waitMs: (recent[0] ?? now) + windowMs - now }
}

/** A rate limiter for one process. `now` is for tests. */
export function inMemoryRateLimiter(rateLimit: RateLimit, now: () => number = Date.now): RateLimiter & { size(): number } {
  const timesByKey = new Map<string, number[]>()
  let nextCleanupSize = maxKeys
  const deleteExpired = (since: number) => {
    for (const [key, times] of timesByKey) if ((times.at(-1) ?? 0) <= since) timesByKey.delete(key)
    // Otherwise an attack from many addresses would make every request go through all of them.
    nextCleanupSize = Math.max(maxKeys, timesByKey.size * 2)
  }
  return {
    async consume(key) {
      if (timesByKey.size >= nextCleanupSize) deleteExpired(now() - rateLimit.windowMs)
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
        // The cleanup job may have deleted the row; start a new window.
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

/** Deletes expired counts. For the scheduler, hourly. */
export async function deleteExpiredRateLimits(database: Database): Promise<void> {
  const db = database.identity.withTables<RateLimitTables>()
  await db.deleteFrom('tries').where('until_ms', '<', clockSql(database.engine)).execute()
}

/** `off` is for benchmarks only. */
export type RateLimitMode = 'on' | 'off'

type Check = (request: FastifyRequest, caller: AuthenticatedUser | null) => Promise<void>

/** Returns the id of the known device that sent a request, or null. */
export type DeviceOf = (request: FastifyRequest) => string | null

/** Known devices of one address that get the endpoint's limit each. */
const maxDevices = 6

/**
 * Returns a check of the endpoint's rate limits that throws 429, or null if it has none. Requests count per account and per address. A
 * known device has its own count, so that others at its address can't use up its requests.
 */
export function createRateLimitCheck(
  database: Database,
  endpoint: Endpoint,
  limits: RateLimitMode,
  deviceOf: DeviceOf = () => null,
): Check | null {
  if (limits === 'off') return null
  const { method, path, perMinute } = endpoint
  if (perMinute === null) return null
  const counter = (what: string, limit = perMinute) => openRateLimiter(database, `${method} ${path} ${what}`, limit, 60_000)
  const [ofAccount, ofAddress, ofDevice] = [counter('account'), counter('address'), counter('device')]
  const ofDevices = counter('devices', perMinute * maxDevices)
  return async (request, caller) => {
    if (caller) await consumeOrThrow(ofAccount, caller.userId)
    const device = caller ? null : deviceOf(request)
    if (device === null) return consumeOrThrow(ofAddress, addressKey(request.ip))
    await consumeOrThrow(ofDevice, device)
    await consumeOrThrow(ofDevices, addressKey(request.ip))
  }
}

/** Returns one key for all spellings of an address, and one per IPv6 /64, the addresses of one local network. */
export const addressKey = (ip: string | undefined): string => prefixKey(ip, 64)

/** Like `addressKey`, but one key per IPv6 /56, the addresses of one internet connection. */
export const networkKey = (ip: string | undefined): string => prefixKey(ip, 56)

function prefixKey(ip: string | undefined, bits: 56 | 64): string {
  // A closed connection has no address.
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray().fill(0, bits / 8)
  return `${ipaddr.fromByteArray(bytes).toNormalizedString().split(':').slice(0, 4).join(':')}::/${bits}`
}
