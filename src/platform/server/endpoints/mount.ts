import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import type { Database, Scope, Transaction } from '../database/index.ts'
import { withRequestLanguage } from '../i18n/language.ts'
import type { Encryption } from '../security/encryption.ts'
import { authorize, type Guards, type Principal, unauthorized } from './authorize.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { type Claim, claimFrom, claimKey, type Replay, replayOf, type StoredResponse, storeResponse } from './idempotency.ts'
import { type Limits, limiter } from './rate-limiter.ts'
import type { Caller, Member, Route } from './route.ts'
import { RawJson, serializerFor } from './serialize.ts'
import type { Uploads } from './uploads.ts'

export interface EndpointContext extends Guards {
  database: Database
  /** Runs in every household write, so that none commits after its author lost access. Throws the same problems as `authorize`. */
  recheck(tx: Transaction, member: Member): Promise<void>
  limits: Limits
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
  const limit = limiter(database, endpoint, context.limits, route.deviceOf)
  const respond = responder(route, replay, context)
  const principals = new WeakMap<FastifyRequest, Principal>()
  // Public endpoints have limits of their own, and health checks must work under load.
  const withConcurrencyLimit: ConcurrencyLimit = endpoint.auth === 'public' ? (work) => work() : concurrencyLimit
  const personOf = (request: FastifyRequest) => principals.get(request)?.caller?.userId

  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: false,
    config: { takesForms: endpoint.media === 'form' },
    // Before the body is read.
    onRequest: (request) =>
      withRequestLanguage(request, () =>
        withConcurrencyLimit(async () => {
          const principal = await authorize(endpoint, request, context, database.now)
          await limit?.(request, principal.caller)
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

type Respond = (principal: Principal, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Returns the function that validates a request, runs the route's handler and sends the result. */
function responder(
  { endpoint, handle, isIdempotent }: Route,
  replay: Replay,
  { database, recheck, responseEncryption, uploads }: EndpointContext,
): Respond {
  const serialize = endpoint.reply && !endpoint.media?.match(/event-stream|file|form|rpc/) ? serializerFor(endpoint.reply) : null
  const name = `${endpoint.method} ${endpoint.path}`
  return async (principal, request, reply) => {
    const input = { ...parseInput(endpoint, request), header: (key: string, value: string) => void reply.header(key, value) }
    const { caller, member } = principal
    const base = { ...input, caller, member }

    if (endpoint.mode === 'read') {
      const result = await database.read(scopeOf(principal, endpoint), (q) => handle({ ...base, q }))
      return send(reply, endpoint, toText(result, serialize))
    }
    const claim = isIdempotent ? claimOf(request, name, principal, input) : null
    const write = async (scope: Scope, work: (tx: Transaction) => Promise<unknown>) => {
      const stored = await database.write(
        scope,
        name,
        async (tx) => {
          if (member) await recheck(tx, member)
          const again = (stored: StoredResponse) => replay(tx, base, input.params as object, stored)
          return runIdempotent(tx, claim, endpoint, work, again, serialize, responseEncryption, member)
        },
        caller?.userId,
      )
      if (stored.changeSeq !== null) reply.header('X-Change-Seq', String(stored.changeSeq))
      return new RawJson(stored.answer ?? '')
    }
    if (endpoint.mode === 'write')
      return send(reply, endpoint, (await write(scopeOf(principal, endpoint), (tx) => handle({ ...base, tx }))).text)
    const writeOnce = <T>(scope: Scope, work: (tx: Transaction) => Promise<T>) => database.write(scope, name, work)
    const free = { ...base, read: database.read, write, writeOnce, request, reply }
    const isUpload = endpoint.media === 'multipart' && caller !== null
    const result = await (isUpload
      ? uploads.receive(request, caller.userId, (receiveFile) => handle({ ...free, receiveFile }))
      : handle(free))
    return reply.sent || result === reply ? reply : send(reply, endpoint, toText(result, serialize))
  }
}

/** Runs work and serializes its result in one transaction. With a claim, a repeat returns the stored response or the current state. */
async function runIdempotent(
  tx: Transaction,
  claim: Claim | null,
  endpoint: Endpoint,
  work: (tx: Transaction) => Promise<unknown>,
  again: (stored: StoredResponse) => Promise<unknown>,
  serialize: ((value: unknown) => string) | null,
  responseEncryption: Encryption,
  member: Member | null,
): Promise<StoredResponse> {
  const before = claim && (await claimKey(tx, claim))
  if (before?.answer === null) return endpoint.reply ? { ...before, answer: toText(await again(before), serialize) } : before
  if (before) return endpoint.secret ? { ...before, answer: responseEncryption.decrypt(before.answer) } : before
  const result = await work(tx)
  const answer = toText(result, serialize)
  // If the write changed several households, the member's own.
  const changeSeq = (member && tx.recorded.get(member.householdId)) ?? [...tx.recorded.values()].at(-1) ?? null
  const stored: StoredResponse = { status: endpoint.status, changeSeq, answer, rowId: idOf(result) }
  if (claim) await storeResponse(tx, claim, endpoint.secret ? { ...stored, answer: responseEncryption.encrypt(answer) } : stored)
  return stored
}

const idOf = (result: unknown) =>
  typeof result === 'object' && result !== null && 'id' in result && typeof result.id === 'string' ? result.id : null

function scopeOf({ caller, member }: Principal, { auth }: Endpoint): Scope {
  if (member) return member.householdId
  if (auth === 'administrator') return { crossHousehold: 'admin' }
  return { user: caller?.userId ?? ('' as Caller['userId']) }
}

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
    body: endpoint.media?.match(/multipart|form|rpc/) ? undefined : parseBody(endpoint, request.body),
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

function toText(result: unknown, serialize: ((value: unknown) => string) | null): string {
  if (result instanceof RawJson) return result.text
  return serialize && result !== undefined ? serialize(result) : ''
}

function send(reply: FastifyReply, endpoint: Endpoint, text: string): FastifyReply {
  reply.header('Cache-Control', 'no-store')
  if (text === '') return reply.status(204).send()
  return reply.status(endpoint.status).type('application/json; charset=utf-8').serializer(String).send(text)
}
