import type { Database } from '#platform/server/database/index.ts'
import type { ReadAuthenticatedAt } from '#platform/server/endpoints/authorize.ts'
import { consumeOrThrow, openRateLimiter, type RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { recentAuthMinutes } from '#platform/shared/endpoint.ts'
import { invalid } from '#platform/shared/problem.ts'
import type { AccountServices } from '../gateway/index.ts'
import { credentialsOf } from '../store/credentials.ts'
import { connectedProviders } from '../store/providers.ts'
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
  if (credentials?.password === null && (await signsInElsewhere(accounts, caller))) {
    await requireRecentSignIn(accounts, caller, path)
    return { email: credentials.email, hash: '' }
  }
  if (!credentials?.password || !(await accounts.passwords.verify({ hash: credentials.password, password }))) throw wrongPassword(path)
  await limiter?.refund(key)
  await recordAuthentication(accounts, caller)
  return { email: credentials.email, hash: credentials.password }
}

const signsInElsewhere = async ({ database }: AccountServices, { userId }: AuthenticatedUser): Promise<boolean> =>
  (await database.read({ user: userId }, (q) => connectedProviders(q, userId))).length > 0

/** For accounts without a password, which sign in at a provider: a sign-in of the last minutes counts as one. */
async function requireRecentSignIn({ database }: AccountServices, { userId, sessionId }: AuthenticatedUser, path: string): Promise<void> {
  const at = await database.read({ user: userId }, (q) => authenticatedAt(q, userId, sessionId))
  if (at && database.now().getTime() - at.getTime() <= recentAuthMinutes * 60_000) return
  throw invalid('wrong_password', 'You have no password here. Sign out, sign in again, and do this within ten minutes.', path)
}

/** Records that the caller has just authenticated. */
export const recordAuthentication = ({ database }: AccountServices, { userId, sessionId }: AuthenticatedUser) =>
  database.write({ user: userId }, 'note a check of who it is', (tx) => setAuthenticatedAt(tx, userId, sessionId, database.now()))
