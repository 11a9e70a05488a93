import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#platform/shared/problem.ts'
import { documentOf, sendProblem } from './errors.ts'

const unreadable: Record<string, Problem> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'too_slow', 'The request took too long to arrive.'),
  HPE_HEADER_OVERFLOW: new Problem(431, 'headers_too_large', 'The request headers are too large.'),
}
const closeGraceMs = 2_000
const notHttp = new Problem(400, 'bad_request', 'Couldn’t read the request.')

/**
 * Returns Fastify's handlers for requests that never reach a route: undecodable addresses and input that isn't HTTP. No hook runs for
 * these, so the handlers set the security headers.
 */
export function clientErrorHandlers(isHttps: boolean) {
  const headers = {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(isHttps ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
  return {
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
      sendProblem(request, reply.headers({ ...headers, 'X-Request-Id': request.id }), error)
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
      if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
      const problem = unreadable[error.code ?? ''] ?? notHttp
      const requestId = randomUUID()
      const document = documentOf(problem, requestId)
      const body = JSON.stringify(document)
      const lines = Object.entries({
        ...headers,
        'X-Request-Id': requestId,
        'Content-Type': 'application/problem+json',
        'Content-Length': Buffer.byteLength(body),
        Connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${problem.status} ${document.title}\r\n${lines.join('')}\r\n${body}`)
      // Closes the socket for clients that keep their half open.
      setTimeout(() => socket.destroy(), closeGraceMs).unref()
    },
  }
}
