import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import { Problem } from '#platform/shared/problem.ts'
import {
  type Address,
  anyAddresses,
  isPublicAddress,
  parseAddress,
  publicAddresses,
  Refused,
  type Rules,
  resolveName,
  webPorts,
} from './address.ts'

export interface FetchOptions {
  /** For everything together: name look-up, redirects and the last byte. */
  timeoutMs: number
  /** Most bytes of the body, counted after unpacking. */
  maxBytes: number
  /** Media types that may come back with a success, e.g. `['text/html']`. */
  accept: readonly string[]
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** An origin the operator set in the environment: asked as written, on any port, also inside the own network. */
  trustedOrigin?: string
  /** Host names under which this server itself is reached; asking them is refused. */
  ownHosts?: readonly string[]
  /** Stands in for name look-up, check of addresses and ports; all real unless a test says otherwise. */
  rules?: Partial<Pick<Rules, 'resolve' | 'isPublic' | 'ports'>>
}

export interface Fetched {
  status: number
  /** Lower case, without parameters; empty when none was given. */
  contentType: string
  body: Buffer
  /** After redirects. */
  url: string
  /** The `Retry-After` header as it came. */
  retryAfter: string | null
}

const maxRedirects = 3
// One sentence for every reason: what differs would tell a stranger what stands inside the network.
const sentence = /*i18n*/ 'Couldn’t reach that address.'
const refused = () => new Problem(422, 'fetch_refused', sentence)
const failed = () => new Problem(502, 'fetch_failed', sentence)

/**
 * The one door for calls to other servers. Addresses given by people never reach private networks, whatever their name resolves to,
 * on any hop; redirects (at most three, GET only) are checked like the first address. When in doubt it refuses.
 * Throws `fetch_refused` (422: nothing was asked) or `fetch_failed` (502: no usable answer within time and size); any HTTP status is an answer.
 */
export async function safeFetch(address: string, options: FetchOptions): Promise<Fetched> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), options.timeoutMs)
  try {
    return await withinTime(follow(address, options, stop.signal), stop.signal)
  } catch (error) {
    throw error instanceof Refused ? refused() : failed()
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** A name look-up cannot be called off; what it answers later is dropped. */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true })
    work.then(resolve, reject)
  })
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Fetched> {
  let url = parseAddress(address)
  const home = url.origin
  for (let redirects = 0; ; redirects += 1) {
    const pinned = await allowed(url, options)
    signal.throwIfAborted()
    const response = await ask(url, home, pinned, options, signal)
    const target = redirectTarget(response)
    if (target === null) return read(response, url, options)
    response.destroy()
    if (redirects === maxRedirects || (options.method ?? 'GET') !== 'GET') throw new Error('too many redirects')
    url = parseAddress(target, url)
  }
}

/** A failed look-up is no answer about the address, so nothing is asked. */
async function allowed(url: URL, { trustedOrigin, ownHosts = [], rules = {} }: FetchOptions): Promise<readonly Address[]> {
  const resolve = rules.resolve ?? resolveName
  try {
    if (trustedOrigin !== undefined && url.origin === new URL(trustedOrigin).origin) return await anyAddresses(url, resolve)
    return await publicAddresses(url, { resolve, isPublic: rules.isPublic ?? isPublicAddress, ports: rules.ports ?? webPorts, ownHosts })
  } catch {
    throw new Refused('not allowed')
  }
}

function redirectTarget({ statusCode = 0, headers }: IncomingMessage): string | null {
  return [301, 302, 303, 307, 308].includes(statusCode) && headers.location ? headers.location : null
}

function ask(url: URL, home: string, pinned: readonly Address[], options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const isSecure = url.protocol === 'https:'
  const lookup: LookupFunction = (_host, { all }, answer) => {
    const [first] = pinned
    if (all) answer(null, [...pinned])
    else answer(null, first?.address ?? '', first?.family)
  }
  // What was meant for one server (keys, signatures) is not told to another.
  const given = url.origin === home ? options.headers : undefined
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
          ...given,
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

async function read(response: IncomingMessage, url: URL, options: FetchOptions): Promise<Fetched> {
  const { statusCode: status = 0, headers } = response
  const contentType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  try {
    if (status >= 200 && status < 300 && status !== 204 && !options.accept.includes(contentType)) throw new Error('unexpected type')
    if (Number(headers['content-length'] ?? 0) > options.maxBytes) throw new Error('too large')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of unpacked(response) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > options.maxBytes) throw new Error('too large')
      chunks.push(chunk)
    }
    return { status, contentType, body: Buffer.concat(chunks), url: url.href, retryAfter: headers['retry-after'] ?? null }
  } finally {
    response.destroy()
  }
}

/** The body unpacked piece by piece, so that a bomb is noticed long before it is whole. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase()
  if (encoding === undefined || encoding === 'identity') return response
  if (encoding !== 'gzip' && encoding !== 'deflate') throw new Error('unknown encoding')
  const unpacker = encoding === 'gzip' ? createGunzip() : createInflate()
  pipeline(response, unpacker, () => undefined)
  return unpacker
}
