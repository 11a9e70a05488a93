import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type Behaviour = (response: ServerResponse, code: string, request: IncomingMessage) => void

/** A loopback server with the API of Open Food Facts, working or failing. */
export interface FoodFacts {
  readonly url: string
  /** Requested codes, in order. */
  readonly requestedCodes: string[]
  last(): { path: string; userAgent: string }
  /** Sets the response to later requests. */
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

const json = (response: ServerResponse, status: number, body: unknown) =>
  void response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(typeof body === 'string' ? body : JSON.stringify(body))

/** Responses as observed from the real service, and as a failing one sends them. */
export const answers = {
  product:
    (product: Record<string, unknown>): Behaviour =>
    (response, code) =>
      json(response, 200, { code, status: 1, status_verbose: 'product found', product: { code, ...product } }),
  unknown: (response: ServerResponse, code: string) => json(response, 404, { code, status: 0, status_verbose: 'product not found' }),
  statusZero: (response: ServerResponse, code: string) => json(response, 200, { code, status: 0, status_verbose: 'product not found' }),
  busy: (response: ServerResponse) =>
    void response.writeHead(503, { 'Content-Type': 'text/html' }).end('<html><h1>Service Unavailable</h1></html>'),
  raw:
    (status: number, type: string, body: string | Buffer): Behaviour =>
    (response) =>
      void response.writeHead(status, { 'Content-Type': type }).end(body),
  redirect:
    (location: string): Behaviour =>
    (response) =>
      void response.writeHead(302, { Location: location }).end(),
  silent: () => undefined,
  gone: (response: ServerResponse) => void response.destroy(),
}

export async function startFoodFacts(behaviour: Behaviour = answers.unknown): Promise<FoodFacts> {
  const requestedCodes: string[] = []
  let last = { path: '', userAgent: '' }
  let current = behaviour
  const server = createServer((request, response) => {
    const code = /^\/api\/v2\/product\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? ''
    requestedCodes.push(code)
    last = { path: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' }
    current(response, code, request)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requestedCodes: requestedCodes,
    last: () => last,
    behave(next) {
      current = next
    },
    close() {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
