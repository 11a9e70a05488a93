import { z } from 'zod'
import { Problem } from '#platform/contract/problem.ts'

const Refused = z.object({ code: z.string(), message: z.string() }).partial().nullable().catch(null)

/** Our sentences for what people can run into. Whatever is not here speaks in the library's own words. */
const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Invalid email or password',
  EMAIL_NOT_VERIFIED: 'Please confirm your e-mail address first. We have just sent you the link again.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this e-mail address already. Sign in, or use another address.',
  FAILED_TO_CREATE_USER: 'The account could not be created. Please try again.',
  INVALID_TOKEN: 'This link has been used already or is too old. Please ask for a new one.',
  VERIFICATION_EMAIL_NOT_ENABLED: 'This server asks for no confirmation of e-mail addresses.',
}

// An account that went away is no reason to tell a stranger that its token was good.
const sameAs: Record<string, string> = { USER_NOT_FOUND: 'INVALID_TOKEN' }

/** The library's refusal as ours: its code in lower case, a sentence for people. */
export function refusal(status: number, body: unknown): Problem {
  const { code: given = 'REFUSED', message = '' } = Refused.parse(body) ?? {}
  const code = sameAs[given] ?? given
  if (status >= 500) return new Problem(500, 'internal', 'Something went wrong on our side. Nothing was changed.')
  const words = sentences[code] ?? message
  return new Problem(status, code.toLowerCase(), words || 'That was refused.')
}
