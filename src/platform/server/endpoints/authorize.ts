import type { FastifyRequest } from 'fastify'
import { dayIn } from '#platform/shared/calendar.ts'
import { type Endpoint, recentAuthMinutes } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { atLeast, type Role } from '#platform/shared/roles.ts'
import { say } from '#platform/shared/say.ts'
import type { Caller, Member } from './route.ts'

/** What the session says: who it is and, where a household was asked for, what they are in it. */
export interface Identity {
  userId: UserId
  /** Of the session, or of the access token. */
  sessionId: string
  /** Null for a session. A token opens household routes and those made for tokens only; one that reads, only what is asked with GET. */
  scope: 'read' | 'write' | null
  /** In the household asked for; of a token that was asked for none, in its own. */
  membership: { householdId: HouseholdId; role: Role; timeZone: string } | null
}

/** Reads session and membership in one query; null for a token that logs nobody in. `now`: by the database's clock. Supplied by the households domain. */
export type Identify = (bearer: string, householdId: string | null, now: Date) => Promise<Identity | null>

/** Whether somebody looks after the server. Supplied by the account domain. */
export type IsServerAdmin = (userId: UserId) => Promise<boolean>

/** When the password or a passkey was last checked in a session; null for a session that is over. Supplied by the account domain. */
export type AuthenticatedAt = (caller: Caller) => Promise<Date | null>

/** Whom `admit` asks. */
export interface Guards {
  readonly identify: Identify
  readonly isServerAdmin: IsServerAdmin
  readonly authenticatedAt: AuthenticatedAt
}

export const unauthorized = () => new Problem(401, 'unauthorized', 'Unauthorized. Please log in again.')
const householdRequired = () => new Problem(400, 'household_required', 'Send the household’s id once, in the X-Household-Id header.')
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const roleWord = (role: Role) => say(roleWords[role])
const roleWords: Readonly<Record<Role, string>> = {
  OWNER: /*i18n*/ 'owner',
  ADMIN: /*i18n*/ 'admin',
  MEMBER: /*i18n*/ 'member',
  VIEWER: /*i18n*/ 'viewer',
}

export type Principal = { caller: Caller | null; member: Member | null }

/**
 * Decides whether a request may knock at all, before anything of it is read. Throws 401, 400 `household_required`,
 * 404 (not a member: the same as an unknown id), 403 `role_denied`, `administrators_only` or `recent_auth_required`. Missing context always refuses.
 * `sharedNow`: by it sessions end, in every process at the same moment.
 */
export async function authorize(
  endpoint: Endpoint,
  request: FastifyRequest,
  { identify, isServerAdmin, authenticatedAt }: Guards,
  sharedNow: () => Date,
): Promise<Principal> {
  if (endpoint.auth === 'public') return { caller: null, member: null }
  const now = new Date()
  const bearer = bearerOf(request)
  if (!bearer) throw unauthorized()
  const isPersonal = endpoint.auth === 'person' || endpoint.auth === 'administrator'
  const namesNone = endpoint.auth === 'token' && request.headers['x-household-id'] === undefined
  const asked = isPersonal || namesNone ? null : requestedHousehold(endpoint, request)
  const found = await identify(bearer, asked?.id ?? null, sharedNow())
  if (!found) throw unauthorized()
  if (found.scope === null && endpoint.auth === 'token')
    throw new Problem(403, 'token_required', 'This is for programs: send a household access token, not a session.')
  if (found.scope !== null && (endpoint.requiresRecentAuth || (endpoint.auth !== 'household' && endpoint.auth !== 'token')))
    throw new Problem(403, 'sign_in_required', 'An access token can’t do this. Sign in to do it.')
  const caller: Caller = { userId: found.userId, sessionId: found.sessionId, now }
  if (endpoint.auth === 'administrator' && !(await isServerAdmin(caller.userId)))
    throw new Problem(403, 'administrators_only', 'Only a server admin can do this.')
  if (isPersonal) {
    await requireRecentAuth(endpoint, caller, authenticatedAt, sharedNow)
    return { caller, member: null }
  }
  if (asked?.problem) throw asked.problem
  if (!found.membership) throw notFound()
  const { householdId, role, timeZone } = found.membership
  // What a message of a token's own protocol may do is asked at the door of the row that it leads to.
  if (found.scope === 'read' && endpoint.method !== 'GET' && endpoint.auth !== 'token')
    throw new Problem(403, 'scope_denied', 'This access token is read-only.')
  if (!atLeast(role, endpoint.role)) {
    throw new Problem(403, 'role_denied', say`This needs the role ${roleWord(endpoint.role)}; yours is ${roleWord(role)}.`)
  }
  await requireRecentAuth(endpoint, caller, authenticatedAt, sharedNow)
  return { caller, member: { ...caller, householdId, role, timeZone, today: dayIn(timeZone, now) } }
}

async function requireRecentAuth(endpoint: Endpoint, caller: Caller, authenticatedAt: AuthenticatedAt, now: () => Date): Promise<void> {
  if (endpoint.requiresRecentAuth !== true) return
  const at = await authenticatedAt(caller)
  if (at === null || now().getTime() - at.getTime() > recentAuthMinutes * 60_000)
    throw new Problem(403, 'recent_auth_required', 'Enter your password again to do this.')
}

/** The token of `Authorization: Bearer …`; null when absent, doubled or of another scheme. */
export function bearerOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (!header || header.length > 1024 || countOf(request, 'authorization') !== 1) return null
  const [scheme, token, ...rest] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : null
}

// The refusal waits until the session is known: a stranger hears 401 and nothing about households.
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
