import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { canBeListed } from '#domains/ingredients/rules/catalog-dump.ts'
import { findIngredientByBarcode, type Catalog as LocalCatalog, listIngredients } from '#domains/ingredients/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { CodeMatch } from '../../rules/scan-result.ts'
import { type Catalog, CatalogProduct } from '../gateway/open-food-facts.ts'
import { findLookup, putLookup } from '../store/index.ts'
import type { LookUp } from './recognize-photo.ts'

/** The household and its database access. No transaction is open during a catalog request. */
export interface LookupContext {
  householdId: HouseholdId
  now: Date
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

const dayMs = 24 * 60 * 60 * 1000
const hitDays = 30
const missDays = 1

/** Where to look up codes the household doesn't have: the local catalog, then a public one if configured. */
export interface ProductSources {
  local: Pick<LocalCatalog, 'find'>
  remote: Catalog | null
}

/** Returns what codes mean to this household: its own ingredients first, then the catalogs. */
export const createBarcodeLookUp =
  (context: LookupContext, { local, remote }: ProductSources): LookUp =>
  async (codes) => {
    const { householdId, read } = context
    const own = await read(householdId, async (q) => {
      const found: (CodeMatch | null)[] = []
      for (const { code } of codes) {
        const ingredient = await findIngredientByBarcode(q, householdId, code)
        found.push(ingredient && { kind: 'food', id: ingredient.id, name: ingredient.name })
      }
      return found
    })
    // Books, coupons and in-store codes aren't in a food catalog.
    const [first] = codes
    if (!first || own.some((meaning) => meaning !== null)) return own
    const product = await findInCatalogs(context, { local, remote }, first)
    return [product && (await suggest(context, product)), ...own.slice(1)]
  }

async function findInCatalogs(context: LookupContext, { local, remote }: ProductSources, code: RetailCode): Promise<CatalogProduct | null> {
  const name = canBeListed(code) ? local.find(code.code) : null
  if (name !== null) return { name, genericName: null }
  return remote && code.kind === 'product' ? findRemote(context, remote, code.code) : null
}

async function suggest(context: LookupContext, product: CatalogProduct): Promise<CodeMatch> {
  const keys = [product.name, product.genericName ?? product.name].map(nameKey)
  const ingredients = await context.read(context.householdId, (q) => listIngredients(q, context.householdId))
  const ingredient = keys.map((key) => ingredients.find((row) => row.name_key === key)).find((row) => row !== undefined)
  return { kind: 'suggestion', name: product.name, ingredient: ingredient ? { id: ingredient.id, name: ingredient.name } : null }
}

/** Returns the cached answer, or requests and caches a new one. */
async function findRemote(
  { householdId, now, read, writeOnce }: LookupContext,
  catalog: Catalog,
  code: string,
): Promise<CatalogProduct | null> {
  const cached = await read(householdId, (q) => findLookup(q, catalog.source, code, now.toISOString()))
  if (cached) return cached.product === null ? null : CatalogProduct.parse(JSON.parse(cached.product))
  const answer = await catalog.find(code)
  if (answer === 'unavailable') return null
  const product = answer === 'unknown' ? null : answer
  const expiresAt = new Date(now.getTime() + (product ? hitDays : missDays) * dayMs).toISOString()
  await writeOnce(householdId, (tx) =>
    putLookup(tx, { source: catalog.source, code, product: product && JSON.stringify(product), expires_at: expiresAt }, now.toISOString()),
  )
  return product
}
