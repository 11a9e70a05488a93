import { invalid, Problem } from '#platform/contract/problem.ts'
import { type Brake, openBrake, takeOrWait } from '#platform/server/brake.ts'
import type { Database } from '#platform/server/database.ts'
import type { Caller } from '#platform/server/serve/call.ts'
import type { AuthenticatedAt } from '#platform/server/serve/door.ts'
import type { Accounts, Visitor } from '../gateway.ts'
import { credentialsOf } from '../store/credentials.ts'
import { authenticatedAt, setAuthenticatedAt } from '../store/sessions.ts'
import { endSession } from '../store.ts'
import { readBearer } from './bearer.ts'
import { type ShownPasskey, verifyPasskey } from './passkeys.ts'

/** Tries at one's own password, per session: a session left open is no place to guess it, nor to use up the tries of the others. */
export const passwordTries = (database: Database): Brake => openBrake(database, 'own password', 10, 15 * 60_000)

const wrongPassword = (path: string) => invalid('wrong_password', 'That is not your password.', path)

/** Returns when the password or a passkey was last checked in the caller's session. */
export const authenticationReader =
  (database: Database): AuthenticatedAt =>
  async ({ userId, sessionId }) =>
    (await database.read({ user: userId }, (q) => authenticatedAt(q, userId, sessionId))) ?? null

/**
 * What only the person themselves may do asks for the password again. Answers their address and the hash that was right.
 * Throws 422 `wrong_password` at `path`, 429 after too many tries.
 */
export async function reauthenticate(
  accounts: Accounts,
  tries: Brake | null,
  caller: Caller,
  password: string,
  path = 'password',
): Promise<{ email: string; hash: string }> {
  const key = `${caller.userId} ${caller.sessionId}`
  if (tries) await takeOrWait(tries, key)
  const kept = await accounts.database.read({ user: caller.userId }, (q) => credentialsOf(q, caller.userId))
  if (!kept?.password || !(await accounts.passwords.verify({ hash: kept.password, password }))) throw wrongPassword(path)
  await tries?.refund(key)
  await noteAuthenticated(accounts, caller)
  return { email: kept.email, hash: kept.password }
}

/** The same with a passkey. Throws 422 `passkey_refused` for one that is not the caller's. */
export async function reauthenticateWithPasskey(accounts: Accounts, caller: Caller, shown: ShownPasskey, visitor: Visitor): Promise<void> {
  const refused = new Problem(422, 'passkey_refused', 'That is not a passkey of yours. Enter your password.')
  const { user, token } = await verifyPasskey(accounts, shown, visitor, refused)
  // The library opens a session with every passkey that it checks.
  const raw = token && readBearer(token, accounts.secret)
  if (raw) await endSession(accounts.database, raw)
  if (user.id !== caller.userId) throw refused
  await noteAuthenticated(accounts, caller)
}

const noteAuthenticated = ({ database }: Accounts, { userId, sessionId }: Caller) =>
  database.write({ user: userId }, 'note a check of who it is', (tx) => setAuthenticatedAt(tx, userId, sessionId, database.now()))
