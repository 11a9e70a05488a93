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
import { manifestFile, serveManifest } from './app-manifest.ts'
import { cleanForwardedFor, createHeadCheck } from './check-request-head.ts'
import { clientErrorHandlers, sendProblem } from './error-responses.ts'
import { isSameServer, securityHeaders } from './security-headers.ts'
import { parseStrictJson } from './strict-json.ts'

const compressedTypes = /^text\/(?!event-stream)|[+/](x-nd)?json(;|$)|[+/](text|xml)(;|$)|octet-stream(;|$)/

export interface HttpOptions {
  logLevel: string
  /** Address people use, if known. An https address turns on HSTS. */
  publicUrl: string | null
  tls: { certFile: string; keyFile: string } | null
  /** Addresses and ranges whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly string[]
  /** Names to accept as `Host` besides addresses and local names. Ignored with a `publicUrl`. */
  hosts?: readonly string[]
  /** Folder of the built web app; null serves the API only. */
  webFolder: string | null
  /** Maximum size of one uploaded file. */
  uploadBytes: number
  /** Destination of the log; standard output by default. */
  logTo?: { write(line: string): void }
  /** Overrides of the default timeouts. */
  timeouts?: Partial<Timeouts>
}

/** Limits of slow connections. */
export interface Timeouts {
  /** To receive the head of a request. */
  headersMs: number
  /** To receive a complete request. Long enough for the largest file on a slow connection. */
  requestMs: number
  /** How often late requests are looked for. */
  checkMs: number
  /**
   * For a client that reads nothing of a response; up to twice as long if it reads part of it. Doesn't limit work on a response. Live
   * streams, which are mostly silent, have their own limits.
   */
  stallTimeoutMs: number
}
const defaultTimeouts: Timeouts = { headersMs: 15_000, requestMs: 300_000, checkMs: 5_000, stallTimeoutMs: 12_000 }

const jsonBytes = 1024 * 1024
/** Of a WebDAV request: a thousand names of resources. */
const davBytes = 256 * 1024
// Longer than proxies keep idle connections (Caddy: two minutes), so that none is closed while a request is on its way.
const idleMs = 150_000

/** Creates the Fastify server with what all routes share: headers, limits, strict JSON, problem documents and the web app's files. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const isHttps = options.publicUrl?.startsWith('https:') || options.tls !== null
  const app: FastifyInstance = Fastify(fastifyOptions(options, timeouts, isHttps))
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, error))
  addBodyParsers(app)
  addDavParsers(app)
  // Compresses responses only. Requests are never decompressed, so a small body stays small.
  await app.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false, customTypes: compressedTypes })
  await app.register(multipart, {
    limits: { fileSize: options.uploadBytes, files: 1, fields: 5, parts: 6, fieldSize: 1024, headerPairs: 50 },
  })
  addRequestChecks(app, options, securityHeaders(isHttps))
  addResponseChecks(app, timeouts.stallTimeoutMs)
  await serveWeb(app, options.webFolder)
  return app
}

function fastifyOptions({ logLevel, logTo, tls, trustedProxies }: HttpOptions, timeouts: Timeouts, isHttps: boolean): object {
  // Fastify reads them from `http` or, with a certificate, from `https`.
  const limits = { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: timeouts.checkMs, maxHeaderSize: 16_384 }
  return {
    logger: {
      level: logLevel,
      ...(logTo ? { stream: logTo } : {}),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        req: ({ method, url }: { method: string; url?: string }) => ({ method, path: url?.split('?')[0] }),
        err: (error: unknown) => loggedError(error),
      },
      hooks: { logMethod: hideErrorMessage },
    },
    logController: new LogController({ disableRequestLogging: logLevel !== 'debug' && logLevel !== 'trace' }),
    // Trusts no proxy by default: a forged header must not change the client's address.
    trustProxy: trustedProxies?.length ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    bodyLimit: jsonBytes,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: idleMs,
    http: limits,
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // During shutdown, each open connection gets one more response.
    return503OnClosing: false,
    ...clientErrorHandlers(isHttps),
    ...(tls ? { https: { ...limits, cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) } } : {}),
  }
}

function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/json(;|$)/i, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseStrictJson(body),
  )
  // Any web page can make a browser post a form, so only routes that need one accept it (a mail program's one-click link), unread.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, async (request: FastifyRequest) => {
    if (!(request.routeOptions.config as { takesForms?: boolean }).takesForms)
      throw new Problem(415, 'media_type', 'This content type isn’t supported.')
    return undefined
  })
}

/** Accepts text of WebDAV on the routes that take it, as a string. */
function addDavParsers(app: FastifyInstance): void {
  for (const method of ['PROPFIND', 'PROPPATCH', 'REPORT', 'MKCALENDAR', 'MKCOL']) app.addHttpMethod(method, { hasBody: true })
  const parse = async (request: FastifyRequest, body: unknown) => {
    if (!(request.routeOptions.config as { takesDav?: boolean }).takesDav)
      throw new Problem(415, 'media_type', 'This content type isn’t supported.')
    return body
  }
  app.addContentTypeParser(/^(application|text)\/xml(;|$)/i, { parseAs: 'string', bodyLimit: davBytes }, parse)
  app.addContentTypeParser(/^text\/calendar(;|$)/i, { parseAs: 'string', bodyLimit: davBytes }, parse)
}

