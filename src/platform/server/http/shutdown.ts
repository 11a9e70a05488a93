import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#platform/shared/problem.ts'
import { ready } from '#platform/shared/system-endpoints.ts'

/** Longer than the interval of a proxy's health checks (2 seconds in deploy/Caddyfile), after which it sends no new requests. */
const noticedMs = 2_500
/** A proxy that checked readiness within this time is assumed to be still checking. */
const watchedMs = 60_000
const stepMs = 100

/**
 * Returns the function that stops `app`. It accepts no new connections and closes open ones after their next response. If other processes
 * continue (`hasOthers`) and a proxy checks readiness, idle connections stay open until the proxy has noticed: closing one at once could
 * break a write that the proxy has just sent and can't repeat.
 */
export function prepareGracefulStop(app: FastifyInstance, hasOthers: boolean): () => Promise<void> {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping) reply.header('Connection', 'close')
    if (request.url !== ready.path) return done()
    checkedAt = performance.now()
    done(
      isStopping
        ? new Problem(503, 'not_ready', 'The server is shutting down. Try again in a moment.', { retryAfterSeconds: 2 })
        : undefined,
    )
  })
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  return async () => {
    isStopping = true
    if (hasOthers && app.server.listening && performance.now() - checkedAt < watchedMs) {
      // The HTTP server's own `close` would also close idle connections.
      Server.prototype.close.call(app.server)
      const until = performance.now() + noticedMs
      while (performance.now() < until && (await connections()) > 0) await pause(stepMs)
    }
    // Closes connections as they become idle, because a proxy would keep them open.
    const closing = setInterval(() => app.server.closeIdleConnections(), stepMs)
    await app.close().finally(() => clearInterval(closing))
  }
}
