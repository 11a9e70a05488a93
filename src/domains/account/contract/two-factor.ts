import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { CurrentPassword, SignedIn } from './index.ts'

const Code = z
  .string()
  .max(40)
  .transform((code) => code.replace(/\s/g, ''))
  .refine((code) => /^[\w-]{6,20}$/.test(code), 'Enter the code shown in your authenticator app.')

/** `method`: a code of the authenticator app, or one of the recovery codes, each of which works once. */
export const verifySecondStep = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  auth: 'public',
  summary: 'The second step of signing in: the challenge that sign-in answered, and a code',
  mode: 'free',
  body: z.object({ challenge: z.string().max(2000), method: z.enum(['app', 'recovery']), code: Code }).strict(),
  reply: SignedIn,
  perMinute: 10,
})

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/users/two-factor',
  auth: 'person',
  summary: 'Whether signing in takes a second step',
  mode: 'free',
  reply: z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.int() }),
})
/** Nothing is asked at sign-in before a code was confirmed. `uri` is what the app reads from a picture, `secret` what one types. */
export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Set up an authenticator app; answers its secret and the recovery codes, once',
  mode: 'free',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: z.object({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) }),
  perMinute: 10,
})
export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/confirm',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Show that the app works; from now on signing in takes a code',
  mode: 'free',
  body: z.object({ code: Code }).strict(),
  perMinute: 10,
})
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/recovery-codes',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'New recovery codes; the old ones stop working',
  mode: 'free',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  perMinute: 10,
})
export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/end',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Sign in with the password alone again',
  mode: 'free',
  body: z.object({ password: CurrentPassword }).strict(),
  perMinute: 10,
})
