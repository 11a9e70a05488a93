import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { CurrentPassword, SignInReply } from './index.ts'

/** The result of `PublicKeyCredential.toJSON()`, in base64url. Only the identity library reads its content. */
const Credential = z.object({
  id: z.string().max(1400),
  rawId: z.string().max(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullable().optional(),
  clientExtensionResults: z.object({}),
})

const text = z.string().max(20_000)
export const PasskeyRegistration = Credential.extend({
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    authenticatorData: text.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKey: text.optional(),
    publicKeyAlgorithm: z.int().optional(),
  }),
})
const Assertion = Credential.extend({
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.string().max(400).nullable().optional(),
    attestationObject: text.nullable().optional(),
  }),
})
const Challenge = z.string().max(2000)
/** A signed challenge of `askPasskey`. */
export const PasskeyAssertion = z.object({ challenge: Challenge, response: Assertion }).strict()
/** `options` for the browser, and the `challenge` to send back with its result within 5 minutes. */
const PasskeyOptions = z.object({ options: z.looseObject({ challenge: z.string() }), challenge: z.string() })

export const Passkey = z.object({ id: z.string(), name: z.string(), createdAt: z.string() })
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/passkeys',
  auth: 'person',
  summary: 'Your passkeys, newest first',
  reply: z.array(Passkey),
})
export const beginPasskeyRegistration = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Start registering a passkey: returns the options for the browser',
  scope: 'manual',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: PasskeyOptions,
  perMinute: 10,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Add a passkey created by the browser',
  idempotent: false,
  body: z.object({ challenge: Challenge, name: Name(60), response: PasskeyRegistration }).strict(),
  reply: Passkey,
  status: 201,
  perMinute: 10,
})
export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/passkeys/{id}',
  auth: 'person',
  summary: 'Rename a passkey',
  params: IdParams,
  body: z.object({ name: Name(60) }).strict(),
  reply: Passkey,
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/{id}',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Remove a passkey, so that it can no longer be used to sign in',
  params: IdParams,
})

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  auth: 'public',
  summary: 'Start signing in with a passkey; the response doesn’t depend on the user',
  body: z.object({}).strict(),
  reply: PasskeyOptions,
  perMinute: 20,
})
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  auth: 'public',
  summary: 'Sign in with a passkey. The device has verified the user, so there is no second step',
  body: PasskeyAssertion,
  reply: SignInReply,
  perMinute: 20,
})
