import type { RetailCode } from '#domains/ingredients/rules/barcode.ts'
import { mayBeListed } from '#domains/ingredients/rules/dump.ts'
import { findByBarcode, type Catalogue as LocalCatalogue, listIngredients } from '#domains/ingredients/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Meaning } from '../../rules/index.ts'
import { type Catalogue, CatalogueProduct } from '../gateway/open-food-facts.ts'
import { findLookup, putLookup } from '../store/index.ts'
import type { LookUp } from './recognize-photo.ts'

/** The household that asks, and its ways to the database. No transaction is open while a catalogue is asked. */
export interface Asker {
  householdId: HouseholdId
  now: Date
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

const dayMs = 24 * 60 * 60 * 1000
const hitDays = 30
const missDays = 1

/** Where codes are looked up that the household does not know: the catalogue on this server, then a public one where it is set. */
export interface ProductSources {
  local: Pick<LocalCatalogue, 'find'>
  outside: Catalogue | null
}

/** What codes mean to this household: its own products first, then the catalogues. */
export const lookUpFor =
  (asker: Asker, { local, outside }: ProductSources): LookUp =>
  async (codes) => {
    const { householdId, read } = asker
    const own = await read(householdId, async (q) => {
      const found: (Meaning | null)[] = []
      for (const { code } of codes) {
        const ingredient = await findByBarcode(q, householdId, code)
        found.push(ingredient && { kind: 'food', id: ingredient.id, name: ingredient.name })
      }
      return found
    })
    // Codes of books, coupons and of the shop's own scales name nothing in a catalogue of foods.
    const [first] = codes
    if (!first || own.some((meaning) => meaning !== null)) return own
    const product = await listed(asker, { local, outside }, first)
    return [product && (await suggestion(asker, product)), ...own.slice(1)]
  }

async function listed(asker: Asker, { local, outside }: ProductSources, code: RetailCode): Promise<CatalogueProduct | null> {
  const name = mayBeListed(code) ? local.find(code.code) : null
  if (name !== null) return { name, genericName: null }
  return outside && code.kind === 'product' ? productOf(asker, outside, code.code) : null
}

async function suggestion(asker: Asker, product: CatalogueProduct): Promise<Meaning> {
  const keys = [product.name, product.genericName ?? product.name].map(nameKey)
  const ingredients = await asker.read(asker.householdId, (q) => listIngredients(q, asker.householdId))
  const ingredient = keys.map((key) => ingredients.find((row) => row.name_key === key)).find((row) => row !== undefined)
  return { kind: 'suggestion', name: product.name, ingredient: ingredient ? { id: ingredient.id, name: ingredient.name } : null }
}

/** The kept answer while it counts, else a new one, which is kept. */
async function productOf(
  { householdId, now, read, writeOnce }: Asker,
  catalogue: Catalogue,
  code: string,
): Promise<CatalogueProduct | null> {
  const kept = await read(householdId, (q) => findLookup(q, catalogue.source, code, now.toISOString()))
  if (kept) return kept.product === null ? null : CatalogueProduct.parse(JSON.parse(kept.product))
  const answer = await catalogue.find(code)
  if (answer === 'unavailable') return null
  const product = answer === 'unknown' ? null : answer
  const expiresAt = new Date(now.getTime() + (product ? hitDays : missDays) * dayMs).toISOString()
  await writeOnce(householdId, (tx) =>
    putLookup(
      tx,
      { source: catalogue.source, code, product: product && JSON.stringify(product), expires_at: expiresAt },
      now.toISOString(),
    ),
  )
  return product
}
