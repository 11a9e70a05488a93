import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/server/database/index.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { accountByEmail } from '../store/sign-in.ts'
import { type AttemptLimiter, attemptLimiter } from './attempt-limiter.ts'
import { findAttemptSource } from './known-devices.ts'
import { rejectCommonPassword } from './reject-common-password.ts'

/** Longer than any request takes, so that the response time reveals nothing. */
const minResponseMs = 250

/** Allows 5 mails per 15 minutes for each account and source. */
export const openResetLimiter = (database: Database): AttemptLimiter => attemptLimiter(database, 'password reset', 5, 15 * 60_000)

/** Mails a link to /reset-password if there is an account and the limit allows it. Otherwise, the response and its time are the same. */
export async function requestPasswordReset(
  accounts: Accounts,
  limiter: AttemptLimiter | null,
  email: string,
  source: RequestSource,
): Promise<{ status: boolean; message: string }> {
  const send = async () => {
    if (limiter && !(await isMailAllowed(accounts, limiter, email, source))) return
    await accounts.callIdentity({ method: 'POST', path: '/request-password-reset', body: { email } }, source)
  }
  await Promise.all([send(), pause(minResponseMs)])
  return { status: true, message: 'If this email exists in our system, check your email for the reset link' }
}

async function isMailAllowed(accounts: Accounts, limiter: AttemptLimiter, email: string, requestSource: RequestSource): Promise<boolean> {
  const account = await accountByEmail(accounts.database, email)
  const source = await findAttemptSource(accounts, account?.id, requestSource, new Date())
  return limiter.consume(email, source).then(
    () => true,
    (error) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
}

/** Sets a new password with a mailed token. A rejected password doesn't use up the token. Throws 400 `invalid_token`. */
export async function resetPassword(
  accounts: Accounts,
  { newPassword, token, endTokens }: { newPassword: string; token: string; endTokens: boolean },
  source: RequestSource,
): Promise<{ status: boolean }> {
  await rejectCommonPassword(newPassword, 'newPassword')
  await accounts.callIdentity({ method: 'POST', path: '/reset-password', body: { newPassword, token }, revokesTokens: endTokens }, source)
  return { status: true }
}
