import '#platform/shared/input-error-message.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CrossHouseholdReason, Endpoint } from '#platform/shared/endpoint.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import type { Database, Reader, Scope, Transaction } from '../database/index.ts'
import { withRequestLanguage } from '../i18n/current-language.ts'
import type { Encryption } from '../security/encryption.ts'
import { authorize, type Guards, type Principal, unauthorized } from './authorize.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { type FoundScope, inFoundScope, isFoundByRoute } from './found-scope.ts'
import { type Claim, claimFrom, claimKey, type Replay, replayOf, type StoredResponse, storeResponse } from './idempotency.ts'
import { createRateLimitCheck, type RateLimitMode } from './rate-limiter.ts'
import type { Member, Route } from './route.ts'
import { RawJson, RawResponse, serializerFor } from './serialize.ts'
import type { ReceiveFile, Uploads } from './uploads.ts'

export interface EndpointContext extends Guards {
  database: Database
  /** Runs in every household write, so that none commits after its author lost access. Throws the same problems as `authorize`. */
  recheck(tx: Transaction, member: Member): Promise<void>
  limits: RateLimitMode
  /** Encrypts stored responses that contain secrets. */
  responseEncryption: Encryption
  uploads: Uploads
}

/** Mounts all routes. Handlers are reachable only through this. */
export function mount(app: FastifyInstance, routes: readonly Route[], context: EndpointContext): void {
  const concurrencyLimit = createConcurrencyLimit()
  for (const route of routes) mountOne(app, route, replayOf(route.endpoint, routes), context, concurrencyLimit)
}

function mountOne(app: FastifyInstance, route: Route, replay: Replay, context: EndpointContext, concurrencyLimit: ConcurrencyLimit): void {
  const { endpoint } = route
  const { database } = context
  const limit = createRateLimitCheck(database, endpoint, context.limits, route.deviceOf)
  const respond = responder(route, replay, context)
  const principals = new WeakMap<FastifyRequest, Principal>()
  // Public endpoints have limits of their own, and health checks must work under load.
  const withConcurrencyLimit: ConcurrencyLimit = endpoint.auth === 'public' ? (work) => work() : concurrencyLimit
  const personOf = (request: FastifyRequest) => principals.get(request)?.caller?.userId

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    ...(endpoint.maxBodyBytes === null ? {} : { bodyLimit: endpoint.maxBodyBytes }),
    config: { takesForms: endpoint.media === 'form', takesDav: endpoint.media === 'dav' },
    // Before the body is read.
    onRequest: (request, reply) =>
      withRequestLanguage(request, () =>
        withConcurrencyLimit(async () => {
          // Programs send their password only once they are asked.
          if (endpoint.auth === 'app-password') reply.header('WWW-Authenticate', passwordChallenge)
          const principal = await authorize(endpoint, request, context, database.now)
          await limit?.(request, principal.caller)
          reply.removeHeader('WWW-Authenticate')
          principals.set(request, principal)
        }),
      ),
    handler: (request, reply) =>
      withRequestLanguage(request, () =>
        withConcurrencyLimit(async () => {
          const principal = principals.get(request)
          if (!principal) throw unauthorized()
          return respond(principal, request, reply)
        }, personOf(request)),
      ),
  })
}

const passwordChallenge = 'Basic realm="Larder", charset="UTF-8"'

