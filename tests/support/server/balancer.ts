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
  patienceMs?: number
}

const unsent = ['ECONNREFUSED', 'ENOENT', 'EADDRNOTAVAIL']
const readBody = async (asked: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of asked) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * Starts a balancer that sends each request to the ready server with the fewest pending ones. Retries on another server if no connection
 * could be made; a GET also if the connection broke before the response. Other methods may have taken effect, and Caddy doesn't know our
 * Idempotency-Key. Responses are streamed.
 */
export async function startBalancer(ports: readonly number[], { healthMs = 250, patienceMs = 10_000 }: Settings = {}): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16 })
  const down = new Set<number>()
  let repeated = 0

  const isReady = (port: number) =>
    new Promise<boolean>((resolve) => {
      const asking = request({ port, host: '127.0.0.1', path: '/api/ready', agent: false, timeout: 2000 }, (answer) => {
        answer.resume()
        resolve(answer.statusCode === 200)
      })
      asking.on('timeout', () => asking.destroy())
      asking.on('error', () => resolve(false))
      asking.end()
    })
  const look = async () => {
    for (const port of ports) {
      if (await isReady(port)) down.delete(port)
      else down.add(port)
    }
  }
  let looking: Promise<void> = look()
  const health = setInterval(() => {
    looking = looking.then(look)
  }, healthMs)

  const underWay = new Map(ports.map((port) => [port, 0]))
  const load = (port: number) => underWay.get(port) ?? 0
  function next(tried: ReadonlySet<number>): number | undefined {
    const able = ports.filter((port) => !down.has(port) && !tried.has(port))
    const min = Math.min(...able.map(load))
    const idlest = able.filter((port) => load(port) === min)
    return idlest[Math.floor(Math.random() * idlest.length)]
  }

  /** Resolves once the response was passed on. Rejects on an error before its first byte. */
  const passOn = (port: number, asked: IncomingMessage, body: Buffer, answering: ServerResponse) =>
    new Promise<void>((resolve, reject) => {
      const { connection: _hop, ...headers } = asked.headers
      const asking = request(
        { port, host: '127.0.0.1', method: asked.method ?? 'GET', path: asked.url ?? '/', headers, agent },
        (answer) => {
          const { connection: _own, 'keep-alive': _too, ...passed } = answer.headers
          answering.writeHead(answer.statusCode ?? 502, passed)
          answering.flushHeaders()
          answer.pipe(answering)
          answer.on('end', resolve)
          answer.on('close', () => {
            if (!answer.complete) answering.destroy()
            resolve()
          })
          answer.on('error', () => answering.destroy())
        },
      )
      answering.on('close', () => asking.destroy())
      asking.on('error', reject)
      asking.end(body)
    })

  async function serve(asked: IncomingMessage, answering: ServerResponse): Promise<void> {
    const body = await readBody(asked)
    const mayRepeat = asked.method === 'GET'
    const until = performance.now() + patienceMs
    const tried = new Set<number>()
    for (;;) {
      const port = next(tried)
      if (port === undefined) {
        if (performance.now() > until) return void answering.writeHead(502, { 'content-length': 0 }).end()
        await pause(50)
        tried.clear()
        continue
      }
      underWay.set(port, load(port) + 1)
      try {
        return await passOn(port, asked, body, answering)
      } catch (error) {
        if (answering.headersSent || answering.destroyed) return void answering.destroy()
        const wasUnsent = unsent.includes((error as NodeJS.ErrnoException).code ?? '')
        if (wasUnsent) down.add(port)
        if (!wasUnsent && !mayRepeat) return void answering.writeHead(502, { 'content-length': 0 }).end()
        tried.add(port)
        repeated++
      } finally {
        underWay.set(port, load(port) - 1)
      }
    }
  }

  const server = createServer((asked, answering) => void serve(asked, answering).catch(() => answering.destroy()))
  // Clients close idle connections: closed here, one could break under a request just sent.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 1024, resolve))
  await looking
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeated: () => repeated,
    async close() {
      clearInterval(health)
      await looking
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
