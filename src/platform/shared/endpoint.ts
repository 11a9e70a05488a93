import { z } from 'zod'
import './complaint.ts'
import type { Role } from './roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may knock.
 * `public`: anyone. `person`: a signed-in user. `administrator`: a signed-in user who looks after the server. `household`: a member of the household in `X-Household-Id`.
 * `household-in-path`: a member of the household whose id is the path's `{id}`.
 * `token`: an access token, never a session; it means its own household.
 */
export type Auth = 'public' | 'person' | 'administrator' | 'household' | 'household-in-path' | 'token'

/**
 * How the handler meets the database.
 * `read`: a read scope. `write`: one transaction that holds the work, its change and its idempotency key.
 * `free`: the handler opens its own scopes, because it waits for something that is not the database.
 */
type Mode = 'read' | 'write' | 'free'

/**
 * What goes over the wire when it is not JSON; then the handler answers by itself. `form`: a plain form's fields, which nobody reads; only
 * such an endpoint takes one. `rpc`: messages of a protocol of its own, which the handler reads from the request and answers in its form.
 */
type Media = 'multipart' | 'event-stream' | 'file' | 'form' | 'rpc'

/**
 * What would turn a stolen session into lasting access needs a recent check of the password or a passkey. `true`: 403 `recent_auth_required` if
 * the session's last check is older than `recentAuthMinutes`. `by-password`: the body holds the password, and the handler checks it every time.
 * Access tokens are refused either way.
 */
type RecentAuth = true | 'by-password'
export const recentAuthMinutes = 10

type Schema = z.ZodType
const nothing = z.object({}).strict()
type Nothing = typeof nothing
type FormField = 'image' | 'file' | 'dump'

interface Options<P extends Schema, Q extends Schema, B extends Schema, R extends Schema, A extends Auth, V extends boolean> {
  method: Method
  /** With `{name}` for parameters, from `/api` on. */
  path: string
  auth: A
  /** Least role in the household; VIEWER when left out. */
  role?: Role
  /** One line for the API docs. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** What is answered; a key it does not name never leaves the server. Left out: 204. */
  reply?: R
  /** 200, or 201 for a creation. */
  status?: 200 | 201
  mode?: Mode
  media?: Media
  /** The field of the form in which its file comes; `image` unless told. */
  formField?: FormField
  /** The answer holds a secret: kept beside an idempotency key it is sealed. */
  secret?: boolean
  /** Takes `If-Match`: 412 with the row as it is when it is another version. Only such a handler is told what was sent. */
  versioned?: V
  /** Most requests in a minute from one user, and from one address. */
  perMinute?: number
  requiresRecentAuth?: RecentAuth
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  A extends Auth = Auth,
  V extends boolean = boolean,
> {
  readonly method: Method
  readonly path: string
  readonly auth: A
  readonly role: Role
  readonly summary: string
  readonly params: P
  readonly query: Q
  readonly body: B | null
  readonly reply: R | null
  readonly status: 200 | 201 | 204
  readonly mode: Mode
  readonly media: Media | null
  readonly formField: FormField
  readonly secret: boolean
  readonly versioned: V
  readonly perMinute: number | null
  readonly requiresRecentAuth: RecentAuth | null
}

export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.infer<P> : never
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.infer<Q> : never
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.infer<B> : never
export type ReplyOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.infer<R> : never
/** What a caller may send: before defaults are filled in. */
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never

/** The one place an operation is described: door, form, client and API docs all read this object. */
export function endpoint<
  const A extends Auth,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = z.ZodVoid,
  const V extends boolean = false,
>(options: Options<P, Q, B, R, A, V>): Endpoint<P, Q, B, R, A, V> {
  return {
    method: options.method,
    path: options.path,
    auth: options.auth,
    role: options.role ?? 'VIEWER',
    summary: options.summary,
    params: options.params ?? (nothing as unknown as P),
    query: options.query ?? (nothing as unknown as Q),
    body: options.body ?? null,
    reply: options.reply ?? null,
    status: options.status ?? (options.reply || options.media ? 200 : 204),
    mode: options.mode ?? (options.method === 'GET' ? 'read' : 'write'),
    media: options.media ?? null,
    formField: options.formField ?? 'image',
    secret: options.secret ?? false,
    versioned: options.versioned ?? (false as V),
    perMinute: options.perMinute ?? null,
    requiresRecentAuth: options.requiresRecentAuth ?? null,
  }
}

/** Parameters of most paths: one id. */
export const ById = z.object({ id: z.uuid() }).strict()
