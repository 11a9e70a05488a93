import { z } from 'zod'
import { plainName } from '#domains/ingredients/rules/plain-name.ts'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { type Fetched, safeFetch } from '#platform/server/security/safe-fetch.ts'
import { Name } from '#platform/shared/text.ts'

/** What a public catalogue says of a code, in words fit to be shown. */
export const CatalogueProduct = z.object({ name: Name(120), genericName: Name(120).nullable() })
export type CatalogueProduct = z.infer<typeof CatalogueProduct>

/** `unknown`: the catalogue answered that it has no such code. `unavailable`: no answer this time. */
export type CatalogueAnswer = CatalogueProduct | 'unknown' | 'unavailable'

export interface Catalogue {
  /** For cached answers: whose they are. */
  readonly source: string
  /** Never throws: a look-up that fails is no error. `code`: GTIN-13 or EAN-8. */
  find(code: string): Promise<CatalogueAnswer>
}

interface Options {
  /** As the operator set it, e.g. `https://world.openfoodfacts.org`; trusted as written. */
  origin: string
  version: string
  /** Where the service can complain: an address of the operator. */
  contact: string
  /** What may be asked, counted over all processes: the service allows 15 reads a minute and blocks those who ask for more. */
  budget: RateLimiter
  timeoutMs?: number
  /** Milliseconds that only ever grow. */
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
/** After so many failures in a row the service is left alone for a while, then asked once. */
const maxFailures = 5
const restMs = 60_000

const Answer = z.object({
  status: z.union([z.number(), z.string()]).optional(),
  product: z.record(z.string(), z.unknown()).optional(),
})

/** Names come in the pack's language, and in others under keys of their own; the first may be empty while a second is filled. */
function productOf(answer: Record<string, unknown>): CatalogueProduct | null {
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

function understand({ status, body }: Fetched): CatalogueAnswer | 'throttled' {
  // It says so, with a page of HTML, to whoever asks too much; asking on gets an address blocked.
  if (status === 503 || status === 429) return 'throttled'
  if (status === 404) return 'unknown'
  if (status !== 200) return 'unavailable'
  const answer = Answer.safeParse(JSON.parse(body.toString('utf8')))
  if (!answer.success) return 'unavailable'
  if (Number(answer.data.status) === 0) return 'unknown'
  // A code without any name is as good as unknown: the person names it.
  return answer.data.product ? (productOf(answer.data.product) ?? 'unknown') : 'unavailable'
}

/** Open Food Facts, read by its version 2 interface. One request per code at a time, and never more a minute than the service allows. */
export function openFoodFacts(options: Options): Catalogue {
  const { origin, version, contact, budget, timeoutMs = 2000, clock = () => performance.now() } = options
  const underway = new Map<string, Promise<CatalogueAnswer>>()
  let failures = 0
  let restUntil = Number.NEGATIVE_INFINITY

  async function mayAsk(): Promise<boolean> {
    if (clock() < restUntil) return false
    // Until the answer is in, a service that failed so often gets this one request.
    if (failures >= maxFailures) restUntil = clock() + restMs
    return (await budget.consume(source)) === 0
  }

  async function ask(code: string): Promise<CatalogueAnswer> {
    if (!(await mayAsk())) return 'unavailable'
    const answer = await safeFetch(`${origin}/api/v2/product/${code}?fields=${fields}`, {
      trustedOrigin: origin,
      timeoutMs,
      maxBytes: maxBytes,
      accept: ['application/json'],
      headers: { 'User-Agent': `Larder/${version} (${contact})` },
    })
      .then(understand)
      .catch(() => 'unavailable' as const)
    const isFailure = answer === 'unavailable' || answer === 'throttled'
    failures = isFailure ? failures + 1 : 0
    restUntil = failures >= maxFailures || answer === 'throttled' ? clock() + restMs : Number.NEGATIVE_INFINITY
    return answer === 'throttled' ? 'unavailable' : answer
  }

  return {
    source,
    async find(code) {
      const already = underway.get(code)
      if (already) return already
      if (!/^\d{8,14}$/.test(code)) return 'unavailable'
      const asked = ask(code)
        .catch(() => 'unavailable' as const)
        .finally(() => underway.delete(code))
      underway.set(code, asked)
      return asked
    },
  }
}
