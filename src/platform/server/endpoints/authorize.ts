import type { FastifyRequest } from 'fastify'
import { dateInTimeZone } from '#platform/shared/calendar.ts'
import { type Endpoint, recentAuthMinutes, tabletHeader } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { AuthenticatedUser, Member } from './route.ts'

/** The owner of a session or access token, with their membership in the requested household. */
export interface Identity {
  userId: UserId
  /** Id of the session, access token or tablet. */
  sessionId: string
  /**
   * Null for a session. A token opens household and token routes only; a `read` token only sends GET requests. `tasks`: an app password,
   * which opens `app-password` routes only. `tablet`: a paired tablet, which opens routes with `tablet` only.
   */
  scope: 'read' | 'write' | 'tasks' | 'tablet' | null
  /** Membership in the requested household. For a token without a requested household, in the token's own. */
  membership: { householdId: HouseholdId; role: Role; timeZone: string } | null
}

/**
 * Reads session and membership in one query. Returns null for an invalid token. `now` is by the database's clock. Supplied by the
 * households domain.
 */
export type Identify = (bearer: string, householdId: string | null, now: Date) => Promise<Identity | null>

/** Returns whether a user is a server admin. Supplied by the account domain. */
export type IsServerAdmin = (userId: UserId) => Promise<boolean>

/** Returns when the session's password or passkey was last checked; null if the session has ended. Supplied by the account domain. */
export type ReadAuthenticatedAt = (caller: AuthenticatedUser) => Promise<Date | null>

/** What `authorize` checks with. */
export interface Guards {
  readonly identify: Identify
  readonly isServerAdmin: IsServerAdmin
  readonly authenticatedAt: ReadAuthenticatedAt
  /** Name of the cookie with a tablet's secret. */
  readonly tabletCookie: string
}

export const tabletDenied = () => new Problem(403, 'tablet_denied', 'A tablet can’t do this.')
export const unauthorized = () => new Problem(401, 'unauthorized', 'Unauthorized. Please log in again.')
const householdRequired = () => new Problem(400, 'household_required', 'Send the household’s id once, in the X-Household-Id header.')
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const roleName = (role: Role) => say(roleNames[role])
const roleNames: Readonly<Record<Role, string>> = {
  OWNER: /*i18n*/ 'owner',
  ADMIN: /*i18n*/ 'admin',
  MEMBER: /*i18n*/ 'member',
  VIEWER: /*i18n*/ 'viewer',
}

export type Principal = { caller: AuthenticatedUser | null; member: Member | null }

/**
 * Returns who sends a request, before its body is read. Throws 401, 400 `household_required`, 404 for non-members as for unknown ids, and
 * 403 `role_denied`, `scope_denied`, `token_required`, `sign_in_required`, `tablet_denied`, `administrators_only` or
 * `recent_auth_required`. `sharedNow` is the database's clock, by which sessions expire.
 */
export async function authorize(endpoint: Endpoint, request: FastifyRequest, guards: Guards, sharedNow: () => Date): Promise<Principal> {
  if (endpoint.auth === 'public') return { caller: null, member: null }
  if (request.headers[tabletHeader.toLowerCase()] !== undefined) return authorizeTablet(endpoint, request, guards, sharedNow)
  const { identify, isServerAdmin, authenticatedAt } = guards
  const now = new Date()
  const isByPassword = endpoint.auth === 'app-password'
  const bearer = isByPassword ? passwordOf(request) : bearerOf(request)
  if (!bearer) throw unauthorized()
  const isPersonal = endpoint.auth === 'person' || endpoint.auth === 'administrator'
  const isTokenOnly = isByPassword || (endpoint.auth === 'token' && request.headers['x-household-id'] === undefined)
  const household = isPersonal || isTokenOnly ? null : requestedHousehold(endpoint, request)
  const found = await identify(bearer, household?.id ?? null, sharedNow())
  if (!found || found.scope === 'tablet' || isByPassword !== (found.scope === 'tasks')) throw unauthorized()
  if (found.scope === null && endpoint.auth === 'token')
    throw new Problem(403, 'token_required', 'This is for programs: send a household access token, not a session.')
  if (
    found.scope !== null &&
    !isByPassword &&
    (endpoint.requiresRecentAuth || (endpoint.auth !== 'household' && endpoint.auth !== 'token'))
  )
    throw new Problem(403, 'sign_in_required', 'An access token can’t do this. Sign in to do it.')
  const caller: AuthenticatedUser = { userId: found.userId, sessionId: found.sessionId, isToken: found.scope !== null, now }
  if (endpoint.auth === 'administrator' && !(await isServerAdmin(caller.userId)))
    throw new Problem(403, 'administrators_only', 'Only a server admin can do this.')
  if (isPersonal) {
    await requireRecentAuth(endpoint, caller, authenticatedAt, sharedNow)
    return { caller, member: null }
  }
  if (household?.problem) throw household.problem
  if (!found.membership) throw notFound()
  const { householdId, role, timeZone } = found.membership
  // A token route forwards to other endpoints, which check the scope themselves.
  if (found.scope === 'read' && endpoint.method !== 'GET' && endpoint.auth !== 'token')
    throw new Problem(403, 'scope_denied', 'This access token is read-only.')
  if (!isRoleAtLeast(role, endpoint.role)) {
    throw new Problem(403, 'role_denied', say`This needs the role ${roleName(endpoint.role)}; yours is ${roleName(role)}.`)
  }
  await requireRecentAuth(endpoint, caller, authenticatedAt, sharedNow)
  return { caller, member: { ...caller, householdId, role, timeZone, today: dateInTimeZone(timeZone, now) } }
}

