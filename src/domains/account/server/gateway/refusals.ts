import { z } from 'zod'
import { Problem } from '#platform/contract/problem.ts'

const Refused = z.object({ code: z.string(), message: z.string() }).partial().nullable().catch(null)

/** Our sentences for what people can run into. Whatever is not here speaks in the library's own words. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: /*i18n*/ 'Invalid email or password',
  ACCOUNT_LOCKED: /*i18n*/ 'This account is locked. Please ask whoever looks after this server.',
  EMAIL_NOT_VERIFIED: /*i18n*/ 'Please confirm your e-mail address first. We have just sent you the link again.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: /*i18n*/ 'There is an account with this e-mail address already. Sign in, or use another address.',
  FAILED_TO_CREATE_USER: /*i18n*/ 'The account could not be created. Please try again.',
  INVALID_TOKEN: /*i18n*/ 'This link has been used already or is too old. Please ask for a new one.',
  INVALID_CODE: /*i18n*/ 'That code is not right. Your app shows a new one every half minute.',
  INVALID_BACKUP_CODE: /*i18n*/ 'That recovery code is not right, or was used already.',
  INVALID_TWO_FACTOR_COOKIE: /*i18n*/ 'That took too long. Please sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: /*i18n*/ 'Too many wrong codes. Please sign in again.',
  VERIFICATION_EMAIL_NOT_ENABLED: /*i18n*/ 'This server asks for no confirmation of e-mail addresses.',
}

// An account that went away is no reason to tell a stranger that its token was good.
const sameAs: Record<string, string> = { USER_NOT_FOUND: 'INVALID_TOKEN' }

// A code that is wrong is wrong input: a 401 would tell the screens that a session is over.
const statuses: Record<string, number> = {
  INVALID_CODE: 422,
  INVALID_BACKUP_CODE: 422,
  INVALID_TWO_FACTOR_COOKIE: 422,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 422,
}

/** The library's refusal as ours: its code in lower case, a sentence for people. */
export function refusal(status: number, body: unknown): Problem {
  const { code: given = 'REFUSED', message = '' } = Refused.parse(body) ?? {}
  const code = sameAs[given] ?? given
  if (status >= 500) return new Problem(500, 'internal', 'Something went wrong on our side. Nothing was changed.')
  const words = sentences[code] ?? message
  return new Problem(statuses[code] ?? status, code.toLowerCase(), words || 'That was refused.')
}
