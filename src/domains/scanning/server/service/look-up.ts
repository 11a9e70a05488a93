import type { RetailCode } from '#domains/products/rules/barcode.ts'
import { findByBarcode, listIngredientRows } from '#domains/products/server/service.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import { nameKey } from '#platform/contract/text.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database.ts'
import type { Meaning } from '../../rules.ts'
import { type Catalogue, CatalogueProduct } from '../gateway/open-food-facts.ts'
import { findLookup, putLookup } from '../store.ts'
import type { LookUp } from './recognise.ts'

/** The household that asks, and its ways to the database. No transaction is open while a catalogue is asked. */
export interface Asker {
  householdId: HouseholdId
  now: Date
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  note<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

const dayMs = 24 * 60 * 60 * 1000
const hitDays = 30
const missDays = 1

/** What codes mean to this household: its own products first, then a public catalogue where one is set. */
export const lookUpFor =
  (asker: Asker, catalogue: Catalogue | null): LookUp =>
  async (codes) => {
    const { householdId, read } = asker
    const own = await read(householdId, async (q) => {
      const found: (Meaning | null)[] = []
      for (const { code } of codes) {
        const food = await findByBarcode(q, householdId, code)
        found.push(food && { kind: 'food', id: food.id, name: food.name })
      }
      return found
    })
    // Codes of books, coupons and of the shop's own scales name nothing in a catalogue of foods.
    const [first] = codes
    if (!catalogue || !first || first.kind !== 'product' || own.some((meaning) => meaning !== null)) return own
    return [await suggestion(asker, catalogue, first), ...own.slice(1)]
  }

async function suggestion(asker: Asker, catalogue: Catalogue, { code }: RetailCode): Promise<Meaning | null> {
  const product = await productOf(asker, catalogue, code)
  if (!product) return null
  const keys = [product.name, product.genericName ?? product.name].map(nameKey)
  const foods = await asker.read(asker.householdId, (q) => listIngredientRows(q, asker.householdId))
  const food = keys.map((key) => foods.find((row) => row.name_key === key)).find((row) => row !== undefined)
  return { kind: 'suggestion', name: product.name, food: food ? { id: food.id, name: food.name } : null }
}

/** The kept answer while it counts, else a new one, which is kept. */
async function productOf({ householdId, now, read, note }: Asker, catalogue: Catalogue, code: string): Promise<CatalogueProduct | null> {
  const kept = await read(householdId, (q) => findLookup(q, catalogue.source, code, now.toISOString()))
  if (kept) return kept.product === null ? null : CatalogueProduct.parse(JSON.parse(kept.product))
  const answer = await catalogue.find(code)
  if (answer === 'unavailable') return null
  const product = answer === 'unknown' ? null : answer
  const expiresAt = new Date(now.getTime() + (product ? hitDays : missDays) * dayMs).toISOString()
  await note(householdId, (tx) =>
    putLookup(
      tx,
      { source: catalogue.source, code, product: product && JSON.stringify(product), expires_at: expiresAt },
      now.toISOString(),
    ),
  )
  return product
}
