import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Database } from '../database/index.ts'
import { consumeOrThrow, openRateLimiter } from './rate-limiter.ts'
import type { Caller } from './route.ts'

/** `off` is for measuring only. */
export type Limits = 'on' | 'off'

type Check = (request: FastifyRequest, caller: Caller | null) => Promise<void>

/** Names the known device that a request comes from; null for any other request. */
export type DeviceOf = (request: FastifyRequest) => string | null

/** How many devices of one address get the endpoint's limit each; a home has several. */
const maxDevices = 6

/**
 * The endpoint's limits as one check that throws 429; null when it has none. They count per account and per address, and for a known
 * device per device, so that others at its address can't use up its requests.
 */
export function limiter(database: Database, endpoint: Endpoint, limits: Limits, deviceOf: DeviceOf = () => null): Check | null {
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

/** One key for all spellings of an address, and one per /64 of IPv6: a household's line has that many addresses. */
export const addressKey = (ip: string | undefined): string => prefixKey(ip, 64)

/** As `addressKey`, but one per /56 of IPv6, which is what a provider gives one line. */
export const networkKey = (ip: string | undefined): string => prefixKey(ip, 56)

function prefixKey(ip: string | undefined, bits: 56 | 64): string {
  // A connection that has just closed has no address left.
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  const bytes = address.toByteArray().fill(0, bits / 8)
  return `${ipaddr.fromByteArray(bytes).toNormalizedString().split(':').slice(0, 4).join(':')}::/${bits}`
}
