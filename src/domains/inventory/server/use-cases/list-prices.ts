import { findIngredient } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { notFound } from '#platform/shared/problem.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { PricePoint, StorePrice } from '../../contract.ts'
import { firstRecentDay, maxStorePrices } from '../../rules/cheaper-store.ts'
import { unitPriceOf } from '../../rules/unit-price.ts'
import { listPricesOf, listStorePricesSince } from '../store/price-history.ts'

const maxPrices = 200

/** Returns what was paid for an ingredient, newest first. Throws 404. */
export async function listPrices(q: Reader, { householdId }: Member, ingredientId: string): Promise<PricePoint[]> {
  if (!(await findIngredient(q, householdId, ingredientId))) throw notFound()
  return (await listPricesOf(q, householdId, ingredientId, maxPrices)).map((row) => {
    const { cents, per } = unitPriceOf(row.price_cents, row.whole_milli, row.unit)
    return {
      lotId: row.id,
      date: row.added_on,
      storeId: row.store_id,
      price: fromCents(row.price_cents),
      quantity: fromMilli(row.whole_milli),
      unit: row.unit,
      // A hundredth of a cent tells grams of saffron apart.
      unitPrice: Math.round(cents * 100) / 10_000,
      per,
    }
  })
}

/** Returns what each ingredient last cost in each store, as long as it says something about today's price, newest first. */
export async function listStorePrices(q: Reader, { householdId, today }: Member): Promise<StorePrice[]> {
  const rows = await listStorePricesSince(q, householdId, firstRecentDay(today), maxStorePrices)
  return rows.map((row) => ({
    ingredientId: row.ingredient_id,
    storeId: row.store_id,
    date: row.added_on,
    price: fromCents(row.price_cents),
    quantity: fromMilli(row.whole_milli),
    unit: row.unit,
  }))
}