type Respond = (principal: Principal, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** One request while it is answered. */
interface Exchange {
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly input: { params: unknown; query: unknown; body: unknown }
  /** What every handler receives. */
  readonly base: object
}
type Serialize = ((value: unknown) => string) | null
type WriteWork = (tx: Transaction, afterCommit: (effect: () => void) => void) => Promise<unknown>

/** Returns the function that validates a request, runs the use case in the endpoint's scope and sends the result. */
function responder(route: Route, replay: Replay, context: EndpointContext): Respond {
  const { endpoint, prepare, handle } = route
  const { database, uploads } = context
  const serialize = endpoint.reply && !endpoint.media?.match(/event-stream|file|form|rpc|dav/) ? serializerFor(endpoint.reply) : null
  const writeFor = writer(endpoint, replay, context, serialize)

  return async (principal, request, reply) => {
    const input = { ...parseInput(endpoint, request), header: (key: string, value: string) => void reply.header(key, value) }
    const { caller, member } = principal
    const base = { ...input, caller, member }
    const write = writeFor({ principal, request, reply, input, base })
    const runIn = (scope: Scope, prepared: unknown) =>
      endpoint.mode === 'read'
        ? database.read(scope, (q) => handle({ ...base, prepared, q }))
        : write(scope, (tx, afterCommit) => handle({ ...base, prepared, tx, afterCommit }))
    const run = async (receiveFile?: ReceiveFile) => {
      const { scope } = endpoint
      const http = { ...base, request, reply, receiveFile }
      if (scope === 'none') return handle(http)
      if (scope === 'manual') {
        const writeOnce = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) => database.write(scope, nameOf(endpoint), work)
        return handle({ ...http, read: database.read, write, writeOnce })
      }
      if (isFoundByRoute(scope)) {
        const find = (q?: Reader): Promise<FoundScope> => prepare?.({ ...base, q }) as Promise<FoundScope>
        return inFoundScope(
          () => (scope.foundIn === 'request' ? find() : database.read(baseOf(scope.foundIn, principal), find)),
          (found) => runIn(found.scope, found),
        )
      }
      return runIn(scopeOf(scope, principal), await prepare?.(http))
    }
    const isUpload = endpoint.media === 'multipart' && caller !== null
    const result = await (isUpload ? uploads.receive(request, caller.userId, run) : run())
    return reply.sent || result === reply ? reply : send(request, reply, endpoint, result, serialize)
  }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Returns the function that runs a request's transaction with its idempotency key, and returns the response. */
function writer(endpoint: Endpoint, replay: Replay, { database, recheck, responseEncryption }: EndpointContext, serialize: Serialize) {
  const name = nameOf(endpoint)
  return ({ principal, request, reply, input, base }: Exchange) => {
    const { caller, member } = principal
    const claim = endpoint.idempotent ? claimOf(request, name, principal, input) : null
    return async (scope: Scope, work: WriteWork): Promise<RawJson | RawResponse> => {
      let effects: (() => void)[] = []
      let result: unknown
      const runOnce = async (tx: Transaction) => {
        effects = []
        if (member) await recheck(tx, member)
        const again = (stored: StoredResponse) => replay(tx, base, input.params as object, stored)
        const run = async () => {
          result = await work(tx, (effect) => effects.push(effect))
          return result
        }
        return runIdempotent(tx, claim, endpoint, run, again, serialize, responseEncryption, member)
      }
      const stored = await database.write(scope, name, runOnce, caller?.userId)
      for (const effect of effects) effect()
      if (stored.changeSeq !== null) reply.header('X-Change-Seq', String(stored.changeSeq))
      return result instanceof RawResponse ? result : new RawJson(stored.answer ?? '')
    }
  }
}

/** Runs work and serializes its result in one transaction. With a claim, a repeat returns the stored response or the current state. */
async function runIdempotent(
  tx: Transaction,
  claim: Claim | null,
  endpoint: Endpoint,
  work: () => Promise<unknown>,
  again: (stored: StoredResponse) => Promise<unknown>,
  serialize: Serialize,
  responseEncryption: Encryption,
  member: Member | null,
): Promise<StoredResponse> {
  const before = claim && (await claimKey(tx, claim))
  if (before?.answer === null) return endpoint.reply ? { ...before, answer: toText(await again(before), serialize) } : before
  if (before) return endpoint.secret ? { ...before, answer: responseEncryption.decrypt(before.answer) } : before
  const result = await work()
  const answer = toText(result, serialize)
  // If the write changed several households, the member's own.
  const changeSeq = (member && tx.recorded.get(member.householdId)) ?? [...tx.recorded.values()].at(-1) ?? null
  const stored: StoredResponse = { status: endpoint.status, changeSeq, answer, rowId: idOf(result) }
  if (claim) await storeResponse(tx, claim, endpoint.secret ? { ...stored, answer: responseEncryption.encrypt(answer) } : stored)
  return stored
}

const idOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'id' in result && typeof result.id === 'string' ? result.id : null

/** Returns the rows that a declared scope gives this caller. Throws 401 if it gives none, rather than widen it. */
function scopeOf(scope: 'household' | 'person' | { readonly crossHousehold: CrossHouseholdReason }, { caller, member }: Principal): Scope {
  if (scope === 'household' && member) return member.householdId
  if (scope === 'person' && caller) return { user: caller.userId }
  if (typeof scope === 'object') return scope
  throw unauthorized()
}

const baseOf = (base: 'household' | 'person' | CrossHouseholdReason, principal: Principal): Scope =>
  scopeOf(base === 'household' || base === 'person' ? base : { crossHousehold: base }, principal)

function parseInput(endpoint: Endpoint, request: FastifyRequest) {
  const params = endpoint.params.safeParse(request.params)
  if (!params.success) {
    // A malformed id is 404, like an unknown one.
    if (params.error.issues.some(({ path }) => /id$/i.test(String(path[0])))) throw notFound()
    throw params.error
  }
  return {
    params: params.data,
    query: endpoint.query.parse(request.query),
    body: endpoint.media?.match(/multipart|form|rpc|dav/) ? undefined : parseBody(endpoint, request.body),
    ...(endpoint.versioned ? { ifMatch: ifMatchOf(request) } : {}),
  }
}

function parseBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.body) return endpoint.body.parse(body ?? {})
  const isEmpty = body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0)
  if (!isEmpty) throw new Problem(422, 'invalid_input', 'This request takes no body.')
  return undefined
}

function ifMatchOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (header === undefined) return null
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header)?.[1]
  if (!version) throw new Problem(400, 'if_match', 'If-Match must be a version number.')
  return Number(version)
}

function claimOf(
  request: FastifyRequest,
  name: string,
  { caller, member }: Principal,
  input: { params: unknown; query: unknown; body: unknown },
) {
  if (!caller) return null
  return claimFrom(request.headers['idempotency-key'], caller, name, member?.householdId ?? '', [input.params, input.query, input.body])
}

function toText(result: unknown, serialize: Serialize): string {
  if (result instanceof RawJson) return result.text
  return serialize && result !== undefined ? serialize(result) : ''
}

function send(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, result: unknown, serialize: Serialize): FastifyReply {
  if (result instanceof RawResponse) {
    const { status, headers, content } = result
    const isCached = headers['ETag'] !== undefined && request.headers['if-none-match'] === headers['ETag']
    return isCached
      ? reply.headers({ ETag: headers['ETag'], 'Cache-Control': headers['Cache-Control'] }).status(304).send()
      : reply.status(status).headers(headers).send(content)
  }
  const text = toText(result, serialize)
  reply.header('Cache-Control', 'no-store')
  if (text === '') return reply.status(204).send()
  return reply.status(endpoint.status).type('application/json; charset=utf-8').serializer(String).send(text)
}
