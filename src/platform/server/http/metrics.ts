import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from '#platform/shared/problem.ts'
import { bearerOf } from '../endpoints/authorize.ts'

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
