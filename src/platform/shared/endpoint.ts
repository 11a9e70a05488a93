import { z } from 'zod'
import type { Role } from './roles.ts'

/** Why a query may see the rows of several households. On PostgreSQL, each reason opens few tables only. */
export const crossHouseholdReasons = ['invites', 'circles', 'sharing', 'jobs', 'keys', 'admin'] as const
export type CrossHouseholdReason = (typeof crossHouseholdReasons)[number]

type WebDavMethod = 'PROPFIND' | 'PROPPATCH' | 'REPORT' | 'MKCALENDAR' | 'MKCOL'
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS' | WebDavMethod

/**
 * Who may call an endpoint.
 * `public`: anyone. `person`: a signed-in user. `administrator`: a server admin. `household`: a member of the household in
 * `X-Household-Id`. `household-in-path`: a member of the household with the path's `{id}`. `token`: an access token of a household, not a
 * session. `app-password`: a password of a household for other programs, sent as HTTP Basic; it opens only these endpoints.
 */
export type Auth = 'public' | 'person' | 'administrator' | 'household' | 'household-in-path' | 'token' | 'app-password'

/** `read`: the use case only reads. `write`: it runs in one transaction with its change and its idempotency key. */
type Mode = 'read' | 'write'

/**
 * Whose rows the use case may access. The route opens the scope, so the use case can't choose another.
 * - `household`: the member's household. The default for household endpoints.
 * - `person`: the caller's own. The default for endpoints of a signed-in user.
 * - `{ crossHousehold }`: those of several households, for a named reason. The default for server admins is `admin`.
 * - `{ foundIn }`: those that the route finds before: in one of the scopes above, or in the request alone, such as a new or signed id.
 *   Used where a write changes several households, or one that the caller isn't in.
 * - `none`: no database access. The default for public endpoints.
 * - `manual`: the handler opens scopes itself, because it also waits for something outside the database. Each needs a reason in
 *   `scripts/structure-exceptions.json`.
 */
export type DatabaseScope =
  | 'household'
  | 'person'
  | { readonly crossHousehold: CrossHouseholdReason }
  | { readonly foundIn: 'household' | 'person' | 'request' | CrossHouseholdReason }
  | 'none'
  | 'manual'

type DefaultScope<A extends Auth> = A extends 'public'
  ? 'none'
  : A extends 'person'
    ? 'person'
    : A extends 'administrator'
      ? { readonly crossHousehold: 'admin' }
      : 'household'

/**
 * Media other than JSON, for which the handler sends the response. `form`: an HTML form, whose fields are ignored; no other endpoint
 * accepts forms. `rpc`: a protocol of its own, which the handler reads and writes. `dav`: WebDAV, whose text the handler reads and writes.
 */
type Media = 'multipart' | 'event-stream' | 'file' | 'form' | 'rpc' | 'dav'

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

interface Options<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  A extends Auth,
  V extends boolean,
  W extends Method,
  S extends DatabaseScope,
  M extends Mode,
> {
  method: W
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
  scope?: S
  /** `read` for GET, otherwise `write` by default. */
  mode?: M
  /** Whether an idempotency key is honored; by default for every write that isn't public, `none` or `manual`. */
  idempotent?: boolean
  media?: Media
  /** Form field of the uploaded file; `image` by default. */
  formField?: FormField
  /** The response contains a secret, so it is encrypted when stored with an idempotency key. */
  secret?: boolean
  /** Accepts `If-Match`: returns 412 with the current state if its version is another one. */
  versioned?: V
  /** Maximum requests per minute from one user and from one address. */
  perMinute?: number
  /** Maximum size of the JSON body; that of the server by default. */
  maxBodyBytes?: number
  requiresRecentAuth?: RecentAuth
  /** Whether a paired tablet, which has no person, may call it. Only for `household` endpoints. False by default, so that new ones are closed. */
  tablet?: boolean
}

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  A extends Auth = Auth,
  V extends boolean = boolean,
  S extends DatabaseScope = DatabaseScope,
  M extends Mode = Mode,
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
  readonly scope: S
  readonly mode: M
  readonly idempotent: boolean
  readonly media: Media | null
  readonly formField: FormField
  readonly secret: boolean
  readonly versioned: V
  readonly perMinute: number | null
  readonly maxBodyBytes: number | null
  readonly requiresRecentAuth: RecentAuth | null
  readonly tablet: boolean
}

export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.infer<P> : never
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.infer<Q> : never
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.infer<B> : never
export type ReplyOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.infer<R> : never
/** Input before defaults are filled in. */
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never

const defaultScopes: Readonly<Record<Auth, DatabaseScope>> = {
  public: 'none',
  person: 'person',
  administrator: { crossHousehold: 'admin' },
  household: 'household',
  'household-in-path': 'household',
  token: 'household',
  'app-password': 'household',
}

/** Sent by a paired tablet with every request. Without it, its cookie doesn’t count; with it, nothing else does. */
export const tabletHeader = 'X-Larder-Tablet'

/** Declares an endpoint. The server, forms, client and API docs all use this object. */
export function endpoint<
  const A extends Auth,
  P extends Schema = Nothing,
  Q extends Schema = Nothing,
  B extends Schema = Nothing,
  R extends Schema = z.ZodVoid,
  const V extends boolean = false,
  const W extends Method = Method,
  const S extends DatabaseScope = DefaultScope<A>,
  const M extends Mode = W extends 'GET' ? 'read' : 'write',
>(options: Options<P, Q, B, R, A, V, W, S, M>): Endpoint<P, Q, B, R, A, V, S, M> {
  const { auth } = options
  const scope: DatabaseScope = options.scope ?? defaultScopes[auth]
  const mode = options.mode ?? (options.method === 'GET' ? 'read' : 'write')
  const media = options.media ?? null
  return {
    method: options.method,
    path: options.path,
    auth,
    role: options.role ?? 'VIEWER',
    summary: options.summary,
    params: options.params ?? (nothing as unknown as P),
    query: options.query ?? (nothing as unknown as Q),
    body: options.body ?? null,
    reply: options.reply ?? null,
    status: options.status ?? (options.reply || options.media ? 200 : 204),
    scope: scope as S,
    mode: mode as M,
    idempotent: options.idempotent ?? (mode === 'write' && scope !== 'none' && scope !== 'manual' && auth !== 'public' && media === null),
    media,
    formField: options.formField ?? 'image',
    secret: options.secret ?? false,
    versioned: options.versioned ?? (false as V),
    perMinute: options.perMinute ?? null,
    maxBodyBytes: options.maxBodyBytes ?? null,
    requiresRecentAuth: options.requiresRecentAuth ?? null,
    tablet: options.tablet ?? false,
  }
}

/** Path parameters with one id. */
export const IdParams = z.object({ id: z.uuid() }).strict()
