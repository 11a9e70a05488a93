import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from '#platform/shared/problem.ts'
import { bearerOf } from '../endpoints/authorize.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Figures in Prometheus' text form at `/metrics`, for whoever brings the token; to everybody else there is no such page. Routes are named
 * by their pattern, so that no id of a household becomes a label. Before the routes are mounted: it watches those that come after it.
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
    const given = bearerOf(request)
    if (given === null || !timingSafeEqual(digest(given), expected)) throw notFound()
    return reply
      .header('Cache-Control', 'no-store')
      .type(register.contentType)
      .send(await register.metrics())
  })
  app.addHook('onClose', async () => register.clear())
}
