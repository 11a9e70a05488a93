import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { addressKey, networkKey } from '#platform/server/endpoints/rate-limiter.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import { sessionIpsOf } from '../store/sign-in.ts'
import { encryptedCookie } from './encrypted-cookie.ts'

/** A browser that a user has signed in with, as stored in its encrypted cookie. */
const KnownDevice = z.object({ id: z.uuid(), accounts: z.array(z.object({ userId: z.string(), at: z.number() })) })
export type KnownDevice = z.infer<typeof KnownDevice>

/** Where an attempt to sign in comes from. */
export interface AttemptSource {
  /** The known device, or the IP address. */
  readonly key: string
  /** The network of the IP address. */
  readonly network: string
  /** Whether the account has signed in with this device or has a session at this address. */
  readonly isKnown: boolean
  /** Whether the account has a session anywhere. */
  readonly hasSession: boolean
}

// The maximum that browsers allow for a cookie.
const maxAgeDays = 400
const maxAccounts = 8

const cookie = encryptedCookie('larder-device', KnownDevice, maxAgeDays * 86_400, (accounts) => accounts.deviceEncryption)

/** Returns the device of a request, or null without a valid cookie. It proves only that someone has signed in there. */
export const deviceOf = cookie.read

/** Returns the `Set-Cookie` that adds an account to the accounts of this device. */
export function deviceCookie(accounts: AccountServices, request: FastifyRequest, userId: string, now: Date): string {
  const { id, accounts: known } = deviceOf(accounts, request) ?? { id: randomUUID(), accounts: [] }
  const others = known.filter((account) => account.userId !== userId)
  return cookie.write(accounts, request, { id, accounts: [{ userId, at: now.getTime() }, ...others].slice(0, maxAccounts) })
}

/** Returns the source of an attempt. `userId` is undefined for an unknown email address, which takes equally long. */
export async function findAttemptSource(
  { database }: AccountServices,
  userId: string | undefined,
  { ip, device }: RequestSource,
  since: Date,
): Promise<AttemptSource> {
  const [address, network] = [addressKey(ip), networkKey(ip)]
  const oldest = since.getTime() - maxAgeDays * 86_400_000
  if (device?.accounts.some((account) => account.userId === userId && account.at > oldest))
    return { key: `device ${device.id}`, network, isKnown: true, hasSession: true }
  const ips = await sessionIpsOf(database, userId ?? '', since)
  const isKnown = ips.some((one) => addressKey(one) === address)
  return { key: address, network, isKnown, hasSession: ips.length > 0 }
}

const dayMs = 86_400_000

/** Returns whether to mail about a sign-in. The first one after the sign-up doesn't count. */
export function shouldMailAboutSignIn({ isKnown, hasSession }: AttemptSource, createdAt: string, now: Date): boolean {
  return !isKnown && (hasSession || now.getTime() - Date.parse(createdAt) > dayMs)
}
