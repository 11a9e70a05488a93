import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import { Problem } from '#platform/shared/problem.ts'
import {
  type Address,
  AddressRefusedError,
  type AddressRules,
  isPublicAddress,
  parseOutboundUrl,
  resolveAnyAddresses,
  resolveName,
  resolvePublicAddresses,
  webPorts,
} from './outbound-address.ts'

export interface FetchOptions {
  /** Total, including name resolution and redirects. */
  timeoutMs: number
  /** Maximum decompressed size of the body. */
  maxBytes: number
  /** Accepted media types of a successful response, e.g. `['text/html']`. `anyType` accepts all. */
  accept: readonly string[]
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** An origin set by the operator. May be on any port and in a private network. */
  trustedOrigin?: string
  /** Host names of this server, which are refused. */
  ownHosts?: readonly string[]
  /** Overrides name resolution and the checks of addresses and ports in tests. */
  rules?: Partial<Pick<AddressRules, 'resolve' | 'isPublic' | 'ports'>>
}

export interface FetchResult {
  status: number
  /** Lower case, without parameters; empty if there is none. */
  contentType: string
  /** The parameter of the content type, in lower case; null if there is none. */
  charset: string | null
  body: Buffer
  /** After redirects. */
  url: string
  /** The `Retry-After` header, unparsed. */
  retryAfter: string | null
}

/** For responses whose body is ignored. */
export const anyType: readonly string[] = ['*/*']

const maxRedirects = 3
// One message for all reasons: differences would reveal what is in the private network.
const message = /*i18n*/ 'Couldn’t reach that address.'
const refused = () => new Problem(422, 'fetch_refused', message)
const failed = () => new Problem(502, 'fetch_failed', message)

/**
 * Sends a request to another server. All such requests go through it. Never connects to a private address (SSRF), also after redirects: at
 * most three, GET only. Throws `fetch_refused` (422, nothing was sent) or `fetch_failed` (502, no usable response within the time and size
 * limits). Returns responses of any HTTP status.
 */
export async function safeFetch(address: string, options: FetchOptions): Promise<FetchResult> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), options.timeoutMs)
  try {
    return await withinTime(follow(address, options, stop.signal), stop.signal)
  } catch (error) {
    throw error instanceof AddressRefusedError ? refused() : failed()
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Rejects on abort, because name resolution can't be aborted. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true })
    work.then(resolve, reject)
  })
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<FetchResult> {
  let url = parseOutboundUrl(address)
  const home = url.origin
  for (let redirects = 0; ; redirects += 1) {
    const pinned = await allowed(url, options)
    signal.throwIfAborted()
    const response = await send(url, home, pinned, options, signal)
    const target = redirectTarget(response)
    if (target === null) return read(response, url, options)
    response.destroy()
    if (redirects === maxRedirects || (options.method ?? 'GET') !== 'GET') throw new Error('too many redirects')
    url = parseOutboundUrl(target, url)
  }
}

/** Throws `AddressRefused` also if name resolution fails. */
async function allowed(url: URL, { trustedOrigin, ownHosts = [], rules = {} }: FetchOptions): Promise<readonly Address[]> {
  const resolve = rules.resolve ?? resolveName
  try {
    if (trustedOrigin !== undefined && url.origin === new URL(trustedOrigin).origin) return await resolveAnyAddresses(url, resolve)
    return await resolvePublicAddresses(url, {
      resolve,
      isPublic: rules.isPublic ?? isPublicAddress,
      ports: rules.ports ?? webPorts,
      ownHosts,
    })
  } catch {
    throw new AddressRefusedError('not allowed')
  }
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location ? headers.location : null
}

function send(url: URL, home: string, pinned: readonly Address[], options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const lookup: LookupFunction = (_host, { all }, done) => {
    const [first] = pinned
    if (all) done(null, [...pinned])
    else done(null, first?.address ?? '', first?.family)
  }
  // Keys and signatures aren't sent to another server.
  const ownHeaders = url.origin === home ? options.headers : undefined
  return new Promise((resolve, reject) => {
    const call = (isSecure ? httpsRequest : httpRequest)(
      url,
      {
        method: options.method ?? 'GET',
        agent: isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false }),
        lookup,
        signal,
        maxHeaderSize: 16 * 1024,
        headers: {
          'User-Agent': 'Larder',
          ...ownHeaders,
          Accept: options.accept.join(', '),
          'Accept-Encoding': 'gzip, deflate',
          Connection: 'close',
        },
      },
      resolve,
    )
    call.on('error', reject)
    call.end(options.body)
  })
}

async function read(response: IncomingMessage, url: URL, options: FetchOptions): Promise<FetchResult> {
  const { statusCode: status = 0, headers } = response
  const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  try {
    const isAccepted = options.accept === anyType || options.accept.includes(contentType)
    if (status >= 200 && status < 300 && status !== 204 && !isAccepted) throw new Error('unexpected type')
    if (Number(headers['content-length'] ?? 0) > options.maxBytes) throw new Error('too large')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of decompressed(response) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > options.maxBytes) throw new Error('too large')
      chunks.push(chunk)
    }
    const charset = /;\s*charset=["']?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? null
    return { status, contentType, charset, body: Buffer.concat(chunks), url: url.href, retryAfter: headers['retry-after'] ?? null }
  } finally {
    response.destroy()
  }
}

/** Streams the body, so that a decompression bomb is noticed early. */
function decompressed(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === 'identity') return response
  if (encoding !== 'gzip' && encoding !== 'deflate') throw new Error('unknown encoding')
  const decompressor = encoding === 'gzip' ? createGunzip() : createInflate()
  pipeline(response, decompressor, () => undefined)
  return decompressor
}
