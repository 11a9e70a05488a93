import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A small load balancer with the retry rules of deploy/Caddyfile and shorter intervals. */
export interface Balancer {
  readonly url: string
  /** Counts the retries on another server. */
  readonly repeated: () => number
  close(): Promise<void>
}

interface Settings {
  /** Interval of health checks. */
  healthMs?: number
  /** How long a request waits for a ready server. */
  maxWaitMs?: number
}

const connectionErrors = ['ECONNREFUSED', 'ENOENT', 'EADDRNOTAVAIL']
const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * Starts a balancer that sends each request to the ready server with the fewest pending ones. Retries on another server if no connection
 * could be made; a GET also if the connection broke before the response. Other methods may have taken effect, and Caddy doesn't know our
 * Idempotency-Key. Responses are streamed.
 */
export async function startBalancer(ports: readonly number[], { healthMs = 250, maxWaitMs = 10_000 }: Settings = {}): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  const down = new Set<number>()
  let repeated = 0

  const isReady = (port: number) =>
    new Promise<boolean>((resolve) => {
      const outgoing = request({ port, host: '127.0.0.1', path: '/api/ready', agent: false, timeout: 2000 }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      outgoing.on('timeout', () => outgoing.destroy())
      outgoing.on('error', () => resolve(false))
      outgoing.end()
    })
  const checkAll = async () => {
    for (const port of ports) {
      if (await isReady(port)) down.delete(port)
      else down.add(port)
    }
  }
  let checking: Promise<void> = checkAll()
  const health = setInterval(() => {
    checking = checking.then(checkAll)
  }, healthMs)

  const pendingCounts = new Map(ports.map((port) => [port, 0]))
  const load = (port: number) => pendingCounts.get(port) ?? 0
  function next(tried: ReadonlySet<number>): number | undefined {
    const candidates = ports.filter((port) => !down.has(port) && !tried.has(port))
    const min = Math.min(...candidates.map(load))
    const idleServers = candidates.filter((port) => load(port) === min)
    return idleServers[Math.floor(Math.random() * idleServers.length)]
  }

  /** Resolves once the response was passed on. Rejects on an error before its first byte. */
  const forward = (port: number, incoming: IncomingMessage, body: Buffer, response: ServerResponse) =>
    new Promise<void>((resolve, reject) => {
      const { connection: _hop, ...headers } = incoming.headers
      const outgoing = request(
        { port, host: '127.0.0.1', method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, agent },
        (answer) => {
          const { connection: _own, 'keep-alive': _too, ...passed } = answer.headers
          response.writeHead(answer.statusCode ?? 502, passed)
          response.flushHeaders()
          answer.pipe(response)
          answer.on('end', resolve)
          answer.on('close', () => {
            if (!answer.complete) response.destroy()
            resolve()
          })
          answer.on('error', () => response.destroy())
        },
      )
      response.on('close', () => outgoing.destroy())
      outgoing.on('error', reject)
      outgoing.end(body)
    })

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming)
    const mayRepeat = incoming.method === 'GET'
    const until = performance.now() + maxWaitMs
    const tried = new Set<number>()
    for (;;) {
      const port = next(tried)
      if (port === undefined) {
        if (performance.now() > until) return void response.writeHead(502, { 'content-length': 0 }).end()
        await pause(50)
        tried.clear()
        continue
      }
      pendingCounts.set(port, load(port) + 1)
      try {
        return await forward(port, incoming, body, response)
      } catch (error) {
        if (response.headersSent || response.destroyed) return void response.destroy()
        const wasUnsent = connectionErrors.includes((error as NodeJS.ErrnoException).code ?? '')
        if (wasUnsent) down.add(port)
        if (!wasUnsent && !mayRepeat) return void response.writeHead(502, { 'content-length': 0 }).end()
        tried.add(port)
        repeated++
      } finally {
        pendingCounts.set(port, load(port) - 1)
      }
    }
  }

  const server = createServer((incoming, response) => void serve(incoming, response).catch(() => response.destroy()))
  // Clients close idle connections: closed here, one could break under a request just sent.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve))
  await checking
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    async close() {
      clearInterval(health)
      await checking
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
