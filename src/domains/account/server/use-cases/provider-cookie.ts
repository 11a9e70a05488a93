import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AccountServices } from '../gateway/index.ts'
import { encryptedCookie } from './encrypted-cookie.ts'

/** Minutes from the start of a sign-in at a provider to its end. */
export const providerMinutes = 10

/** The browser was sent to the provider. */
const Sent = z.object({
  step: z.literal('sent'),
  provider: z.string(),
  /** Whose account is to be connected; null to sign in. */
  connects: z.string().nullable(),
  attempt: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
  until: z.number(),
})
/** The browser came back, and the provider confirmed a person. */
const Confirmed = z.object({
  step: z.literal('confirmed'),
  /** Works once. */
  id: z.string(),
  /** As in `Sent`. */
  connects: z.string().nullable(),
  identity: z.object({
    provider: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    isEmailConfirmed: z.boolean(),
    firstName: z.string(),
    lastName: z.string(),
    isAdmin: z.boolean().nullable(),
  }),
  until: z.number(),
})
export type Sent = z.infer<typeof Sent>
export type Confirmed = z.infer<typeof Confirmed>

const cookie = encryptedCookie(
  'larder-provider',
  z.union([Sent, Confirmed]),
  providerMinutes * 60,
  (accounts) => accounts.providerEncryption,
)

/**
 * Returns the `Set-Cookie` that keeps a step of a sign-in at a provider; `null` removes it. It ties the sign-in to this browser: an address that
 * someone else started doesn't work here.
 */
export const providerCookie = cookie.write

/** Returns the step in a request's cookie, or null without a valid one. */
export function providerStepOf(accounts: AccountServices, request: FastifyRequest, now: Date): Sent | Confirmed | null {
  const step = cookie.read(accounts, request)
  return step && step.until > now.getTime() ? step : null
}
