import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#platform/server/database/index.ts'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { once } from '#platform/shared/once.ts'
import { conflict, invalid, Problem } from '#platform/shared/problem.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import { deleteVerifications, replacePassword } from '../store/credentials.ts'
import { accountByEmail } from '../store/sign-in.ts'
import { type AttemptLimiter, attemptLimiter } from './attempt-limiter.ts'
import { findAttemptSource } from './known-devices.ts'
import { reauthenticate } from './reauthenticate.ts'
import { endOtherSessions } from './sessions.ts'

/**
 * Sets a new password. Ends every other session, mailed link and pending sign-in; `endTokens` also revokes access tokens and calendar
 * links. Throws 422 `wrong_password` or `password_too_common`, and 409 if the password was changed by another request.
 */
export async function changePassword(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  { currentPassword, newPassword, endTokens }: { currentPassword: string; newPassword: string; endTokens: boolean },
): Promise<void> {
  const { database, passwords, mails, revokeTokens } = accounts
  await rejectCommonPassword(newPassword, 'newPassword')
  const { email, hash } = await reauthenticate(accounts, limiter, caller, currentPassword, 'currentPassword')
  const next = await passwords.hash(newPassword)
  await database.write({ user: caller.userId }, 'change the password', async (tx) => {
    if (!(await replacePassword(tx, caller.userId, hash, next)))
      throw conflict('changed_meanwhile', 'Your password was changed in the meantime.')
    await deleteVerifications(tx, caller.userId)
    if (endTokens) await revokeTokens(tx, caller.userId)
    await endOtherSessions(tx, caller)
  })
  mails.passwordChanged(email, endTokens)
}

/** Longer than any request takes, so that the response time reveals nothing. */
const minResponseMs = 250

/** Allows 5 mails per 15 minutes for each account and source. */
export const openResetLimiter = (database: Database): AttemptLimiter => attemptLimiter(database, 'password reset', 5, 15 * 60_000)

/** Mails a link to /reset-password if there is an account and the limit allows it. Otherwise, the response and its time are the same. */
export async function requestPasswordReset(
  accounts: AccountServices,
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

async function isMailAllowed(
  accounts: AccountServices,
  limiter: AttemptLimiter,
  email: string,
  requestSource: RequestSource,
): Promise<boolean> {
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
  accounts: AccountServices,
  { newPassword, token, endTokens }: { newPassword: string; token: string; endTokens: boolean },
  source: RequestSource,
): Promise<{ status: boolean }> {
  await rejectCommonPassword(newPassword, 'newPassword')
  await accounts.callIdentity({ method: 'POST', path: '/reset-password', body: { newPassword, token }, revokesTokens: endTokens }, source)
  return { status: true }
}

const commonCount = 3000

/** Loads the list, which is large, on first use. */
const commonPasswords = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= 6).slice(0, commonCount))
})

/** Passwords made of this product's own words, with digits and punctuation around them. */
const localWords = /^[\d\W_]*(?:my)?(?:larder|pantry|kitchen|household|fridge|vorrat|küche|kueche|haushalt|cuisine|foyer)[\d\W_]*$/

/** Throws 422 `password_too_common` for the most common passwords, ignoring case. */
export async function rejectCommonPassword(password: string, path: string): Promise<void> {
  const common = await commonPasswords()
  const folded = password.normalize('NFKC').toLowerCase()
  if (common.has(folded) || localWords.test(folded)) {
    throw invalid('password_too_common', 'That password is too common. Choose another.', path)
  }
}
