import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import type { ShoppingItem, ShoppingStats } from '../contract/index.ts'

/** The last price paid for an ingredient: `cents` for `milli` thousandths of `unit`. */
export interface PricePaid {
  cents: number
  milli: number
  unit: Unit
}

/** Returns the cost of a quantity at the last price paid, in cents; null without a price or if the units cannot be converted. */
export function costCents(milli: number, unit: Unit, paid: PricePaid | null, conversions: readonly Conversion[] = []): number | null {
  const inPaidUnit = paid && convert(milli, unit, paid.unit, conversions)
  return paid && inPaidUnit !== null ? Math.round((paid.cents * inPaidUnit) / paid.milli) : null
}

/** Returns the amount bought last in `unit`, in thousandths; null if that unit doesn't hold it exactly. */
export function lastPackMilli(unit: Unit, paid: Omit<PricePaid, 'cents'> | null, conversions: readonly Conversion[] = []): number | null {
  if (paid === null) return null
  const pack = paid.unit === unit ? paid.milli : (convert(paid.milli, paid.unit, unit, conversions) ?? 0)
  const whole = Math.round(pack)
  return whole > 0 && Math.abs(pack - whole) < 1e-6 ? whole : null
}

/** Returns the figures of all rows, checked or not. */
export function statsOf(items: readonly Pick<ShoppingItem, 'category' | 'priority' | 'estimatedCost'>[]): ShoppingStats {
  const priced = items.flatMap(({ estimatedCost }) => (estimatedCost === null ? [] : [Math.round(estimatedCost * 100)]))
  const categories = [...Map.groupBy(items, ({ category }) => category)]
    .map(([name, { length: count }]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
  return {
    totalItems: items.length,
    highPriorityItems: items.filter(({ priority }) => priority === 'high').length,
    estimatedTotalCost: priced.reduce((sum, cents) => sum + cents, 0) / 100,
    categories,
    unpricedItems: items.length - priced.length,
  }
}

type Sortable = Pick<ShoppingItem, 'id' | 'category' | 'ingredientName' | 'createdAt'>
const sortKeys = new WeakMap<Sortable, string>()
function sortKeyOf(item: Sortable): string {
  const key = sortKeys.get(item) ?? `${item.ingredientName.toLowerCase()}\u0000${item.createdAt}${item.id}`
  sortKeys.set(item, key)
  return key
}

/** Sorts rows by aisle, then by name, then by creation. Rows in unknown aisles come last. */
export function sortByAisle<I extends Sortable>(items: readonly I[], aisles: readonly string[]): I[] {
  const places = new Map(aisles.map((category, at) => [category, at]))
  return items
    .map((item) => ({ item, place: places.get(item.category) ?? aisles.length, key: sortKeyOf(item) }))
    .sort((a, b) => a.place - b.place || (a.key < b.key ? -1 : 1))
    .map(({ item }) => item)
}
