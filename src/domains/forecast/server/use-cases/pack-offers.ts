import { isRecentPrice } from '#domains/inventory/rules/cheaper-store.ts'
import type { LotHistory } from '#domains/inventory/server/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { PackOffer, PackOffers } from '../../rules/history-types.ts'

/** A lot that was bought as it is, in its ingredient's unit per own unit. */
export interface BoughtLot {
  lot: LotHistory
  ingredientId: string
  factor: number
}

/** Sizes are told apart to a thousandth. */
const sizeOf = (quantity: number) => quantity.toPrecision(3)

/** Returns the sizes of each ingredient that was bought in at least two within half a year, each with its cheapest newest price of a store. */
export function packOffers(bought: readonly BoughtLot[], today: CalendarDate): ReadonlyMap<string, PackOffers> {
  const offers = new Map<string, PackOffers>()
  for (const [ingredientId, lots] of Map.groupBy(bought, (one) => one.ingredientId)) {
    const byPlace = new Map<string, PackOffer>()
    let usual: PackOffer | null = null
    // Newest first; ids of one day are in the order of their creation.
    for (const { lot, factor } of lots.toSorted((a, b) => (a.lot.added_on + a.lot.id < b.lot.added_on + b.lot.id ? 1 : -1))) {
      const { price_cents, whole_milli, store_id: storeId, added_on } = lot
      if (price_cents === null || whole_milli <= 0 || !isRecentPrice(added_on, price_cents, today)) continue
      const offer = { quantity: (whole_milli / 1000) * factor, price: price_cents / 100, storeId }
      usual ??= offer
      const place = `${sizeOf(offer.quantity)} ${storeId ?? ''}`
      if (!byPlace.has(place)) byPlace.set(place, offer)
    }
    const all = [...byPlace.values()]
    if (usual && all.some(({ quantity }) => sizeOf(quantity) !== sizeOf(usual?.quantity ?? 0)))
      offers.set(ingredientId, { usual, offers: all })
  }
  return offers
}
