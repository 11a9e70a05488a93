import { z } from 'zod'
import './input-errors.ts'
import type { Role } from './roles.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call an endpoint.
 * `public`: anyone. `person`: a signed-in user. `administrator`: a server admin. `household`: a member of the household in
 * `X-Household-Id`. `household-in-path`: a member of the household with the path's `{id}`. `token`: an access token of a household, not a
 * session.
 */
export type Auth = 'public' | 'person' | 'administrator' | 'household' | 'household-in-path' | 'token'

/**
 * How the handler accesses the database.
 * `read`: a read-only transaction. `write`: one transaction with the work, its change and its idempotency key.
 * `free`: the handler opens transactions itself, because it also waits for something else.
 */
type Mode = 'read' | 'write' | 'free'

/**
 * Media other than JSON, for which the handler sends the response. `form`: an HTML form, whose fields are ignored; no other endpoint
 * accepts forms. `rpc`: a protocol of its own, which the handler reads and writes.
 */
type Media = 'multipart' | 'event-stream' | 'file' | 'form' | 'rpc'

/**
 * Protects actions that would turn a stolen session into lasting access. `true`: 403 `recent_auth_required` if the password or a passkey
 * was last checked more than `recentAuthMinutes` ago. `by-password`: the body contains the password, which the handler checks. Both refuse
 * access tokens.
 */
type RecentAuth = true | 'by-password'
export const recentAuthMinutes = 10

type Schema = z.ZodType
const nothing = z.object({}).strict()
type Nothing = typeof nothing
type FormField = 'image' | 'file' | 'dump'

interface Options<P extends Schema, Q extends Schema, B extends Schema, R extends Schema, A extends Auth, V extends boolean> {
  method: Method
  /** Begins with `/api`; parameters are `{name}`. */
  path: string
  auth: A
  /** Minimum role in the household; VIEWER by default. */
  role?: Role
  /** One line for the API docs. */
  summary: string
  params?: P
  query?: Q
  body?: B
  /** Schema of the response; other keys are dropped. Without it, the response is 204. */
  reply?: R
  /** 201 for a creation. */
  status?: 200 | 201
  mode?: Mode
  media?: Media
  /** Form field of the uploaded file; `image` by default. */
  formField?: FormField
  /** The response contains a secret, so it is encrypted when stored with an idempotency key. */
  secret?: boolean
  /** Accepts `If-Match`: returns 412 with the current state if its version is another one. */
  versioned?: V
  /** Maximum requests per minute from one user and from one address. */
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
/** Input before defaults are filled in. */
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never

/** Declares an endpoint. The server, forms, client and API docs all use this object. */
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

/** Path parameters with one id. */
export const ById = z.object({ id: z.uuid() }).strict()
