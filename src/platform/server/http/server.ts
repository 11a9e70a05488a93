import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import files from '@fastify/static'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { notFound, Problem } from '#platform/shared/problem.ts'
import { loggedError, reasonOf } from '../../shared/logged-error.ts'
import { clientErrorHandlers } from './client-errors.ts'
import { sendProblem } from './errors.ts'
import { cleanForwardedFor } from './forwarded-for.ts'
import { securityHeaders } from './headers.ts'
import { staysOnServer } from './internal-path.ts'
import { headCheck } from './request-head.ts'
import { parseStrictJson } from './strict-json.ts'

export interface HttpOptions {
  logLevel: string
  /** Address people use, when it is known; https turns on HSTS. */
  publicUrl: string | null
  tls: { certFile: string; keyFile: string } | null
  /** Addresses and ranges whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[]
  /** Names to accept as `Host` besides addresses and local names while there is no `publicUrl`. */
  hosts?: readonly string[]
  /** Built web app; without it only the API answers. */
  webFolder: string | null
  /** Most bytes of one uploaded file. */
  uploadBytes: number
  /** Where the log goes; standard output unless told. */
  logTo?: { write(line: string): void }
  /** The usual unless told. */
  timeouts?: Partial<Timeouts>
}

/** How long a connection may hold us up. */
export interface Timeouts {
  /** For the head of a request. */
  headersMs: number
  /** For all of a request: a picture or a receipt from a phone on a slow line may take as long. */
  requestMs: number
  /** How often it is looked for heads and requests that are late. */
  checkMs: number
  /**
   * For whoever takes nothing of an answer that is on its way; up to twice as long where part of what waits was taken. Work on an answer
   * may take longer, and a live stream, which is mostly quiet, has limits of its own.
   */
  stallTimeoutMs: number
}
const defaultTimeouts: Timeouts = { headersMs: 15_000, requestMs: 60_000, checkMs: 5_000, stallTimeoutMs: 12_000 }

const jsonBytes = 1024 * 1024
// Longer than proxies keep a connection that is idle (Caddy: two minutes). Closed by us it could break under a request that is on its way.
const idleMs = 150_000

/** Fastify with what every answer shares: headers, limits, strict JSON, problem documents and the web app's files. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { tls } = options
  const { headersMs, requestMs, checkMs, stallTimeoutMs } = { ...defaultTimeouts, ...options.timeouts }
  // Said once for both kinds: the one with a certificate reads them beside it.
  const limits = { headersTimeout: headersMs, connectionsCheckingInterval: checkMs, maxHeaderSize: 16_384 }
  const isHttps = options.publicUrl?.startsWith('https:') || tls !== null
  const app: FastifyInstance = Fastify({
    logger: {
      level: options.logLevel,
      ...(options.logTo ? { stream: options.logTo } : {}),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: ({ method, url }: { method: string; url?: string }) => ({ method, path: url?.split('?')[0] }),
        err: (error: unknown) => loggedError(error),
      },
      hooks: { logMethod: hideErrorMessage },
    },
    logController: new LogController({ disableRequestLogging: options.logLevel !== 'debug' && options.logLevel !== 'trace' }),
    // Nobody's word unless the operator says whose: a forged header must not make somebody another visitor.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    genReqId: () => randomUUID(),
    bodyLimit: jsonBytes,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    http: limits,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // What still arrives on open connections while we stop is served, once per connection.
    return503OnClosing: false,
    ...clientErrorHandlers(isHttps),
    ...(tls ? { https: { ...limits, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) } } : {}),
  } as object)

  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseStrictJson(body),
  )
  // A page elsewhere can make a browser post a form: only where that is wanted (a mail program's one-click link) is one taken, and not read.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, async (request: FastifyRequest) => {
    if (!(request.routeOptions.config as { takesForms?: boolean }).takesForms)
      throw new Problem(415, 'media_type', 'This content type isn’t supported.')
    return undefined
  })

  const headers = securityHeaders(isHttps)
  const check = headCheck(options.publicUrl === null ? (options.hosts ?? []) : null)
  // Only answers: what is sent to us is never unpacked, so a small body stays small.
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false })
  await app.register(multipart, {
    limits: { fileSize: options.uploadBytes, files: 1, fields: 5, parts: 6, fieldSize: 1024, headerPairs: 50 },
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { headers: given } = request.raw
    if (options.trustedProxies?.length && typeof given['x-forwarded-for'] === 'string') {
      const cleaned = cleanForwardedFor(given['x-forwarded-for'])
      if (cleaned === null) delete given['x-forwarded-for']
      else given['x-forwarded-for'] = cleaned
    }
    reply.headers(headers).header('X-Request-Id', request.id)
    const refusal = check(request.raw)
    if (refusal?.code === 'unknown_host') warnOfHost(request)
    done(refusal ?? (request.url.length > 4096 ? new Problem(414, 'uri_too_long', 'That address is too long.') : undefined))
  })
  // Only from here to the end of the answer: the wait for the next request is measured anew, and work has its own limits.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { socket } = reply.raw
    if (socket instanceof Socket) socket.setTimeout(stallTimeoutMs)
    done()
  })
  // No redirect leads to another server, whatever a handler or a library put together.
  app.addHook('onSend', (request, reply, _payload, done) => {
    const location = reply.getHeader('location')
    if (location === undefined || staysOnServer(String(location), request.url)) return done()
    reply.removeHeader('location')
    done(new Error('a redirect would have left this server'))
  })
  await serveWeb(app, options.webFolder)
  return app
}

const warned = new WeakSet<FastifyInstance>()

/** Logs the first request for an unknown name, so that the operator of a server that suddenly answers 421 learns why. */
function warnOfHost({ server, log, headers: { host } }: FastifyRequest): void {
  if (warned.has(server)) return
  warned.add(server)
  log.warn({ host: host?.slice(0, 255) }, 'refused a request for an unknown host: set LARDER_PUBLIC_URL, or add the name to LARDER_HOSTS')
}

/** A line about an error that has no sentence of its own gets the error's message, which may hold more than the log should. */
function hideErrorMessage(this: FastifyBaseLogger, given: unknown[], write: (...given: unknown[]) => void): void {
  const [first, sentence, ...rest] = given
  const error = first instanceof Error ? first : typeof first === 'object' && first && 'err' in first ? first.err : null
  const isItsMessage = error instanceof Error && (sentence === undefined || sentence === error.message)
  write.apply(this, isItsMessage ? [first === error ? { err: error } : first, reasonOf(error), ...rest] : given)
}

/** The web app: fingerprinted files for ever, the page itself for every path that is no file and no API. */
async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const hasWeb = folder !== null && existsSync(join(folder, 'index.html'))
  if (hasWeb) {
    await app.register(files, {
      root: folder,
      index: false,
      // A folder is no file; `/` is one too, and gets the page below.
      allowedPath: (path) => !path.endsWith('/'),
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|mcp|\.well-known)(\/|$)/.test(path)
    const isFile = /\.[a-z0-9]+$/i.test(path)
    if (hasWeb && wantsPage && !isFile) return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    return sendProblem(request, reply, notFound())
  })
}
