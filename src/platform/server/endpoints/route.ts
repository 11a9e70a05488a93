import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import type { Actor } from '../changes/change-log.ts'
import type { Reader, Scope, Transaction } from '../database/index.ts'
import type { DeviceOf } from './rate-limiter.ts'
import type { RawJson } from './serialize.ts'
import type { ReceiveFile } from './uploads.ts'

/** A signed-in user. */
export interface Caller {
  readonly userId: UserId
  readonly sessionId: string
  readonly now: Date
}

/** A signed-in user in a household they belong to. `today` is the date in the household's time zone. */
export interface Member extends Caller, Actor {
  readonly userId: UserId
  readonly householdId: HouseholdId
  readonly role: Role
  readonly timeZone: string
  readonly today: CalendarDate
}

type PrincipalOf<A extends Auth> = A extends 'public'
  ? { caller: null }
  : A extends 'person' | 'administrator'
    ? { caller: Caller }
    : { caller: Caller; member: Member }

/** The version in `If-Match`, or null. Only for `versioned` endpoints. */
type Version<E> = E extends { readonly versioned: true } ? { ifMatch: number | null } : unknown

interface Input<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Sets a response header, e.g. the next page's cursor. */
  header(name: string, value: string): void
}
type AuthOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer A> ? A : never
export type HandlerResult<E> = ReplyOf<E> | RawJson

/** The argument of a handler: the caller, the input and access to the database. */
export type ReadCall<E> = Input<E> & Version<E> & PrincipalOf<AuthOf<E>> & { q: Reader }
export type WriteCall<E> = Input<E> & Version<E> & PrincipalOf<AuthOf<E>> & { tx: Transaction }
export type FreeCall<E> = Input<E> &
  Version<E> &
  PrincipalOf<AuthOf<E>> & {
    read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
    /** A write that isn't part of the response and ignores the idempotency key, e.g. caching a lookup. */
    writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
    request: FastifyRequest
    reply: FastifyReply
    /** Only for `multipart` endpoints. */
    receiveFile: ReceiveFile
  }
export type IdempotentCall<E> = FreeCall<E> & {
  /** Runs the transaction whose result is the response. It claims the idempotency key; a repeat returns the first response. */
  write(scope: Scope, work: (tx: Transaction) => Promise<ReplyOf<E>>): Promise<RawJson>
}

/** An endpoint with its handler. `serveRead` and the others check the handler's types. */
export interface Route {
  readonly endpoint: Endpoint
  /** Whether the route honors `Idempotency-Key`. */
  readonly isIdempotent: boolean
  /** Gives known devices a rate limit of their own. */
  readonly deviceOf?: DeviceOf
  // biome-ignore lint/suspicious/noExplicitAny: only the typed constructors below create routes
  readonly handle: (call: any) => Promise<unknown>
}

function route(mode: Endpoint['mode'], endpoint: Endpoint, handle: Route['handle'], respondsFromWrite = mode === 'write'): Route {
  if (endpoint.mode !== mode) throw new Error(`${endpoint.method} ${endpoint.path} is a ${endpoint.mode} endpoint`)
  return { endpoint, handle, isIdempotent: respondsFromWrite && endpoint.auth !== 'public' && endpoint.media === null }
}

/** Serves a `read` endpoint. */
export const serveRead = <E extends Endpoint>(endpoint: E, handle: (call: ReadCall<E>) => Promise<HandlerResult<E>>): Route =>
  route('read', endpoint, handle)
/** Serves a `write` endpoint. The handler runs inside one transaction. */
export const serveWrite = <E extends Endpoint>(endpoint: E, handle: (call: WriteCall<E>) => Promise<ReplyOf<E>>): Route =>
  route('write', endpoint, handle)
/** Serves a `free` endpoint. The handler opens transactions itself, so that it can wait for other things outside them. */
export const serveFree = <E extends Endpoint>(
  endpoint: E,
  handle: (call: FreeCall<E>) => Promise<HandlerResult<E>>,
  deviceOf?: DeviceOf,
): Route => ({ ...route('free', endpoint, handle), ...(deviceOf ? { deviceOf } : {}) })
/** Serves a `free` endpoint that returns the result of its `write`. */
export const serveIdempotent = <E extends Endpoint>(endpoint: E, handle: (call: IdempotentCall<E>) => Promise<RawJson>): Route =>
  route('free', endpoint, handle, true)
