import { z } from 'zod'
import { type FetchResult, safeFetch } from '#platform/server/security/safe-fetch.ts'
import type { ProductsLinkRequest } from '../../rules/instacart.ts'

/** How a call to Instacart can fail. `silent`: no usable response within the time and size limits. `elsewhere`: a link to another site. */
export type FailureKind = 'refused' | 'unauthorized' | 'forbidden' | 'busy' | 'down' | 'silent' | 'changed' | 'elsewhere'

export class InstacartError extends Error {
  readonly kind: FailureKind
  readonly retryAfterSeconds: number | undefined
  constructor(kind: FailureKind, retryAfterSeconds?: number) {
    super(`Instacart: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Instacart {
  readonly baseUrl: string
  /** Creates a page and returns its URL. Never retries. Throws `InstacartError`. */
  createPage(page: ProductsLinkRequest): Promise<string>
}

interface Options {
  /** Sent only to Instacart. */
  apiKey: string
  /** Configured by the operator and therefore trusted. */
  baseUrl: string
  timeoutMs?: number
}

const maxBytes = 64 * 1024
const maxWaitSeconds = 3600

const PageReply = z.object({ products_link_url: z.string() })

const kindOf = (status: number): FailureKind => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'busy'
  if (status === 408) return 'silent'
  if (status >= 500) return 'down'
  // The endpoint has moved or no longer accepts the body.
  return status === 404 || status < 400 ? 'changed' : 'refused'
}

/** The domain of Instacart's development platform and its pages (`customers.dev.instacart.tools`). */
const development = 'dev.instacart.tools'

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Checks that a returned link leads to Instacart, or to its development platform if `baseUrl` is that platform. */
export function isInstacartLink(text: string, baseUrl: string): boolean {
  const domains = isWithin(URL.parse(baseUrl)?.hostname ?? '', development) ? ['instacart.com', development] : ['instacart.com']
  const url = text.length <= 4096 && !/[\\\s\p{Cc}]/u.test(text) ? URL.parse(text) : null
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  return isPlain && domains.some((domain) => isWithin(url.hostname, domain))
}

function readPageUrl({ status, body, retryAfter }: FetchResult, baseUrl: string): string {
  if (status !== 200) {
    const wait = Number(retryAfter)
    throw new InstacartError(kindOf(status), status === 429 ? (wait > 0 && wait <= maxWaitSeconds ? Math.ceil(wait) : 60) : undefined)
  }
  const response = PageReply.safeParse(parseJson(body))
  if (!response.success) throw new InstacartError('changed')
  if (!isInstacartLink(response.data.products_link_url, baseUrl)) throw new InstacartError('elsewhere')
  return response.data.products_link_url
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** Opens a client of the Instacart Developer Platform. */
export function openInstacart({ apiKey, baseUrl, timeoutMs = 10_000 }: Options): Instacart {
  return {
    baseUrl,
    async createPage(page) {
      const response = await safeFetch(`${baseUrl}/idp/v1/products/products_link`, {
        method: 'POST',
        trustedOrigin: baseUrl,
        timeoutMs,
        maxBytes,
        accept: ['application/json'],
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(page),
      }).catch(() => {
        throw new InstacartError('silent')
      })
      return readPageUrl(response, baseUrl)
    },
  }
}
