import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#platform/server/database/index.ts'
import { consumeOrThrow, openRateLimiter, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { Problem } from '#platform/shared/problem.ts'
import { SignedIn, type SignIn } from '../../contract/index.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { accountByEmail, endSession, passwordHash } from '../store/index.ts'
import { type AccountLimiter, accountLimiter, type Refund } from './account-limiter.ts'
import { readBearer } from './bearer.ts'
import { type AttemptSource, findAttemptSource } from './known-devices.ts'
import { encryptPendingSignIn } from './two-factor.ts'

/** How the library says that the password was right and a code is still to come. */
const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })

/** A sign-in that worked, or its first step. */
export interface SignInResult {
  readonly reply: SignedIn
  /** The signed bearer token; null as long as a code is still to come. */
  readonly token: string | null
  readonly source: AttemptSource
}

/** Limits of sign-in by password. */
export interface SignInLimiters {
  readonly perAccount: AccountLimiter
  readonly perAddress: RateLimiter
}

const windowMs = 15 * 60_000

/**
 * 10 wrong passwords in 15 minutes for an account and a source (see `accountLimiter`), and 50 tries from an address, for all accounts.
 * A known device of the account counts by itself instead of toward its address.
 */
export const openSignInLimiters = (database: Database): SignInLimiters => ({
  perAccount: accountLimiter(database, 'sign-in', 10, windowMs),
  perAddress: openRateLimiter(database, 'sign-in from an address', 50, windowMs),
})

/**
 * Signs in, or takes the first step of it. Throws 401 with the same words for an unknown address and a wrong password,
 * 429 after too many tries, 403 `email_not_verified`.
 */
export async function signIn(
  accounts: Accounts,
  limits: SignInLimiters | null,
  form: SignIn,
  visitor: RequestSource,
): Promise<SignInResult> {
  const { database } = accounts
  const account = await accountByEmail(database, form.email)
  const source = await findAttemptSource(accounts, account?.id, visitor, new Date())
  const refund = limits && (await consumeSignIn(limits, form.email, source))
  const before = await passwordHash(database, form.email)
  const { body, token, cookies } = await accounts
    .callIdentity({ method: 'POST', path: '/sign-in/email', body: form }, visitor)
    .catch(async (error) => {
      if (!(error instanceof Problem && error.status === 401)) await refund?.()
      throw error
    })
  // A password that was right when it was checked, and replaced while the session was made, opens nothing.
  if ((await passwordHash(database, form.email)) !== before) {
    const raw = token && readBearer(token, accounts.secret)
    if (raw) await endSession(database, raw)
    throw new Problem(401, 'invalid_email_or_password', 'Invalid email or password')
  }
  await refund?.()
  if (!SecondStep.safeParse(body).success) return { reply: SignedIn.parse(body), token, source }
  const password = createHash('sha256')
    .update(before ?? '')
    .digest('base64url')
  const challenge = encryptPendingSignIn(accounts, { cookies: [...cookies], userId: account?.id ?? '', password })
  return { reply: { token: null, user: null, twoFactor: { challenge } }, token: null, source }
}

/** Counts the try before the password is checked, so that many at once don't exceed the limit, and takes a right one back. */
async function consumeSignIn({ perAccount, perAddress }: SignInLimiters, email: string, source: AttemptSource): Promise<Refund> {
  await consumeOrThrow(perAddress, source.key)
  return perAccount.consume(email, source)
}
