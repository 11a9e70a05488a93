import { afterEach } from 'vitest'
import { type BodyOf, type Endpoint, endpoint, type ParamsOf, type QueryOf, type ReplyOf } from '#platform/shared/endpoint.ts'
import type { LiveFrame } from '#platform/shared/event.ts'
import type { ProblemDocument } from '#platform/shared/problem.ts'

/** A fake handler's input, parsed with the endpoint's own schemas: an invalid request fails the test. */
interface FakeCall<E> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  headers: Headers
}

type Handler<E> = (call: FakeCall<E>) => ReplyOf<E> | Response | Promise<ReplyOf<E> | Response>

interface Route {
  endpoint: Endpoint
  pattern: RegExp
  answer: (call: { params: unknown; query: unknown; body: unknown; headers: Headers }) => unknown
}

const routes: Route[] = []
const original = globalThis.fetch

/** All requests of this test, as `METHOD /path`. */
export const requests: string[] = []

afterEach(() => {
  routes.length = 0
  requests.length = 0
  globalThis.fetch = original
})

/**
 * Handles an endpoint in place of the server until the end of the test. The latest handler wins. A request without a handler fails with 501
 * and its path.
 */
export function fakeApi<E extends Endpoint>(target: E, handler: Handler<E>): void {
  globalThis.fetch = answer
  const pattern = new RegExp(`^${target.path.replace(/\{[^}]+\}/g, '([^/]+)')}$`)
  routes.unshift({ endpoint: target, pattern, answer: handler as Route['answer'] })
}

/** Returns a problem document in the server's format. */
export function problem(status: number, code: string, detail: string, extra: Partial<ProblemDocument> = {}): Response {
  return Response.json(
    { type: `/problems/${code}`, title: code, status, code, detail, requestId: 'test', ...extra },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
}

/** Returns a response with headers, such as `X-Change-Seq`. */
export function reply(body: unknown, headers: Record<string, string> = {}, status = 200): Response {
  return status === 204 ? new Response(null, { status, headers }) : Response.json(body, { status, headers })
}

async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = input instanceof Request ? new Request(input, init) : null
  const url = new URL(request?.url ?? String(input), 'http://larder.test')
  const method = request?.method ?? init?.method ?? 'GET'
  const headers = request?.headers ?? new Headers(init?.headers)
  requests.push(`${method} ${url.pathname}${url.search}`)
  const route = routes.find((one) => one.endpoint.method === method && specific(one, url.pathname))
  if (!route) return problem(501, 'not_faked', `No fake answers ${method} ${url.pathname}`)
  const { endpoint: target } = route
  const params = target.params.parse(paramsIn(route, url.pathname))
  const query = target.query.parse(Object.fromEntries(url.searchParams))
  const raw = request ? await request.text() : init?.body
  const body = raw instanceof FormData ? raw : target.body ? target.body.parse(raw ? JSON.parse(String(raw)) : {}) : undefined
  const made = await route.answer({ params, query, body, headers })
  if (made instanceof Response) return made
  if (!target.reply || target.status === 204) return new Response(null, { status: 204 })
  return Response.json(target.reply.parse(made), { status: target.status })
}

/** Prefers an exact path: `/api/inventory/stats` must not match `/api/inventory/{id}` if both have handlers. */
function specific(route: Route, path: string): boolean {
  if (!route.pattern.test(path)) return false
  return (
    route.endpoint.path === path || !routes.some((other) => other.endpoint.method === route.endpoint.method && other.endpoint.path === path)
  )
}

function paramsIn(route: Route, path: string): Record<string, string> {
  const names = [...route.endpoint.path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? '')
  const values = route.pattern.exec(path)?.slice(1) ?? []
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]))
}

/** Fakes the live stream. The client under test must call `startLive()`. */
export function fakeLive(): { say: (frame: LiveFrame) => void } {
  const encoder = new TextEncoder()
  const lines: ReadableStreamDefaultController<Uint8Array>[] = []
  /** What was said before the page opened its stream. */
  const early: Uint8Array[] = []
  let last = 0
  fakeApi(endpoint({ method: 'GET', path: '/api/live', auth: 'household', summary: 'live', media: 'event-stream' }), () => {
    const start = (line: ReadableStreamDefaultController<Uint8Array>) => {
      lines.push(line)
      for (const bytes of early.splice(0)) line.enqueue(bytes)
    }
    const body = new ReadableStream<Uint8Array>({ start })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  })
  return {
    say(frame) {
      last += 1
      const text = `id: ${last}\ndata: ${JSON.stringify(frame)}\n\n`
      const bytes = encoder.encode(text)
      if (lines.length === 0) early.push(bytes)
      for (const line of lines) line.enqueue(bytes)
    },
  }
}
