import type { StorePrice } from '#domains/inventory/contract.ts'
import { isRecentPrice } from '#domains/inventory/rules/cheaper-store.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Conversion } from '#platform/shared/units.ts'
import type { ShoppingItem } from '../contract/index.ts'
import { costCents } from './list-figures.ts'
import { isForStore } from './row-stores.ts'

/** What a row of a list must say for its cost in a store. */
export type PricedItem = Pick<ShoppingItem, 'id' | 'ingredientId' | 'suggestedQuantity' | 'unit' | 'packs' | 'storeIds' | 'isChecked'>

/** What is still to buy in a store or anywhere, at the newest known prices there. */
export interface StoreTotal {
  readonly storeId: string
  /** Sum over the rows with a price there. */
  readonly cents: number
  readonly itemCount: number
  readonly unpricedCount: number
  /** By how much it is more expensive than the cheapest store, for the rows that have a price in both; null if nothing says so. */
  readonly more: { readonly cents: number; readonly itemCount: number } | null
}

export interface StoreTotals {
  /** In the order of `storeIds`. */
  readonly totals: readonly StoreTotal[]
  /** Cheaper than each other store for the rows that have a price in both; null if there is none. */
  readonly cheapestId: string | null
}

type Costs = ReadonlyMap<string, number | null>

/**
 * Returns what the unchecked rows cost in each store. A row without a recent price there, or with one by a unit that can't be converted,
 * counts as unpriced. `prices` are the newest first. `conversionsOf` returns those of an ingredient.
 */
export function totalByStore(
  items: readonly PricedItem[],
  prices: readonly StorePrice[],
  storeIds: readonly string[],
  conversionsOf: (ingredientId: string) => readonly Conversion[] | undefined,
  today: CalendarDate,
): StoreTotals {
  const open = items.filter(({ isChecked }) => !isChecked)
  const known = new Set(storeIds)
  const newest = newestPrices(prices, today)
  const costsIn = (storeId: string): Costs =>
    new Map(
      open
        .filter((item) => isForStore(item, storeId, known))
        .map((item) => {
          const price = newest.get(`${item.ingredientId} ${storeId}`)
          return [item.id, price ? costOfItem(item, price, conversionsOf(price.ingredientId)) : null]
        }),
    )
  const costs = new Map(storeIds.map((id) => [id, costsIn(id)]))
  const cheapestId = findCheapest(costs)
  const cheapest = cheapestId === null ? undefined : costs.get(cheapestId)
  const totals = [...costs].map(([storeId, own]): StoreTotal => {
    const priced = [...own.values()].filter((cost) => cost !== null)
    return {
      storeId,
      cents: priced.reduce((sum, cost) => sum + cost, 0),
      itemCount: own.size,
      unpricedCount: own.size - priced.length,
      more: cheapest && storeId !== cheapestId ? difference(own, cheapest) : null,
    }
  })
  return { totals, cheapestId }
}

function newestPrices(prices: readonly StorePrice[], today: CalendarDate): ReadonlyMap<string, StorePrice> {
  const newest = new Map<string, StorePrice>()
  for (const price of prices) {
    const key = `${price.ingredientId} ${price.storeId}`
    if (!newest.has(key) && isRecentPrice(price.date, price.price, today)) newest.set(key, price)
  }
  return newest
}

/** Whole packs are paid for as a whole. */
function costOfItem(
  { suggestedQuantity, unit, packs }: PricedItem,
  price: StorePrice,
  conversions: readonly Conversion[] = [],
): number | null {
  const paid = { cents: toCents(price.price), milli: toMilli(price.quantity), unit: price.unit }
  return packs
    ? costCents(toMilli(packs.quantity) * packs.count, packs.unit, paid, conversions)
    : costCents(toMilli(suggestedQuantity), unit, paid, conversions)
}

/** Returns by how much the rows with a price in both cost more in the first; null without such rows. */
function difference(costs: Costs, others: Costs): { cents: number; itemCount: number } | null {
  let cents = 0
  let itemCount = 0
  for (const [id, cost] of costs) {
    const other = others.get(id)
    if (cost === null || other === null || other === undefined) continue
    cents += cost - other
    itemCount++
  }
  return itemCount === 0 ? null : { cents, itemCount }
}

/** Returns the store that is cheaper than every other one that can be compared with it; null if none can, or if it costs the same elsewhere. */
function findCheapest(costs: ReadonlyMap<string, Costs>): string | null {
  for (const [id, own] of costs) {
    const differences = [...costs].flatMap(([other, theirs]) => (other === id ? [] : (difference(theirs, own) ?? [])))
    if (differences.length > 0 && differences.every(({ cents }) => cents > 0)) return id
  }
  return null
}
