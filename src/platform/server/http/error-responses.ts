import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { Problem, type ProblemDocument } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { DatabaseUnavailableError } from '../database/index.ts'
import { toUnavailableError } from '../database/postgres/unavailable.ts'
import { withRequestLanguage } from '../i18n/current-language.ts'

const titles: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  409: 'Conflict',
  412: 'Changed meanwhile',
  408: 'Too slow',
  413: 'Too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  421: 'Misdirected request',
  422: 'Invalid input',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  502: 'Bad gateway',
  503: 'Unavailable',
  507: 'Out of space',
}

/** Converts anything thrown to a `Problem`. An error without a message for users becomes `internal`. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ZodError) return fromZod(error)
  // Queries outside a scope, such as the session check, reject with the driver's errors.
  const refusal = error instanceof DatabaseUnavailableError ? error : toUnavailableError(error)
  if (refusal) {
    if (refusal.reason === 'disk_full')
      return new Problem(507, 'disk_full', 'The server has no space left, so this wasn’t saved.', { retryAfterSeconds: 5 })
    if (refusal.reason === 'disk_failed')
      return new Problem(503, 'disk_failed', 'The server’s disk has failed, so nothing can be saved. Tell your server admin.', {
        retryAfterSeconds: 5,
      })
    return new Problem(503, 'unavailable', 'The server can’t save right now. Try again in a moment.', { retryAfterSeconds: 2 })
  }
  const constraint = constraintOf(error)
  if (constraint === 'text') return new Problem(422, 'invalid_input', 'That contains characters that aren’t allowed.')
  if (constraint === 'foreign_key') return new Problem(422, 'unknown_reference', 'Something this refers to no longer exists.')
  if (constraint === 'unique') return new Problem(409, 'already_exists', 'This already exists.')
  return fromFastify(error) ?? new Problem(500, 'internal', 'Something went wrong on the server. Nothing was changed.')
}

/** Lists the fields by JSON path and uses the first one as the message. */
function fromZod(error: ZodError): Problem {
  const fields = error.issues
    .slice(0, 20)
    .map(({ path, message }) => ({ path: path.join('.').slice(0, 200), message: message.slice(0, 300) }))
  const first = fields[0]
  const detail = first && (first.path ? `${first.path}: ${say(first.message)}` : say(first.message))
  return new Problem(422, 'invalid_input', detail ?? say`That input isn’t valid.`, { fields })
}

/** Reads SQLite's extended result code or PostgreSQL's SQLSTATE. Only PostgreSQL rejects a NUL in a text. */
function constraintOf(error: unknown): 'foreign_key' | 'unique' | 'text' | null {
  if (!(error instanceof Error)) return null
  if ('errcode' in error) {
    if (error.errcode === 787) return 'foreign_key'
    if (error.errcode === 2067 || error.errcode === 1555) return 'unique'
  }
  if ('code' in error) {
    if (error.code === '23503') return 'foreign_key'
    if (error.code === '23505') return 'unique'
    if (error.code === '22021') return 'text'
  }
  return null
}

const sentences: Record<number, [code: string, detail: string]> = {
  400: ['bad_request', /*i18n*/ 'Couldn’t read the request.'],
  413: ['too_large', /*i18n*/ 'That’s too large to send.'],
  415: ['media_type', /*i18n*/ 'This content type isn’t supported.'],
  429: ['too_many_requests', /*i18n*/ 'Too many attempts. Wait a moment.'],
  431: ['headers_too_large', /*i18n*/ 'The request headers are too large.'],
}

function fromFastify(error: unknown): Problem | null {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  const known = sentences[status] ?? (status >= 400 && status < 500 ? sentences[400] : undefined)
  return known ? new Problem(status in sentences ? status : 400, known[0], known[1]) : null
}

const loggedClientErrors: ReadonlySet<number> = new Set([401, 403, 429])

/** Headers of every response to a WebDAV request. */
export const davHeaders = { DAV: '1, 3, calendar-access' } as const
/** Returns a document that says which condition a WebDAV request violates (RFC 4918, 14.5). `condition` is XML. */
export const davErrorDocument = (condition: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${condition}</D:error>`

/** Sends an error as a problem document, in the language of the request. Logs server errors, and refused or limited requests. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const problem = withRequestLanguage(request, () => toProblem(error))
  if (problem.status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed')
  // Logs the route's pattern, because the path may contain secrets.
  else if (loggedClientErrors.has(problem.status)) {
    const { method, ip, routeOptions } = request
    request.log.info({ code: problem.code, method, route: routeOptions.url ?? null, ip }, 'refused')
  }
  const { retryAfterSeconds, ...extra } = problem.extra
  if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds))
  const { takesDav } = request.routeOptions.config as { takesDav?: boolean }
  // Programs take a refused change back if they read this; otherwise their whole sync fails (RFC 3744, 7.1.1).
  if (takesDav && problem.code === 'role_denied')
    return reply
      .status(403)
      .headers({ ...davHeaders, 'Cache-Control': 'no-store' })
      .type('application/xml; charset=utf-8')
      .serializer(String)
      .send(davErrorDocument('<D:need-privileges/>'))
  return reply
    .status(problem.status)
    .header('Cache-Control', 'no-store')
    .type('application/problem+json')
    .serializer(String)
    .send(
      withRequestLanguage(request, () => JSON.stringify({ ...documentOf(problem, request.id), ...extra, ...fieldErrorSentences(problem) })),
    )
}

const fieldErrorSentences = ({ extra: { fields } }: Problem) =>
  fields ? { fields: fields.map(({ path, message }) => ({ path, message: say(message) })) } : {}

/** Returns the fields that every problem document has. */
const documentOf = ({ status, code, message }: Problem, requestId: string): ProblemDocument => ({
  type: 'about:blank',
  title: titles[status] ?? 'Problem',
  status,
  code,
  detail: say(message),
  ...(status === 401 || status === 404 ? {} : { requestId }),
})

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