/**
 * Returns the tablet that sends a request, by its cookie alone: who else is signed in to that browser doesn't matter. The header with which
 * it asks can't be sent from another site. Throws 401, 403 `tablet_denied`, or 404 for another household.
 */
async function authorizeTablet(
  endpoint: Endpoint,
  request: FastifyRequest,
  { identify, tabletCookie }: Guards,
  sharedNow: () => Date,
): Promise<Principal> {
  const now = new Date()
  const secret = cookieOf(request, tabletCookie)
  const found = secret === null ? null : await identify(`${tabletPrefix}${secret}`, null, sharedNow())
  if (found?.scope !== 'tablet' || !found.membership) throw unauthorized()
  const { userId, sessionId, membership } = found
  const { householdId, role, timeZone } = membership
  if (!endpoint.tablet || !isRoleAtLeast(role, endpoint.role)) throw tabletDenied()
  if (request.headers['x-household-id'] !== undefined) {
    const { id, problem } = requestedHousehold(endpoint, request)
    if (problem) throw problem
    if (id !== householdId) throw notFound()
  }
  const caller: AuthenticatedUser = { userId, sessionId, isToken: true, now }
  return { caller, member: { ...caller, tabletId: sessionId, householdId, role, timeZone, today: dateInTimeZone(timeZone, now) } }
}

/** Begins what a tablet's secret is identified by, so that it is never taken for another token. */
export const tabletPrefix = 'tablet '

/** Returns the value of a cookie; null if it is absent or sent twice. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  const values = (request.headers.cookie ?? '').split(/; */).filter((pair) => pair.startsWith(`${name}=`))
  return values.length === 1 ? (values[0] ?? '').slice(name.length + 1) : null
}

async function requireRecentAuth(
  endpoint: Endpoint,
  caller: AuthenticatedUser,
  authenticatedAt: ReadAuthenticatedAt,
  now: () => Date,
): Promise<void> {
  if (endpoint.requiresRecentAuth !== true) return
  const at = await authenticatedAt(caller)
  if (at === null || now().getTime() - at.getTime() > recentAuthMinutes * 60_000)
    throw new Problem(403, 'recent_auth_required', 'Enter your password again to do this.')
}

/** Returns the token of `Authorization: Bearer …`; null if it is absent, sent twice or of another scheme. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (!header || header.length > 1024 || countOf(request, 'authorization') !== 1) return null
  const [scheme, token, ...rest] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}

/** Begins what `passwordOf` returns, so that it is never taken for another token. */
export const appPasswordPrefix = 'app-password '
/** Letters and digits in any case, with or without the dashes between groups. */
const passwordFormat = /^[a-z0-9]{26}$/

/** Returns the password of `Authorization: Basic …`, with `appPasswordPrefix`; null if there is none. The name before it is ignored. */
function passwordOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (!header || header.length > 1024 || countOf(request, 'authorization') !== 1) return null
  const [, encoded] = /^basic +([\w+/=-]+)$/i.exec(header) ?? []
  if (encoded === undefined) return null
  const [, sent = ''] = /^[^:]*:(.*)$/su.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? []
  const password = sent.toLowerCase().replace(/[\s-]/g, '')
  return passwordFormat.test(password) ? `${appPasswordPrefix}${password}` : null
}

// Returns the problem, so that a request without a valid session gets 401 first.
function requestedHousehold(endpoint: Endpoint, request: FastifyRequest): { id: string | null; problem: Problem | null } {
  if (endpoint.auth === 'household-in-path') {
    const { id } = request.params as { id?: string }
    return id && uuid.test(id) ? { id: id.toLowerCase(), problem: null } : { id: null, problem: notFound() }
  }
  const header = request.headers['x-household-id']
  if (typeof header !== 'string' || !uuid.test(header) || countOf(request, 'x-household-id') !== 1)
    return { id: null, problem: householdRequired() }
  return { id: header.toLowerCase(), problem: null }
}

function countOf(request: FastifyRequest, name: string): number {
  let count = 0
  const { rawHeaders } = request.raw
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.length === name.length && rawHeaders[i]?.toLowerCase() === name) count++
  return count
}