/** Adds the shared response headers, and refuses unknown hosts and long addresses. */
function addRequestChecks(app: FastifyInstance, options: HttpOptions, headers: Record<string, string>): void {
  const checkHead = createHeadCheck(options.publicUrl === null ? (options.hosts ?? []) : null)
  app.addHook('onRequest', (request, reply, done) => {
    const { headers: received } = request.raw
    if (options.trustedProxies?.length && typeof received['x-forwarded-for'] === 'string') {
      const cleaned = cleanForwardedFor(received['x-forwarded-for'])
      if (cleaned === null) delete received['x-forwarded-for']
      else received['x-forwarded-for'] = cleaned
    }
    reply.headers(headers).header('X-Request-Id', request.id)
    const refusal = checkHead(request.raw)
    if (refusal?.code === 'unknown_host') warnOfHost(request)
    done(refusal ?? (request.url.length > 4096 ? new Problem(414, 'uri_too_long', 'That address is too long.') : undefined))
  })
}

/** Closes connections whose client stops reading, and fails redirects to other servers. */
function addResponseChecks(app: FastifyInstance, stallTimeoutMs: number): void {
  // Set while a response is sent; waiting for the next request and work on a response have their own limits.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const { socket } = reply.raw
    if (socket instanceof Socket) socket.setTimeout(stallTimeoutMs)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const location = reply.getHeader('location')
    if (location === undefined || isSameServer(String(location), request.url)) return done()
    reply.removeHeader('location')
    done(new Error('a redirect would have left this server'))
  })
}

const warned = new WeakSet<FastifyInstance>()

/** Logs the first request for an unknown host, so that an operator whose server returns 421 sees why. */
function warnOfHost({ server, log, headers: { host } }: FastifyRequest): void {
  if (warned.has(server)) return
  warned.add(server)
  log.warn({ host: host?.slice(0, 255) }, 'refused a request for an unknown host: set LARDER_PUBLIC_URL, or add the name to LARDER_HOSTS')
}

/** Replaces an error's own message in log lines without other text, because it may contain private data. */
function hideErrorMessage(this: FastifyBaseLogger, input: unknown[], write: (...input: unknown[]) => void): void {
  const [first, sentence, ...rest] = input
  const error = first instanceof Error ? first : typeof first === 'object' && first && 'err' in first ? first.err : null
  const isItsMessage = error instanceof Error && (sentence === undefined || sentence === error.message)
  write.apply(this, isItsMessage ? [first === error ? { err: error } : first, reasonOf(error), ...rest] : input)
}

/** Serves the web app: fingerprinted files, cached permanently, and the page for every path that isn't a file or part of the API. */
async function serveWeb(app: FastifyInstance, folder: string | null): Promise<void> {
  const hasWeb = folder !== null && existsSync(join(folder, 'index.html'))
  if (hasWeb) {
    if (existsSync(join(folder, manifestFile))) serveManifest(app, folder)
    await app.register(files, {
      root: folder,
      index: false,
      // Folders, including `/`, get the page below.
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
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|mcp|dav|\.well-known)(\/|$)/.test(path)
    const isFile = /\.[a-z0-9]+$/i.test(path)
    if (hasWeb && wantsPage && !isFile) return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
    return sendProblem(request, reply, notFound())
  })
}
