import { request } from '#platform/web/api/call.ts'
import { currentSession, endSession, startSession, tabState } from '#platform/web/session/session.ts'

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
 * Signs in and opens the session; where a code is to come, answers the challenge for `secondStep` instead.
 * Throws `ApiError`; its sentence never tells whether the address is known.
 * The signed token in the header is the bearer token: the bare one in the body logs nobody in.
 */
export async function signIn({ email, password, rememberMe }: SignInForm): Promise<string | null> {
  const { reply, headers } = await request('POST', '/api/auth/sign-in/email', { body: { email, password, rememberMe } })
  const challenge = challengeIn(reply)
  if (challenge) return challenge
  openSession(headers, rememberMe)
  return null
}

/** The second step: a code of the authenticator app, or one of the recovery codes. Throws `ApiError`. */
export async function verifySecondStep(challenge: string, method: 'app' | 'recovery', code: string, rememberMe: boolean): Promise<void> {
  const { headers } = await request('POST', '/api/auth/two-factor', { body: { challenge, method, code } })
  openSession(headers, rememberMe)
}

/** Opens the session that an answer brings. */
export function openSession(headers: Headers, rememberMe: boolean): void {
  const token = headers.get('set-auth-token')
  if (!token) throw new Error('Login failed')
  startSession(token, rememberMe)
}

// By hand, not by the schema: sign-in must stay light and loads no validator.
function challengeIn(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('twoFactor' in reply)) return null
  const { twoFactor } = reply
  if (typeof twoFactor !== 'object' || twoFactor === null || !('challenge' in twoFactor)) return null
  return typeof twoFactor.challenge === 'string' ? twoFactor.challenge : null
}

/** Creates an account; `confirm`: the address must be confirmed by mail first, so nobody is signed in yet. */
export async function signUp({ firstName, lastName, email, password }: SignUpForm): Promise<{ token: string } | 'confirm'> {
  const name = `${firstName} ${lastName}`.trim()
  // Where sign-up is by invite, the code of the link that brought them here opens the door.
  const invite = tabState.read('invite')
  const body = { email, password, name, firstName, lastName, ...(invite ? { inviteCode: invite } : {}) }
  const { headers } = await request('POST', '/api/auth/sign-up/email', { body })
  const token = headers.get('set-auth-token')
  return token ? { token } : 'confirm'
}

/** Asks for the mail with the link to /reset-password; answers the same for known and unknown addresses. */
export async function requestPasswordReset(email: string): Promise<void> {
  await request('POST', '/api/auth/request-password-reset', { body: { email, redirectTo: '/reset-password' } })
}

/** Sets a new password from the mailed token; every older session ends, with `endTokens` access tokens and calendar links, too. */
export async function resetPassword(newPassword: string, token: string, endTokens: boolean): Promise<void> {
  await request('POST', '/api/auth/reset-password', { body: { newPassword, token, endTokens } })
}

/** Ends the session on the server if it can be reached, and here in any case. */
export async function signOut(): Promise<void> {
  const { token } = currentSession()
  if (token) void request('POST', '/api/auth/sign-out', { body: {} }).catch(() => {})
  endSession()
}
