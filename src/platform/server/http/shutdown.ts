import { Server } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { ready } from '#platform/shared/operations.ts'
import { Problem } from '#platform/shared/problem.ts'

/** A proxy that looks whether we are ready does so more often than this (deploy/Caddyfile: every two seconds), and then leaves us alone. */
const noticedMs = 2_500
/** Whoever looked within this time is looking still. */
const watchedMs = 60_000
const stepMs = 100

/**
 * How `app` stops: it takes no new connection, and those that are there are answered once more and told that it was the last time.
 * Where other processes go on (`hasOthers`) and somebody looks whether this one is ready, idle connections stay open until that is known:
 * closed at once, one could break under a write that a proxy has just sent on it and may not send again.
 */
export function installGracefulShutdown(app: FastifyInstance, hasOthers: boolean): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY
  let isStopping = false
  app.addHook('onRequest', (request, reply, done) => {
    if (isStopping) reply.header('Connection', 'close')
    if (request.url !== ready.path) return done()
    lookedAt = performance.now()
    done(
      isStopping
        ? new Problem(503, 'not_ready', 'The server is shutting down. Try again in a moment.', { retryAfterSeconds: 2 })
        : undefined,
    )
  })
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

  return async () => {
    isStopping = true
    if (hasOthers && app.server.listening && performance.now() - lookedAt < watchedMs) {
      // Only this: the server's own `close` ends idle connections as well.
      Server.prototype.close.call(app.server)
      const until = performance.now() + noticedMs
      while (performance.now() < until && (await connections()) > 0) await pause(stepMs)
    }
    // From here on each goes as it falls idle: a proxy keeps them open for as long as we do.
    const letGo = setInterval(() => app.server.closeIdleConnections(), stepMs)
    await app.close().finally(() => clearInterval(letGo))
  }
}
