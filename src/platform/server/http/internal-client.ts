import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { Problem, ProblemDocument } from '#platform/shared/problem.ts'
import type { Member } from '../endpoints/route.ts'

interface InternalRequest<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
}

/** Returns the endpoint's reply. Throws a `Problem` with its code and message if it refuses. */
export type InternalClient = <E extends Endpoint>(endpoint: E, request?: InternalRequest<E>) => Promise<ReplyOf<E>>

/** Returns a client for this server's own endpoints. Its requests pass the same checks as external ones. `from`: their client address. */
export function createInternalClient(app: FastifyInstance, headers: Readonly<Record<string, string>>, from = '127.0.0.1'): InternalClient {
  return async <E extends Endpoint>(endpoint: E, request: { params?: unknown; query?: unknown; body?: unknown } = {}) => {
    const { body } = request
    const { 'idempotency-key': key, ...others } = headers
    const response = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, request.params ?? {}, request.query ?? {}),
      remoteAddress: from,
      headers: {
        ...others,
        ...(endpoint.method !== 'GET' && key !== undefined ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (response.statusCode >= 400) throw problemOf(response.statusCode, response.payload)
    // The contract's schema serialized it, so no check is needed.
    return (response.payload === '' ? undefined : JSON.parse(response.payload)) as ReplyOf<E>
  }
}

/**
 * Returns a client that acts for the sender of `request`, with their token, language and address. Role, token scope, limits and
 * idempotency are checked for each of its requests.
 */
export function internalClientFor(request: FastifyRequest, { householdId }: Member): InternalClient {
  const headers: Record<string, string> = { 'x-household-id': householdId }
  for (const name of ['authorization', 'accept-language', 'idempotency-key']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  return createInternalClient(request.server, headers, request.ip)
}

function addressOf(path: string, params: object, query: object): string {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
  )
  return search.size > 0 ? `${filled}?${search}` : filled
}

function problemOf(status: number, text: string): Problem {
  const { code, detail, fields } = ProblemDocument.parse(JSON.parse(text))
  return new Problem(status, code, detail, fields === undefined ? {} : { fields })
}
