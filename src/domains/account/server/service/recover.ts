import { setTimeout as pause } from 'node:timers/promises'
import type { Accounts, Visitor } from '../gateway.ts'
import { refuseCommon } from './passwords.ts'

/** Longer than the work takes either way, so that its length tells nothing. */
const shortestAnswerMs = 250

/** Mails a link to /reset-password, if there is an account. The answer is the same, and as late, if there is none. */
export async function requestPasswordReset(
  accounts: Accounts,
  email: string,
  visitor: Visitor,
): Promise<{ status: boolean; message: string }> {
  await Promise.all([accounts.ask({ method: 'POST', path: '/request-password-reset', body: { email } }, visitor), pause(shortestAnswerMs)])
  return { status: true, message: 'If this email exists in our system, check your email for the reset link' }
}

/** Sets a new password with a mailed token. A password that is refused leaves the token good. Throws 400 `invalid_token`. */
export async function resetPassword(
  accounts: Accounts,
  newPassword: string,
  token: string,
  visitor: Visitor,
): Promise<{ status: boolean }> {
  await refuseCommon(newPassword, 'newPassword')
  await accounts.ask({ method: 'POST', path: '/reset-password', body: { newPassword, token } }, visitor)
  return { status: true }
}
