import { z } from 'zod'
import { Problem } from '#platform/shared/problem.ts'

const IdentityError = z.object({ code: z.string(), message: z.string() }).partial().nullable().catch(null)

/** Messages by the library's error code. Codes not listed here keep the library's message. */
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

// Hides that a token was valid but its account no longer exists.
const aliases: Record<string, string> = { USER_NOT_FOUND: 'INVALID_TOKEN' }

// Not 401, which would mean that the session has ended.
const statuses: Record<string, number> = {
  INVALID_CODE: 422,
  INVALID_BACKUP_CODE: 422,
  INVALID_TWO_FACTOR_COOKIE: 422,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 422,
}

/** Converts an error of the library to a `Problem`, with its code in lowercase. */
export function toProblem(status: number, body: unknown): Problem {
  const { code: input = 'REFUSED', message = '' } = IdentityError.parse(body) ?? {}
  const code = aliases[input] ?? input
  if (status >= 500) return new Problem(500, 'internal', 'Something went wrong on the server. Nothing was changed.')
  const text = messages[code] ?? message
  return new Problem(statuses[code] ?? status, code.toLowerCase(), text || 'That was refused.')
}
