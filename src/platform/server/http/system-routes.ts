import { createHash, timingSafeEqual } from 'node:crypto'
import { access, constants, statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '#platform/shared/system-endpoints.ts'
import type { Database } from '../database/index.ts'
import { bearerOf } from '../endpoints/authorize.ts'
import { type Route, route } from '../endpoints/route.ts'
import type { LiveStreams } from '../realtime/live-streams.ts'

const minFreeBytes = 50 * 1024 * 1024
const failedDisk = 'The disk failed, so nothing is written until the next start.'

/** Routes for health, readiness, the API description and the live stream. `document` returns OpenAPI as JSON once all routes are mounted. */
export const systemRoutes = (database: Database, live: LiveStreams, dataDir: string | null, document: () => string): Route[] => [
  route(contract.health, async () => ({ status: 'ok' as const })),
  route(contract.ready, async () => {
    await database.ping().catch(() => {
      throw new Problem(503, 'not_ready', 'The database isn’t responding.', { retryAfterSeconds: 2 })
    })
    const reason = database.refusal() ? failedDisk : dataDir === null ? null : await findDiskProblem(dataDir)
    return reason === null ? { status: 'ok' as const } : { status: 'degraded' as const, reason }
  }),
  route(contract.openApiDocument, async ({ reply }) =>
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(document()),
  ),
  route(contract.live, async ({ member, request, reply }) => {
    const lastEventId = request.headers['last-event-id']
    if (lastEventId !== undefined && !/^\d{1,15}$/.test(String(lastEventId)))
      throw new Problem(400, 'last_event_id', 'Last-Event-ID must be an event number.')
    if (!live.canOpenStream(member.userId))
      throw new Problem(429, 'too_many_streams', 'Larder is open in too many tabs or devices. Close some of them.', {
        retryAfterSeconds: 30,
      })
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    const stream = { householdId: member.householdId, userId: member.userId, sessionId: member.sessionId, response: reply.raw }
    try {
      await live.open({ ...stream, after: lastEventId === undefined ? null : Number(lastEventId) })
    } catch (error) {
      // Ends the stream, so that the client reconnects.
      request.log.error({ err: error }, 'a live stream could not begin')
      reply.raw.end()
    }
    return reply as never
  }),
]

/** Returns why the data folder can't take more data, or null if it can. */
async function findDiskProblem(dataDir: string): Promise<string | null> {
  try {
    await access(dataDir, constants.W_OK)
    const disk = await statfs(dataDir)
    return disk.bavail * disk.bsize < minFreeBytes ? 'The disk is nearly full.' : null
  } catch {
    return 'The data folder cannot be written.'
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Serves metrics in Prometheus' text format at `/metrics`. Returns 404 without the token. Labels contain route patterns, never ids.
 * Call it before mounting routes: it measures only those added later.
 */
export function serveMetrics(app: FastifyInstance, token: string, about: { version: string; engine: string }): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  new Gauge({ name: 'larder_info', help: 'What runs here', labelNames: ['version', 'engine'], registers: [register] }).set(about, 1)
  const took = new Histogram({
    name: 'larder_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions
    if (url) took.observe({ method: request.method, route: url, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  const expected = digest(token)
  app.get('/metrics', async (request, reply) => {
    const bearer = bearerOf(request)
    if (bearer === null || !timingSafeEqual(digest(bearer), expected)) throw notFound()
    return reply
      .header('Cache-Control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  app.addHook('onClose', async () => register.clear())
}
