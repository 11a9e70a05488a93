import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyInputOf, Endpoint, ParamsOf, QueryInputOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { Problem, ProblemDocument } from '#platform/shared/problem.ts'
import type { Member } from '../endpoints/route.ts'

interface InternalRequest<E> {
  params?: ParamsOf<E>
  query?: QueryInputOf<E>
  body?: BodyInputOf<E>
}

/** Answers what the endpoint answers. Throws a `Problem` with its code and sentence where it refuses. */
export type InternalClient = <E extends Endpoint>(endpoint: E, asked?: InternalRequest<E>) => Promise<ReplyOf<E>>

/** Asks rows of this server with these headers, through the door that everybody else comes by. `from`: the address it is asked from. */
export function createInternalClient(app: FastifyInstance, headers: Readonly<Record<string, string>>, from = '127.0.0.1'): InternalClient {
  return async <E extends Endpoint>(endpoint: E, asked: { params?: unknown; query?: unknown; body?: unknown } = {}) => {
    const { body } = asked
    const { 'idempotency-key': key, ...others } = headers
    const answer = await app.inject({
      method: endpoint.method,
      url: addressOf(endpoint.path, asked.params ?? {}, asked.query ?? {}),
      remoteAddress: from,
      headers: {
        ...others,
        ...(endpoint.method !== 'GET' && key !== undefined ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    if (answer.statusCode >= 400) throw problemOf(answer.statusCode, answer.payload)
    // What the door sent is what the contract's schema wrote.
    return (answer.payload === '' ? undefined : JSON.parse(answer.payload)) as ReplyOf<E>
  }
}

/**
 * Asks other rows of this server as whoever sent `request`, with their token and language, from their address: through the same door, so
 * that role, scope, limits and idempotency are asked anew and nothing here has to know them.
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
