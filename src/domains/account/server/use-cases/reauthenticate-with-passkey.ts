import type { Caller } from '#platform/server/endpoints/route.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { endSession } from '../store/index.ts'
import { readBearer } from './bearer.ts'
import { type ShownPasskey, verifyPasskey } from './passkeys.ts'
import { noteAuthenticated } from './reauthenticate.ts'

/** As `reauthenticate`, with a passkey. Throws 422 `passkey_refused` for one that is not the caller's. */
export async function reauthenticateWithPasskey(
  accounts: Accounts,
  caller: Caller,
  shown: ShownPasskey,
  source: RequestSource,
): Promise<void> {
  const refused = new Problem(422, 'passkey_refused', 'That isn’t one of your passkeys. Enter your password.')
  const { user, token } = await verifyPasskey(accounts, shown, source, refused)
  // The library opens a session with every passkey that it checks.
  const raw = token && readBearer(token, accounts.secret)
  if (raw) await endSession(accounts.database, raw)
  if (user.id !== caller.userId) throw refused
  await noteAuthenticated(accounts, caller)
}
