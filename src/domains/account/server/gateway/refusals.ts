import { z } from 'zod'
import { Problem } from '#platform/shared/problem.ts'

const IdentityError = z.object({ code: z.string(), message: z.string() }).partial().nullable().catch(null)

/** Our sentences for what people can run into. Whatever is not here speaks in the library's own words. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: /*i18n*/ 'Invalid email or password',
  ACCOUNT_LOCKED: /*i18n*/ 'This account is locked. Contact your server admin.',
  EMAIL_NOT_VERIFIED: /*i18n*/ 'Confirm your email address first. We’ve sent you a new link.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: /*i18n*/ 'An account with this email address already exists. Sign in or use a different address.',
  FAILED_TO_CREATE_USER: /*i18n*/ 'Couldn’t create the account. Try again.',
  INVALID_TOKEN: /*i18n*/ 'This link has expired or has already been used. Request a new one.',
  INVALID_CODE: /*i18n*/ 'That code is incorrect. Your app shows a new one every 30 seconds.',
  INVALID_BACKUP_CODE: /*i18n*/ 'That recovery code is incorrect or has already been used.',
  INVALID_TWO_FACTOR_COOKIE: /*i18n*/ 'That took too long. Sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: /*i18n*/ 'Too many incorrect codes. Sign in again.',
  VERIFICATION_EMAIL_NOT_ENABLED: /*i18n*/ 'This server doesn’t require email confirmation.',
}

// An account that went away is no reason to tell a stranger that its token was good.
const aliases: Record<string, string> = { USER_NOT_FOUND: 'INVALID_TOKEN' }

// A code that is wrong is wrong input: a 401 would tell the screens that a session is over.
const statuses: Record<string, number> = {
  INVALID_CODE: 422,
  INVALID_BACKUP_CODE: 422,
  INVALID_TWO_FACTOR_COOKIE: 422,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 422,
}

/** The library's refusal as ours: its code in lower case, a sentence for people. */
export function toProblem(status: number, body: unknown): Problem {
  const { code: input = 'REFUSED', message = '' } = IdentityError.parse(body) ?? {}
  const code = aliases[input] ?? input
  if (status >= 500) return new Problem(500, 'internal', 'Something went wrong on the server. Nothing was changed.')
  const words = messages[code] ?? message
  return new Problem(statuses[code] ?? status, code.toLowerCase(), words || 'That was refused.')
}
