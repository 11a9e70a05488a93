import { z } from 'zod'
import { plainName } from '#domains/ingredients/rules/catalog-dump.ts'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { type FetchResult, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { Name } from '#platform/shared/text-schemas.ts'

/** A product of a public catalog, safe to display. */
export const CatalogProduct = z.object({ name: Name(120), genericName: Name(120).nullable() })
export type CatalogProduct = z.infer<typeof CatalogProduct>

/** `unknown`: the catalog has no such code. `unavailable`: no usable response. */
export type CatalogAnswer = CatalogProduct | 'unknown' | 'unavailable'

export interface Catalog {
  /** Key for cached answers. */
  readonly source: string
  /** Never throws. `code`: GTIN-13 or EAN-8. */
  find(code: string): Promise<CatalogAnswer>
}

interface Options {
  /** As configured, e.g. `https://world.openfoodfacts.org`; trusted as is. */
  origin: string
  version: string
  /** The operator's address, for complaints. */
  contact: string
  /** Shared by all processes: the service allows 15 reads a minute and blocks clients that send more. */
  budget: RateLimiter
  timeoutMs?: number
  /** Monotonic time in milliseconds. */
  clock?: () => number
}

const source = 'openfoodfacts'
const maxBytes = 1024 * 1024
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const
const fields = [
  'code',
  'lang',
  ...languages.flatMap((code) => [`product_name_${code}`, `generic_name_${code}`]),
  'product_name',
  'generic_name',
].join(',')
/** After this many failures in a row, requests pause; then one is tried. */
const maxFailures = 5
const pauseMs = 60_000

const Answer = z.object({
  status: z.union([z.number(), z.string()]).optional(),
  product: z.record(z.string(), z.unknown()).optional(),
})

/** Names come in the package's language and, under separate keys, in others. Any of them may be empty. */
function productOf(answer: Record<string, unknown>): CatalogProduct | null {
  const first = (kind: 'product_name' | 'generic_name') => {
    for (const key of [kind, ...languages.map((code) => `${kind}_${code}`)]) {
      const name = plainName(answer[key])
      if (name) return name
    }
    return null
  }
  const genericName = first('generic_name')
  const name = first('product_name') ?? genericName
  return name ? { name, genericName } : null
}

function parseResponse({ status, body }: FetchResult): CatalogAnswer | 'throttled' {
  // Throttled responses are HTML pages; further requests get an address blocked.
  if (status === 503 || status === 429) return 'throttled'
  if (status === 404) return 'unknown'
  if (status !== 200) return 'unavailable'
  const answer = Answer.safeParse(JSON.parse(body.toString('utf8')))
  if (!answer.success) return 'unavailable'
  if (Number(answer.data.status) === 0) return 'unknown'
  // A product without a name is treated as unknown, so the user names it.
  return answer.data.product ? (productOf(answer.data.product) ?? 'unknown') : 'unavailable'
}

/** Queries the Open Food Facts API version 2, with one request per code at a time and within the service's rate limit. */
export function createOpenFoodFactsCatalog(options: Options): Catalog {
  const { origin, version, contact, budget, timeoutMs = 2000, clock = () => performance.now() } = options
  const pending = new Map<string, Promise<CatalogAnswer>>()
  let failures = 0
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function canRequest(): Promise<boolean> {
    if (clock() < pausedUntil) return false
    // After too many failures, only this request may pass until it's answered.
    if (failures >= maxFailures) pausedUntil = clock() + pauseMs
    return (await budget.consume(source)) === 0
  }

  async function request(code: string): Promise<CatalogAnswer> {
    if (!(await canRequest())) return 'unavailable'
    const answer = await safeFetch(`${origin}/api/v2/product/${code}?fields=${fields}`, {
      trustedOrigin: origin,
      timeoutMs,
      maxBytes: maxBytes,
      accept: ['application/json'],
      headers: { 'User-Agent': `Larder/${version} (${contact})` },
    })
      .then(parseResponse)
      .catch(() => 'unavailable' as const)
    const isFailure = answer === 'unavailable' || answer === 'throttled'
    failures = isFailure ? failures + 1 : 0
    pausedUntil = failures >= maxFailures || answer === 'throttled' ? clock() + pauseMs : Number.NEGATIVE_INFINITY
    return answer === 'throttled' ? 'unavailable' : answer
  }

  return {
    source,
    async find(code) {
      const current = pending.get(code)
      if (current) return current
      if (!/^\d{8,14}$/.test(code)) return 'unavailable'
      const lookup = request(code)
        .catch(() => 'unavailable' as const)
        .finally(() => pending.delete(code))
      pending.set(code, lookup)
      return lookup
    },
  }
}
