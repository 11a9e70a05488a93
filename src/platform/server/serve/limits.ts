import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { openBrake, takeOrWait } from '../brake.ts'
import type { Database } from '../database.ts'
import type { Caller } from './call.ts'

/** `off` is for measuring only. */
export type Limits = 'on' | 'off'

type Check = (request: FastifyRequest, caller: Caller | null) => Promise<void>

/** The endpoint's limits, per account and per address, as one check that throws 429; null when it has none. */
export function limiter(database: Database, endpoint: Endpoint, limits: Limits): Check | null {
  if (limits === 'off') return null
  const { method, path, perMinute } = endpoint
  if (perMinute === null) return null
  const counter = (what: string) => openBrake(database, `${method} ${path} ${what}`, perMinute, 60_000)
  const [ofAccount, ofAddress] = [counter('account'), counter('address')]
  return async (request, caller) => {
    if (caller) await takeOrWait(ofAccount, caller.userId)
    await takeOrWait(ofAddress, addressKey(request.ip))
  }
}

/** One key for all spellings of an address, and one per /64 of IPv6: a household's line has that many addresses. */
export function addressKey(ip: string | undefined): string {
  // A connection that has just closed has no address left.
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : `${address.toNormalizedString().split(':').slice(0, 4).join(':')}::/64`
}
