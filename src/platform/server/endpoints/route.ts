import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Auth, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'
import type { Actor } from '../changes/log.ts'
import type { Reader, Scope, Transaction } from '../database/index.ts'
import type { DeviceOf } from './request-limiter.ts'
import type { RawJson } from './serialize.ts'
import type { ReceiveFile } from './uploads.ts'

/** A signed-in user. */
export interface Caller {
  readonly userId: UserId
  readonly sessionId: string
  readonly now: Date
}

/** A signed-in user in a household they belong to. `today` is the household's calendar day. */
export interface Member extends Caller, Actor {
  readonly userId: UserId
  readonly householdId: HouseholdId
  readonly role: Role
  readonly timeZone: string
  readonly today: CalendarDate
}

type Who<A extends Auth> = A extends 'public'
  ? { caller: null }
  : A extends 'person' | 'administrator'
    ? { caller: Caller }
    : { caller: Caller; member: Member }

/** Version from `If-Match`, when the client sent one; only of an endpoint that says it is `versioned`. */
type Version<E> = E extends { readonly versioned: true } ? { ifMatch: number | null } : unknown

interface Input<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** Sets a header of the answer, e.g. the next page's cursor. */
  header(name: string, value: string): void
}
type AuthOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer _R, infer A> ? A : never
export type HandlerResult<E> = ReplyOf<E> | RawJson

/** What a handler is called with: who asks, what they sent, and one way to the database. */
export type ReadCall<E> = Input<E> & Version<E> & Who<AuthOf<E>> & { q: Reader }
export type WriteCall<E> = Input<E> & Version<E> & Who<AuthOf<E>> & { tx: Transaction }
export type FreeCall<E> = Input<E> &
  Version<E> &
  Who<AuthOf<E>> & {
    read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
    /** A write beside the answer, e.g. something learned; it has no idempotency key. */
    writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
    request: FastifyRequest
    reply: FastifyReply
    /** Only for `multipart` endpoints. */
    receiveFile: ReceiveFile
  }
export type IdempotentCall<E> = FreeCall<E> & {
  /** The transaction that answers: with an idempotency key it is claimed here, and a repeat answers what was answered first. */
  write(scope: Scope, work: (tx: Transaction) => Promise<ReplyOf<E>>): Promise<RawJson>
}

/** An endpoint with its handler, as the door mounts it. The types were checked where it was made. */
export interface Route {
  readonly endpoint: Endpoint
  /** Its answer comes from the transaction that claims the request's `Idempotency-Key`; without, none is looked at. */
  readonly isIdempotent: boolean
  /** Limits known devices apart from others at their address. */
  readonly deviceOf?: DeviceOf
  // biome-ignore lint/suspicious/noExplicitAny: the typed constructors below are the only makers
  readonly handle: (call: any) => Promise<unknown>
}

function route(mode: Endpoint['mode'], endpoint: Endpoint, handle: Route['handle'], answersFromWrite = mode === 'write'): Route {
  if (endpoint.mode !== mode) throw new Error(`${endpoint.method} ${endpoint.path} is a ${endpoint.mode} endpoint`)
  return { endpoint, handle, isIdempotent: answersFromWrite && endpoint.auth !== 'public' && endpoint.media === null }
}

/** Serves a `read` endpoint. */
export const serveRead = <E extends Endpoint>(endpoint: E, handle: (call: ReadCall<E>) => Promise<HandlerResult<E>>): Route =>
  route('read', endpoint, handle)
/** Serves a `write` endpoint: the handler runs inside one transaction. */
export const serveWrite = <E extends Endpoint>(endpoint: E, handle: (call: WriteCall<E>) => Promise<ReplyOf<E>>): Route =>
  route('write', endpoint, handle)
/** Serves a `free` endpoint: the handler waits for more than the database, outside transactions. */
export const serveFree = <E extends Endpoint>(
  endpoint: E,
  handle: (call: FreeCall<E>) => Promise<HandlerResult<E>>,
  deviceOf?: DeviceOf,
): Route => ({ ...route('free', endpoint, handle), ...(deviceOf ? { deviceOf } : {}) })
/** Serves a `free` endpoint whose answer is the one of its `write`: only such a one is given it. */
export const serveIdempotent = <E extends Endpoint>(endpoint: E, handle: (call: IdempotentCall<E>) => Promise<RawJson>): Route =>
  route('free', endpoint, handle, true)
