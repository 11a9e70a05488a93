import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressKey, networkKey } from '#platform/server/endpoints/request-limiter.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { sessionIpsOf } from '../store/index.ts'

/** A browser that somebody signed in with before, as its sealed cookie says. */
const KnownDevice = z.object({ id: z.uuid(), accounts: z.array(z.object({ userId: z.string(), at: z.number() })) })
export type KnownDevice = z.infer<typeof KnownDevice>

/** Where a try at an account comes from. */
export interface AttemptSource {
  /** A known device, or else an address. */
  readonly key: string
  /** The line that the address belongs to. */
  readonly line: string
  /** A device or an address that the account is or was signed in at. */
  readonly isKnown: boolean
  /** The account has a session, here or elsewhere. */
  readonly hasSession: boolean
}

// What browsers keep a cookie for at most.
const maxAgeDays = 400
const maxAccounts = 8

const isSecure = ({ config }: Accounts, request: FastifyRequest) =>
  config.publicUrl?.startsWith('https:') === true || request.protocol === 'https'
const cookieName = (accounts: Accounts, request: FastifyRequest) => (isSecure(accounts, request) ? '__Host-larder-device' : 'larder-device')

/** The device a request comes from; null without a cookie of ours. It proves nothing but that somebody signed in there. */
export function deviceOf(accounts: Accounts, request: FastifyRequest): KnownDevice | null {
  const name = cookieName(accounts, request)
  const cookie = (request.headers.cookie ?? '').split('; ').find((pair) => pair.startsWith(`${name}=`))
  if (cookie === undefined) return null
  try {
    return KnownDevice.parse(JSON.parse(accounts.deviceEncryption.decrypt(cookie.slice(name.length + 1))))
  } catch {
    return null
  }
}

/** The `Set-Cookie` that lets an account know this device from now on, besides the accounts that know it already. */
export function deviceCookie(accounts: Accounts, request: FastifyRequest, userId: string, now: Date): string {
  const { id, accounts: before } = deviceOf(accounts, request) ?? { id: randomUUID(), accounts: [] }
  const others = before.filter((one) => one.userId !== userId)
  const device: KnownDevice = { id, accounts: [{ userId, at: now.getTime() }, ...others].slice(0, maxAccounts) }
  return [
    `${cookieName(accounts, request)}=${accounts.deviceEncryption.encrypt(JSON.stringify(device))}`,
    `Max-Age=${maxAgeDays * 86_400}`,
    'Path=/; HttpOnly; SameSite=Lax',
    ...(isSecure(accounts, request) ? ['Secure'] : []),
  ].join('; ')
}

/** Where a try at an account comes from; `userId` is undefined where nobody has the e-mail address, which takes as long. */
export async function findAttemptSource(
  { database }: Accounts,
  userId: string | undefined,
  { ip, device }: RequestSource,
  since: Date,
): Promise<AttemptSource> {
  const [address, line] = [addressKey(ip), networkKey(ip)]
  const oldest = since.getTime() - maxAgeDays * 86_400_000
  if (device?.accounts.some((one) => one.userId === userId && one.at > oldest))
    return { key: `device ${device.id}`, line, isKnown: true, hasSession: true }
  const ips = await sessionIpsOf(database, userId ?? '', since)
  const isKnown = ips.some((kept) => addressKey(kept) === address)
  return { key: address, line, isKnown, hasSession: ips.length > 0 }
}

const dayMs = 86_400_000

/** Whether a sign-in is worth a mail: not the first one, which follows a sign-up and the link that confirms the address. */
export function isUnknownDevice({ isKnown, hasSession }: AttemptSource, createdAt: string, now: Date): boolean {
  return !isKnown && (hasSession || now.getTime() - Date.parse(createdAt) > dayMs)
}
