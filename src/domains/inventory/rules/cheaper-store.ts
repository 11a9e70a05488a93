import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { PricePoint } from '../contract.ts'

/** Prices older than this say nothing about today's. */
const recentDays = 180

/** How many prices one response has. */
export const maxStorePrices = 5000

/** Whether a price says something about today's. What cost nothing was a gift. */
export const isRecentPrice = (date: CalendarDate, price: number, today: CalendarDate): boolean => price > 0 && date >= firstRecentDay(today)

/** Returns the first day whose prices still count. */
export const firstRecentDay = (today: CalendarDate): CalendarDate => addDays(today, -recentDays)

/** A store is cheaper from this share of the other price on. */
const margin = 0.9

type StorePrice = PricePoint & { readonly storeId: string }

/** Returns the newest recent price of each of these stores, newest first. `prices` are newest first. */
export function newestByStore(prices: readonly PricePoint[], storeIds: readonly string[], today: CalendarDate): StorePrice[] {
  const found = new Map<string, StorePrice>()
  for (const point of prices) {
    const { storeId, date } = point
    if (storeId === null || !isRecentPrice(date, point.unitPrice, today) || found.has(storeId) || !storeIds.includes(storeId)) continue
    found.set(storeId, { ...point, storeId })
  }
  return [...found.values()]
}

/**
 * Returns the cheapest store, and the price that it is compared with: that of the store `at`, or of the last purchase if `at` is null.
 * Returns null unless the history says so: both prices are recent, by the same unit, and at least a tenth apart.
 */
export function findCheaperStore(
  newest: readonly StorePrice[],
  at: string | null,
): { readonly there: StorePrice; readonly here: StorePrice } | null {
  const here = at === null ? newest[0] : newest.find(({ storeId }) => storeId === at)
  if (!here) return null
  const [there] = newest.filter(({ per }) => per === here.per).toSorted((a, b) => a.unitPrice - b.unitPrice)
  return there && there.unitPrice <= here.unitPrice * margin && there.storeId !== here.storeId ? { there, here } : null
}
