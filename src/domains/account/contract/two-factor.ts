import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { CurrentPassword, SignInReply } from './index.ts'

const Code = z
  .string()
  .max(40)
  .transform((code) => code.replace(/\s/g, ''))
  .refine((code) => /^[\w-]{6,20}$/.test(code), 'Enter the code shown in your authenticator app.')

/** `method` is `app` for a code of the authenticator app, or `recovery` for a recovery code, which works once. */
export const verifySecondStep = endpoint({
  method: 'POST',
  path: '/api/auth/two-factor',
  auth: 'public',
  summary: 'The second step of a sign-in: the challenge from the first step and a code',
  scope: 'manual',
  body: z.object({ challenge: z.string().max(2000), method: z.enum(['app', 'recovery']), code: Code }).strict(),
  reply: SignInReply,
  perMinute: 10,
})

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/users/two-factor',
  auth: 'person',
  summary: 'Whether signing in requires a second step',
  reply: z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.int() }),
})
/** Takes effect when a code is confirmed. `uri` is the content of the QR code, `secret` the text to type instead. */
export const beginTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Set up an authenticator app; returns its secret and the recovery codes once',
  scope: 'manual',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: z.object({ uri: z.string(), secret: z.string(), recoveryCodes: z.array(z.string()) }),
  perMinute: 10,
})
export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/confirm',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Confirm a code of the app; signing in requires a code from then on',
  scope: { foundIn: 'person' },
  idempotent: false,
  body: z.object({ code: Code }).strict(),
  perMinute: 10,
})
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/recovery-codes',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Create new recovery codes; the old ones stop working',
  scope: 'manual',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: z.object({ recoveryCodes: z.array(z.string()) }),
  perMinute: 10,
})
export const endTwoFactor = endpoint({
  method: 'POST',
  path: '/api/users/two-factor/end',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Turn off two-factor sign-in',
  scope: 'manual',
  body: z.object({ password: CurrentPassword }).strict(),
  perMinute: 10,
})
