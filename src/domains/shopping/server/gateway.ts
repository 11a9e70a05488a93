import { z } from 'zod'
import { type Fetched, safeFetch } from '#platform/server/security/safe-fetch.ts'
import type { ProductsLink } from '../rules/instacart.ts'

/** How a call to Instacart can fail. `silent`: no usable answer within time and size. `elsewhere`: a link to somebody else. */
export type TroubleKind = 'refused' | 'unauthorized' | 'forbidden' | 'busy' | 'down' | 'silent' | 'changed' | 'elsewhere'

export class InstacartTrouble extends Error {
  readonly kind: TroubleKind
  readonly retryAfterSeconds: number | undefined
  constructor(kind: TroubleKind, retryAfterSeconds?: number) {
    super(`Instacart: ${kind}`)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface Instacart {
  readonly baseUrl: string
  /** Makes a page with these things and answers its address. Asks once, never again by itself. Throws `InstacartTrouble`. */
  createPage(page: ProductsLink): Promise<string>
}

interface Options {
  /** As the operator set it; never leaves the server but for Instacart itself. */
  apiKey: string
  /** Trusted as written. */
  baseUrl: string
  timeoutMs?: number
}

const maxBytes = 64 * 1024
const longestWaitSeconds = 3600

const Answer = z.object({ products_link_url: z.string() })

const kindOf = (status: number): TroubleKind => {
  if (status === 401) return 'unauthorized'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'busy'
  if (status === 408) return 'silent'
  if (status >= 500) return 'down'
  // An address that is not there any more, or a body that is not understood any more.
  return status === 404 || status < 400 ? 'changed' : 'refused'
}

/** Of Instacart's development platform; its pages live under it as well (`customers.dev.instacart.tools`). */
const development = 'dev.instacart.tools'

const isWithin = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Whether an address that Instacart answered leads to Instacart; to its development platform only where the operator has chosen that one. */
export function isInstacartLink(text: string, baseUrl: string): boolean {
  const domains = isWithin(URL.parse(baseUrl)?.hostname ?? '', development) ? ['instacart.com', development] : ['instacart.com']
  const url = text.length <= 4096 && !/[\\\s\p{Cc}]/u.test(text) ? URL.parse(text) : null
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  return isPlain && domains.some((domain) => isWithin(url.hostname, domain))
}

function understand({ status, body, retryAfter }: Fetched, baseUrl: string): string {
  if (status !== 200) {
    const wait = Number(retryAfter)
    throw new InstacartTrouble(kindOf(status), status === 429 ? (wait > 0 && wait <= longestWaitSeconds ? Math.ceil(wait) : 60) : undefined)
  }
  const answer = Answer.safeParse(parsed(body))
  if (!answer.success) throw new InstacartTrouble('changed')
  if (!isInstacartLink(answer.data.products_link_url, baseUrl)) throw new InstacartTrouble('elsewhere')
  return answer.data.products_link_url
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The Instacart Developer Platform, for its shopping list pages. */
export function openInstacart({ apiKey, baseUrl, timeoutMs = 10_000 }: Options): Instacart {
  return {
    baseUrl,
    async createPage(page) {
      const answer = await safeFetch(`${baseUrl}/idp/v1/products/products_link`, {
        method: 'POST',
        trustedOrigin: baseUrl,
        timeoutMs,
        maxBytes: maxBytes,
        accept: ['application/json'],
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(page),
      }).catch(() => {
        throw new InstacartTrouble('silent')
      })
      return understand(answer, baseUrl)
    },
  }
}
