import type { Caller } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { endSession } from '../store/index.ts'
import { readBearer } from './bearer.ts'
import { type PasskeyAssertion, verifyPasskey } from './passkeys.ts'
import { recordAuthentication } from './reauthenticate.ts'

/** Like `reauthenticate`, with a passkey. Throws 422 `passkey_refused` if it isn't the caller's. */
export async function reauthenticateWithPasskey(
  accounts: Accounts,
  caller: Caller,
  assertion: PasskeyAssertion,
  source: RequestSource,
): Promise<void> {
  const refusal = new Problem(422, 'passkey_refused', 'That isn’t one of your passkeys. Enter your password.')
  const { user, token } = await verifyPasskey(accounts, assertion, source, refusal)
  // The library opens a session for every passkey it checks.
  const raw = token && readBearer(token, accounts.secret)
  if (raw) await endSession(accounts.database, raw)
  if (user.id !== caller.userId) throw refusal
  await recordAuthentication(accounts, caller)
}
