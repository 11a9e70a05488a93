import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/server/database/index.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { accountByEmail } from '../store/index.ts'
import { type AccountLimiter, accountLimiter } from './account-limiter.ts'
import { findAttemptSource } from './known-devices.ts'
import { rejectCommonPassword } from './passwords.ts'

/** Longer than the work takes either way, so that its length tells nothing. */
const minResponseMs = 250

/** 5 mails in 15 minutes to an account, per source (see `accountLimiter`). */
export const openResetLimiter = (database: Database): AccountLimiter => accountLimiter(database, 'password reset', 5, 15 * 60_000)

/**
 * Mails a link to /reset-password, if there is an account and the limit allows one more. The answer is the same, and as late, if not.
 */
export async function requestPasswordReset(
  accounts: Accounts,
  limit: AccountLimiter | null,
  email: string,
  source: RequestSource,
): Promise<{ status: boolean; message: string }> {
  const ask = async () => {
    if (limit && !(await isMailAllowed(accounts, limit, email, source))) return
    await accounts.callIdentity({ method: 'POST', path: '/request-password-reset', body: { email } }, source)
  }
  await Promise.all([ask(), pause(minResponseMs)])
  return { status: true, message: 'If this email exists in our system, check your email for the reset link' }
}

async function isMailAllowed(accounts: Accounts, limit: AccountLimiter, email: string, visitor: RequestSource): Promise<boolean> {
  const account = await accountByEmail(accounts.database, email)
  const source = await findAttemptSource(accounts, account?.id, visitor, new Date())
  return limit.consume(email, source).then(
    () => true,
    (error) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
}

/** Sets a new password with a mailed token. A password that is refused leaves the token good. Throws 400 `invalid_token`. */
export async function resetPassword(
  accounts: Accounts,
  { newPassword, token, endTokens }: { newPassword: string; token: string; endTokens: boolean },
  source: RequestSource,
): Promise<{ status: boolean }> {
  await rejectCommonPassword(newPassword, 'newPassword')
  await accounts.callIdentity({ method: 'POST', path: '/reset-password', body: { newPassword, token }, revokesTokens: endTokens }, source)
  return { status: true }
}
