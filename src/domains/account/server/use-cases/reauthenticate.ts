import type { Database } from '#platform/server/database/index.ts'
import type { AuthenticatedAt } from '#platform/server/endpoints/authorize.ts'
import { consumeOrThrow, openRateLimiter, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { invalid } from '#platform/shared/problem.ts'
import type { Accounts } from '../gateway/index.ts'
import { credentialsOf } from '../store/credentials.ts'
import { authenticatedAt, setAuthenticatedAt } from '../store/sessions.ts'

/** Tries at one's own password, per session: a session left open is no place to guess it, nor to use up the tries of the others. */
export const openPasswordLimiter = (database: Database): RateLimiter => openRateLimiter(database, 'own password', 10, 15 * 60_000)

const wrongPassword = (path: string) => invalid('wrong_password', 'That password is incorrect.', path)

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
  limiter: RateLimiter | null,
  caller: Caller,
  password: string,
  path = 'password',
): Promise<{ email: string; hash: string }> {
  const key = `${caller.userId} ${caller.sessionId}`
  if (limiter) await consumeOrThrow(limiter, key)
  const kept = await accounts.database.read({ user: caller.userId }, (q) => credentialsOf(q, caller.userId))
  if (!kept?.password || !(await accounts.passwords.verify({ hash: kept.password, password }))) throw wrongPassword(path)
  await limiter?.refund(key)
  await recordAuthentication(accounts, caller)
  return { email: kept.email, hash: kept.password }
}

/** The caller's session has just been checked. */
export const recordAuthentication = ({ database }: Accounts, { userId, sessionId }: Caller) =>
  database.write({ user: userId }, 'note a check of who it is', (tx) => setAuthenticatedAt(tx, userId, sessionId, database.now()))
