import { request } from '#platform/web/api/call.ts'
import { browserRegion } from '#platform/web/i18n/browser-region-and-time-zone.ts'
import { startSession, tabState } from '#platform/web/session/session.ts'
import { fullName } from '../../rules/full-name.ts'

export interface SignInForm {
  email: string
  password: string
  rememberMe: boolean
}

export interface SignUpForm {
  firstName: string
  lastName: string
  email: string
  password: string
}

/**
 * Signs in and opens the session. If a code is required, returns the challenge for `verifySecondStep` instead.
 * Throws `ApiError`, whose message doesn't reveal whether the address is known.
 */
export async function signIn({ email, password, rememberMe }: SignInForm): Promise<string | null> {
  const { reply, headers } = await request('POST', '/api/auth/sign-in/email', { body: { email, password, rememberMe } })
  const challenge = challengeIn(reply)
  if (challenge) return challenge
  openSession(headers, rememberMe)
  return null
}

/** Sends a code of the authenticator app or a recovery code. Throws `ApiError`. */
export async function verifySecondStep(challenge: string, method: 'app' | 'recovery', code: string, rememberMe: boolean): Promise<void> {
  const { headers } = await request('POST', '/api/auth/two-factor', { body: { challenge, method, code } })
  openSession(headers, rememberMe)
}

/** Opens the session of a response. The bearer token is the signed one in the header; the token in the body isn't accepted. */
export function openSession(headers: Headers, rememberMe: boolean): void {
  const token = headers.get('set-auth-token')
  if (!token) throw new Error('Login failed')
  startSession(token, rememberMe)
}

// Without the contract's schema, because the sign-in page loads no validator.
function challengeIn(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('twoFactor' in reply)) return null
  const { twoFactor } = reply
  if (typeof twoFactor !== 'object' || twoFactor === null || !('challenge' in twoFactor)) return null
  return typeof twoFactor.challenge === 'string' ? twoFactor.challenge : null
}

/** Returns whether the next account becomes the server admin. False if the server doesn't respond. */
export async function needsFirstAccount(): Promise<boolean> {
  const { reply } = await request('GET', '/api/auth/first-account', { once: true }).catch(() => ({ reply: null }))
  return typeof reply === 'object' && reply !== null && 'isNeeded' in reply && reply.isNeeded === true
}

/** Creates an account. Returns `confirm` if the email address must be confirmed before signing in. */
export async function signUp({ firstName, lastName, email, password }: SignUpForm): Promise<{ token: string } | 'confirm'> {
  const name = fullName({ firstName, lastName })
  // Required if sign-up is by invitation.
  const invite = tabState.read('invite')
  const region = browserRegion()
  const body = { email, password, name, firstName, lastName, ...(invite ? { inviteCode: invite } : {}), ...(region ? { region } : {}) }
  const { headers } = await request('POST', '/api/auth/sign-up/email', { body })
  const token = headers.get('set-auth-token')
  return token ? { token } : 'confirm'
}

/** Requests a mail with a link to /reset-password. Resolves for unknown addresses too. */
export async function requestPasswordReset(email: string): Promise<void> {
  await request('POST', '/api/auth/request-password-reset', { body: { email, redirectTo: '/reset-password' } })
}

/** Sets a new password and ends every session. `endTokens` revokes access tokens and calendar links too. */
export async function resetPassword(newPassword: string, token: string, endTokens: boolean): Promise<void> {
  await request('POST', '/api/auth/reset-password', { body: { newPassword, token, endTokens } })
}
