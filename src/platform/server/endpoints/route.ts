import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import type { Actor } from '../changes/change-log.ts'
import type { Reader, Scope, Transaction } from '../database/index.ts'
import { type FoundScope, isFoundByRoute } from './found-scope.ts'
import type { DeviceOf } from './rate-limiter.ts'
import type { RawJson, RawResponse } from './serialize.ts'
import type { ReceiveFile } from './uploads.ts'

/** A signed-in user. */
export interface AuthenticatedUser {
  readonly userId: UserId
  /** Id of the session or of the access token. */
  readonly sessionId: string
  readonly isToken: boolean
  readonly now: Date
}

/** A signed-in user in a household they belong to. `today` is the date in the household's time zone. */
export interface Member extends AuthenticatedUser, Actor {
  readonly userId: UserId
  readonly householdId: HouseholdId
  readonly role: Role
  readonly timeZone: string
  readonly today: CalendarDate
}

type PrincipalOf<A extends Auth> = A extends 'public'
  ? { caller: null }
  : A extends 'person' | 'administrator'
    ? { caller: AuthenticatedUser }
    : { caller: AuthenticatedUser; member: Member }

/** The version in `If-Match`, or null. Only for `versioned` endpoints. */
type Version<E> = E extends { readonly versioned: true } ? { ifMatch: number | null } : unknown

interface Input<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Sets a response header, e.g. the next page's cursor. */
  header(name: string, value: string): void
}
type HandlerResult<E> = ReplyOf<E> | RawJson | RawResponse

/** The request and its response. */
interface Http {
  request: FastifyRequest
  reply: FastifyReply
  /** Only for `multipart` endpoints. */
  receiveFile: ReceiveFile
}

/** How a `manual` handler accesses the database. */
interface ManualAccess<E> {
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  /** Runs the transaction whose result is the response. It claims the idempotency key; a repeat returns the first response. */
  write(scope: Scope, work: (tx: Transaction) => Promise<ReplyOf<E>>): Promise<RawJson>
  /** A write that isn't part of the response and ignores the idempotency key, e.g. caching a lookup. */
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

interface WriteAccess {
  tx: Transaction
  /** Adds an effect, such as a log line, to run after the commit. A repeated request, which gets the stored response, runs none. */
  afterCommit(effect: () => void): void
}

type AccessOf<E extends Endpoint> = E['scope'] extends 'none'
  ? Http
  : E['scope'] extends 'manual'
    ? Http & ManualAccess<E>
    : E['mode'] extends 'read'
      ? { q: Reader }
      : WriteAccess

/** The argument of a use case: the caller, the input, and access to the rows in the endpoint's scope. */
export type Call<E extends Endpoint> = Input<E> & Version<E> & PrincipalOf<E['auth']> & AccessOf<E>

/**
 * The argument of `prepare`, which runs before the scope is opened. With `foundIn`, it reads there. Otherwise it waits for something
 * outside the database, such as an upload.
 */
export type PrepareCall<E extends Endpoint> = Input<E> &
  Version<E> &
  PrincipalOf<E['auth']> &
  (E['scope'] extends { readonly foundIn: infer Base } ? (Base extends 'request' ? unknown : { q: Reader }) : Http)
type PreparedFor<E extends Endpoint> = E['scope'] extends { readonly foundIn: unknown } ? FoundScope : unknown

/** An endpoint with its use case. */
export interface Route {
  readonly endpoint: Endpoint
  /** Gives known devices a rate limit of their own. */
  readonly deviceOf?: DeviceOf
  // biome-ignore lint/suspicious/noExplicitAny: only `route` creates routes, and it checks the types
  readonly prepare: ((call: any) => Promise<unknown>) | null
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly handle: (call: any) => Promise<unknown>
}

/**
 * Mounts a use case at its endpoint: authorizes the caller, opens the endpoint's scope and handles the idempotency key. `prepare` runs
 * before. For an endpoint with `foundIn`, it returns the scope; that may be outdated, so the use case checks again.
 */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<HandlerResult<E>>): Route
export function route<E extends Endpoint, T extends PreparedFor<E>>(
  endpoint: E,
  prepare: (call: PrepareCall<E>) => Promise<T>,
  handle: (call: Call<E> & { prepared: T }) => Promise<HandlerResult<E>>,
): Route
export function route(endpoint: Endpoint, ...[first, second]: [Route['handle'], Route['handle']?]): Route {
  const { scope, auth } = endpoint
  const base = isFoundByRoute(scope) ? scope.foundIn : scope
  const hasRows =
    (base !== 'household' || auth === 'token' || auth === 'app-password' || auth.startsWith('household')) &&
    (base !== 'person' || auth !== 'public')
  const canPrepare = second ? scope !== 'none' && scope !== 'manual' : !isFoundByRoute(scope)
  if (endpoint.tablet && auth !== 'household') throw new Error(`${endpoint.method} ${endpoint.path} can't be open to tablets`)
  if (!hasRows || !canPrepare) throw new Error(`${endpoint.method} ${endpoint.path} can't have the scope ${JSON.stringify(scope)}`)
  return second ? { endpoint, prepare: first, handle: second } : { endpoint, prepare: null, handle: first }
}
