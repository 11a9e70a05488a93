import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openBrake, takeOrWait } from '../brake.ts'
import type { Database } from '../database.ts'
import type { Caller } from './call.ts'

/** `off` is for measuring only. */
export type Limits = 'on' | 'off'

type Check = (request: FastifyRequest, caller: Caller | null) => Promise<void>

/** The endpoint's limits as one check that throws 429, or null when it has none. */
export function limiter(database: Database, endpoint: Endpoint, limits: Limits): Check | null {
  if (limits === 'off') return null
  const { method, path, perMinute, perHourForAll } = endpoint
  const counter = (what: string, most: number, windowMs: number) => openBrake(database, `${method} ${path} ${what}`, most, windowMs)
  const checks: Check[] = []
  if (perMinute !== null) {
    const ofAccount = counter('account', perMinute, 60_000)
    const ofAddress = counter('address', perMinute, 60_000)
    checks.push(async (_request, caller) => {
      if (caller) await takeOrWait(ofAccount, caller.userId)
    })
    checks.push((request) => takeOrWait(ofAddress, addressKey(request.ip)))
  }
  if (perHourForAll !== null) {
    const ofAll = counter('all', perHourForAll, 3_600_000)
    checks.push(() => takeOrWait(ofAll, 'all'))
  }
  if (checks.length === 0) return null
  return async (request, caller) => {
    for (const check of checks) await check(request, caller)
  }
}

/** One key for all spellings of an address, and one per /64 of IPv6: a household's line has that many addresses. */
export function addressKey(ip: string | undefined): string {
  // A connection that has just closed has no address left.
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
