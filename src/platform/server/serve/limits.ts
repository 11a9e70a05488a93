import type {} from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { Problem } from '#platform/contract/problem.ts'
import type { Caller } from './call.ts'

/** `off` is for measuring only. */
export type Limits = 'on' | 'off'

type Check = (request: FastifyRequest, caller: Caller | null) => Promise<void>

/** The endpoint's limits as one check that throws 429, or null when it has none. Needs the rate-limit plugin. */
export function limiter(app: FastifyInstance, endpoint: Endpoint, limits: Limits): Check | null {
  if (limits === 'off') return null
  const checks: Check[] = []
  if (endpoint.perMinute !== null) {
    checks.push(counter(app, endpoint.perMinute, 60_000, (_request, caller) => caller?.userId ?? null))
    checks.push(counter(app, endpoint.perMinute, 60_000, (request) => addressKey(request.ip)))
  }
  if (endpoint.perHourForAll !== null) checks.push(counter(app, endpoint.perHourForAll, 3_600_000, () => 'all'))
  if (checks.length === 0) return null
  return async (request, caller) => {
    for (const check of checks) await check(request, caller)
  }
}

/** Counts by key; a null key is not counted. */
export function counter(
  app: FastifyInstance,
  max: number,
  timeWindow: number,
  keyOf: (request: FastifyRequest, caller: Caller | null) => string | null,
): Check {
  const keys = new WeakMap<FastifyRequest, string>()
  const check = app.createRateLimit({ max, timeWindow, keyGenerator: (request) => keys.get(request) ?? '' })
  return async (request, caller) => {
    const key = keyOf(request, caller)
    if (key === null) return
    keys.set(request, key)
    const result = await check(request)
    if (!result.isAllowed && result.isExceeded) {
      throw new Problem(429, 'too_many_requests', 'Too many tries. Please wait a moment.', { retryAfterSeconds: result.ttlInSeconds })
    }
  }
}

/** One key for all spellings of an address, and one per /64 of IPv6: a household's line has that many addresses. */
export function addressKey(ip: string): string {
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
