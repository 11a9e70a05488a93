import { invalid } from '#platform/contract/problem.ts'
import { type Brake, openBrake, takeOrWait } from '#platform/server/brake.ts'
import type { Database } from '#platform/server/database.ts'
import type { Caller } from '#platform/server/serve/call.ts'
import type { Accounts } from '../gateway.ts'
import { credentialsOf } from '../store/credentials.ts'

/** Tries at one's own password, per session: a session left open is no place to guess it, nor to use up the tries of the others. */
export const passwordTries = (database: Database): Brake => openBrake(database, 'own password', 10, 15 * 60_000)

const wrongPassword = (path: string) => invalid('wrong_password', 'That is not your password.', path)

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
  return { email: kept.email, hash: kept.password }
}
