import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { Problem } from '#platform/shared/problem.ts'
import { type SignIn, SignInReply } from '../../contract/index.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import { accountByEmail, endSession, passwordHash } from '../store/sign-in.ts'
import { type AttemptLimiter, attemptLimiter, type RefundAttempt } from './attempt-limiter.ts'
import { type AttemptSource, findAttemptSource } from './known-devices.ts'
import { encryptPendingSignIn } from './two-factor.ts'
import { verifyBearerToken } from './verify-bearer-token.ts'

/** The library's response if the password is correct and a code is required. */
const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })

export interface SignInResult {
  readonly reply: SignInReply
  /** The signed bearer token, or null if a code is required. */
  readonly token: string | null
  readonly source: AttemptSource
}

export interface SignInLimiters {
  readonly perAccount: AttemptLimiter
  readonly perAddress: RateLimiter
}

const windowMs = 15 * 60_000

/**
 * Opens the rate limits of sign-in: 10 wrong passwords per 15 minutes for each account and source (see `attemptLimiter`), and 50 attempts from
 * an IP address for all accounts. A known device has its own limit instead of the address's.
 */
export const openSignInLimiters = (database: Database): SignInLimiters => ({
  perAccount: attemptLimiter(database, 'sign-in', 10, windowMs),
  perAddress: openRateLimiter(database, 'sign-in from an address', 50, windowMs),
})

/**
 * Signs in, or returns a challenge if a code is required. Throws 401 with the same message for an unknown address and a wrong
 * password, 429 after too many attempts, 403 `email_not_verified`.
 */
export async function signIn(
  accounts: AccountServices,
  limiters: SignInLimiters | null,
  form: SignIn,
  requestSource: RequestSource,
): Promise<SignInResult> {
  const { database } = accounts
  const account = await accountByEmail(database, form.email)
  const source = await findAttemptSource(accounts, account?.id, requestSource, new Date())
  const refund = limiters && (await consumeSignIn(limiters, form.email, source))
  const before = await passwordHash(database, form.email)
  const { body, token, cookies } = await accounts
    .callIdentity({ method: 'POST', path: '/sign-in/email', body: form }, requestSource)
    .catch(async (error) => {
      if (!(error instanceof Problem && error.status === 401)) await refund?.()
      throw error
    })
  // The password was changed during the sign-in, so the new session must not survive.
  if ((await passwordHash(database, form.email)) !== before) {
    const raw = token && verifyBearerToken(token, accounts.secret)
    if (raw) await endSession(database, raw)
    throw new Problem(401, 'invalid_email_or_password', 'Invalid email or password')
  }
  await refund?.()
  if (!SecondStep.safeParse(body).success) return { reply: SignInReply.parse(body), token, source }
  const password = createHash('sha256')
    .update(before ?? '')
    .digest('base64url')
  const challenge = encryptPendingSignIn(accounts, { cookies: [...cookies], userId: account?.id ?? '', password })
  return { reply: { token: null, user: null, twoFactor: { challenge } }, token: null, source }
}

/** Counts the attempt before the password is checked, so that concurrent ones can't exceed the limit. Successful ones are refunded to the account. */
async function consumeSignIn({ perAccount, perAddress }: SignInLimiters, email: string, source: AttemptSource): Promise<RefundAttempt> {
  await consumeOrThrow(perAddress, source.key)
  return perAccount.consume(email, source)
}
