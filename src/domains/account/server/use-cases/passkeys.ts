import { z } from 'zod'
import { DatabaseUnavailableError, type Reader, type Transaction } from '#platform/server/database/index.ts'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { SignedInUser, SignInReply } from '../../contract/index.ts'
import type * as contract from '../../contract/passkeys.ts'
import type { AccountServices, IdentityReply, IdentityRequest, RequestSource } from '../gateway/index.ts'
import * as store from '../store/credentials.ts'
import { endSession } from '../store/sign-in.ts'
import { findAttemptSource } from './known-devices.ts'
import { reauthenticate, recordAuthentication } from './reauthenticate.ts'
import type { SignInResult } from './sign-in.ts'
import { decryptChallenge, encryptChallenge } from './two-factor.ts'
import { verifyBearerToken } from './verify-bearer-token.ts'

const maxPasskeys = 20
const WebAuthnOptions = z.looseObject({ challenge: z.string() })
const StoredPasskey = z.object({ id: z.string() })
const PasskeySession = z.object({ session: z.object({ token: z.string() }), user: SignedInUser })
export type PasskeyAssertion = z.infer<typeof contract.PasskeyAssertion>

type Row = Awaited<ReturnType<typeof store.passkeysOf>>[number]
const toPasskey = ({ id, name, created_at }: Row): contract.Passkey => ({
  id,
  name: name ?? 'Passkey',
  createdAt: new Date(created_at ?? 0).toISOString(),
})

export const listPasskeys = async (q: Reader, { userId }: AuthenticatedUser): Promise<contract.Passkey[]> =>
  (await store.passkeysOf(q, userId)).map(toPasskey)

/** Starts registering a passkey for this origin. Throws 422 `wrong_password`, 409 `too_many_passkeys`. */
export async function beginPasskeyRegistration(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.beginPasskeyRegistration>> {
  await reauthenticate(accounts, limiter, caller, password)
  const known = await accounts.database.read({ user: caller.userId }, (q) => store.passkeysOf(q, caller.userId))
  if (known.length >= maxPasskeys)
    throw conflict('too_many_passkeys', say`You already have ${maxPasskeys} passkeys. Remove one you don’t use.`)
  const { body, cookies } = await accounts.callIdentity({ method: 'GET', path: '/passkey/generate-register-options' }, source)
  return { options: WebAuthnOptions.parse(body), challenge: encryptChallenge(accounts, cookies) }
}

/** Stores a new passkey and returns its id. Throws 422 `invalid_two_factor_cookie` if the challenge has expired, `passkey_refused` if the passkey is invalid. */
export async function storePasskey(
  accounts: AccountServices,
  { challenge, name, response }: BodyOf<typeof contract.addPasskey>,
  source: RequestSource,
): Promise<string> {
  const cookies = decryptChallenge(accounts, challenge)
  const refusal = new Problem(422, 'passkey_refused', 'That passkey wasn’t accepted. Try again.')
  const path = '/passkey/verify-registration'
  const { body } = await verify(accounts, { method: 'POST', path, body: { response, name } }, { ...source, cookies }, refusal)
  return StoredPasskey.parse(body).id
}

/** Throws 404. */
export async function findPasskey(q: Reader, { userId }: AuthenticatedUser, id: string): Promise<contract.Passkey> {
  const row = (await store.passkeysOf(q, userId)).find((one) => one.id === id)
  if (!row) throw notFound()
  return toPasskey(row)
}

/** Throws 404. */
export async function renamePasskey(tx: Transaction, caller: AuthenticatedUser, id: string, name: string): Promise<contract.Passkey> {
  if (!(await store.renamePasskey(tx, caller.userId, id, name))) throw notFound()
  return findPasskey(tx, caller, id)
}

/** Throws 404. */
export async function removePasskey(tx: Transaction, { userId }: AuthenticatedUser, id: string): Promise<void> {
  if (!(await store.deletePasskey(tx, userId, id))) throw notFound()
}

/** Returns the options for signing in with a passkey. They are the same for every user. */
export async function beginPasskeySignIn(
  accounts: AccountServices,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.beginPasskeySignIn>> {
  const { body, cookies } = await accounts.callIdentity({ method: 'GET', path: '/passkey/generate-authenticate-options' }, source)
  // Without user verification, anyone with an unlocked device could sign in.
  return { options: { ...WebAuthnOptions.parse(body), userVerification: 'required' }, challenge: encryptChallenge(accounts, cookies) }
}

/** Throws 401 `passkey_refused`, with the same message for an unknown passkey and an invalid signature. */
export async function signInWithPasskey(
  accounts: AccountServices,
  assertion: PasskeyAssertion,
  requestSource: RequestSource,
): Promise<SignInResult> {
  const startedAt = new Date()
  const refusal = new Problem(401, 'passkey_refused', 'This passkey isn’t registered here. Sign in with your password.')
  const { session, user, token } = await openPasskeySession(accounts, assertion, requestSource, refusal)
  const source = await findAttemptSource(accounts, user.id, requestSource, startedAt)
  return { reply: SignInReply.parse({ token: session.token, user }), token, source }
}

/** Checks a passkey and opens a session for its user. Throws `refusal`, and 422 if the challenge has expired. */
export async function openPasskeySession(
  accounts: AccountServices,
  { challenge, response }: PasskeyAssertion,
  source: RequestSource,
  refusal: Problem,
) {
  const cookies = decryptChallenge(accounts, challenge)
  const path = '/passkey/verify-authentication'
  const { body, token } = await verify(accounts, { method: 'POST', path, body: { response } }, { ...source, cookies }, refusal)
  return { ...PasskeySession.parse(body), token }
}

/** Calls the library and throws `refusal` for an invalid passkey, which the library reports as an internal error. */
async function verify(
  accounts: AccountServices,
  request: IdentityRequest,
  source: RequestSource,
  refusal: Problem,
): Promise<IdentityReply> {
  try {
    return await accounts.callIdentity(request, source)
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error
    throw refusal
  }
}

/** Like `reauthenticate`, with a passkey. Throws 422 `passkey_refused` if it isn't the caller's. */
export async function reauthenticateWithPasskey(
  accounts: AccountServices,
  caller: AuthenticatedUser,
  assertion: PasskeyAssertion,
  source: RequestSource,
): Promise<void> {
  const refusal = new Problem(422, 'passkey_refused', 'That isn’t one of your passkeys. Enter your password.')
  const { user, token } = await openPasskeySession(accounts, assertion, source, refusal)
  // The library opens a session for every passkey it checks.
  const raw = token && verifyBearerToken(token, accounts.secret)
  if (raw) await endSession(accounts.database, raw)
  if (user.id !== caller.userId) throw refusal
  await recordAuthentication(accounts, caller)
}
