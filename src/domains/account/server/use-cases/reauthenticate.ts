import type { Database } from '#platform/server/database/index.ts'
import type { ReadAuthenticatedAt } from '#platform/server/endpoints/authorize.ts'
import { consumeOrThrow, openRateLimiter, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { invalid } from '#platform/shared/problem.ts'
import type { AccountServices } from '../gateway/index.ts'
import { credentialsOf } from '../store/credentials.ts'
import { authenticatedAt, setAuthenticatedAt } from '../store/sessions.ts'

/** Limits attempts at the own password. Counts per session, so that one session can't use up the attempts of the others. */
export const openPasswordLimiter = (database: Database): RateLimiter => openRateLimiter(database, 'own password', 10, 15 * 60_000)

const wrongPassword = (path: string) => invalid('wrong_password', 'That password is incorrect.', path)

/** Returns when the password or a passkey was last checked in the caller's session. */
export const lastAuthenticationReader =
  (database: Database): ReadAuthenticatedAt =>
  async ({ userId, sessionId }) =>
    (await database.read({ user: userId }, (q) => authenticatedAt(q, userId, sessionId))) ?? null

/**
 * Checks the caller's password and returns their email address and password hash.
 * Throws 422 `wrong_password` at `path`, 429 after too many attempts.
 */
export async function reauthenticate(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
  path = 'password',
): Promise<{ email: string; hash: string }> {
  const key = `${caller.userId} ${caller.sessionId}`
  if (limiter) await consumeOrThrow(limiter, key)
  const credentials = await accounts.database.read({ user: caller.userId }, (q) => credentialsOf(q, caller.userId))
  if (!credentials?.password || !(await accounts.passwords.verify({ hash: credentials.password, password }))) throw wrongPassword(path)
  await limiter?.refund(key)
  await recordAuthentication(accounts, caller)
  return { email: credentials.email, hash: credentials.password }
}

/** Records that the caller has just authenticated. */
export const recordAuthentication = ({ database }: AccountServices, { userId, sessionId }: AuthenticatedUser) =>
  database.write({ user: userId }, 'note a check of who it is', (tx) => setAuthenticatedAt(tx, userId, sessionId, database.now()))
