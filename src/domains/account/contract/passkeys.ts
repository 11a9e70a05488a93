import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Name } from '#platform/shared/text.ts'
import { CurrentPassword, SignedIn } from './index.ts'

/** What a browser makes of a key: base64url texts, as `PublicKeyCredential.toJSON()` gives them. Looked into by the identity library only. */
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
/** A passkey as the browser shows it, with the challenge of `askPasskey`. */
export const PasskeyAssertion = z.object({ challenge: Challenge, response: Assertion }).strict()
/** What the browser is handed as it is, and what comes back with its answer, within five minutes. */
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
export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  auth: 'person',
  requiresRecentAuth: 'by-password',
  summary: 'Begin a new passkey: what the browser is to be asked',
  mode: 'free',
  body: z.object({ password: CurrentPassword }).strict(),
  reply: PasskeyOptions,
  perMinute: 10,
})
export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/passkeys',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Keep the passkey that the browser made',
  mode: 'free',
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
  params: ById,
  body: z.object({ name: Name(60) }).strict(),
  reply: Passkey,
})
export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/passkeys/{id}',
  auth: 'person',
  requiresRecentAuth: true,
  summary: 'Remove a passkey: it signs nobody in any more',
  params: ById,
})

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  auth: 'public',
  summary: 'Begin to sign in with a passkey; the same for everybody',
  mode: 'free',
  body: z.object({}).strict(),
  reply: PasskeyOptions,
  perMinute: 20,
})
export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  auth: 'public',
  summary: 'Sign in with a passkey; the device has asked for a finger, a face or a PIN, so no second step follows',
  mode: 'free',
  body: PasskeyAssertion,
  reply: SignedIn,
  perMinute: 20,
})
