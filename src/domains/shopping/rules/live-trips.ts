import type { ShoppingItem, ShoppingTrip, SyncedTrip } from '../contract/index.ts'
import { isForStore } from './row-stores.ts'

/**
 * How long after its last check a trip counts as over, if no one ended it. Longer than a round of several shops, with lunch between them;
 * short enough that in the evening no one seems to shop since the morning.
 */
export const tripTimeoutHours = 4

/** What a trip needs to know about a row of a list. */
export type TripItem = Pick<ShoppingItem, 'isChecked' | 'checkedAt'> & {
  readonly checkedBy?: string | null | undefined
  readonly listId?: string | null | undefined
  readonly storeIds?: string[] | undefined
}

/** Whether the shopper checked this row off since the trip began, and from its list. */
const isOfTrip = (trip: SyncedTrip, { isChecked, checkedAt, checkedBy, listId }: TripItem): boolean =>
  isChecked && checkedBy === trip.userId && (listId ?? null) === trip.listId && (checkedAt ?? '') >= trip.startedAt

/** Whether the row is still to buy on the trip: open, and for its store or for anywhere. */
const isLeft = (trip: SyncedTrip, { isChecked, listId, storeIds = [] }: TripItem, stores: ReadonlySet<string>): boolean =>
  !isChecked && (listId ?? null) === trip.listId && (trip.storeId === null || isForStore({ storeIds }, trip.storeId, stores))

const timeoutMs = tripTimeoutHours * 3_600_000

/** Returns when the shopper last checked a row off, else the start. What comes after the timeout no longer belongs to the trip. */
function activeUntil(trip: SyncedTrip, items: readonly TripItem[]): string {
  const times = items.flatMap((item) => (isOfTrip(trip, item) ? (item.checkedAt ?? []) : [])).toSorted()
  let last = trip.startedAt
  for (const at of times) {
    if (Date.parse(at) - Date.parse(last) >= timeoutMs) break
    last = at
  }
  return last
}

/** Returns a test for the rows that the shopper checked off during the trip. */
export function basketOf(trip: SyncedTrip, items: readonly TripItem[]): (item: TripItem) => boolean {
  const last = activeUntil(trip, items)
  return (item) => isOfTrip(trip, item) && (item.checkedAt ?? '') <= last
}

/** Returns the trip as others see it; null if it counts as over or if its shopper isn't a member anymore. */
function describeTrip(
  trip: SyncedTrip,
  items: readonly TripItem[],
  stores: ReadonlySet<string>,
  shopper: ShoppingTrip['shopper'] | undefined,
  now: Date,
): ShoppingTrip | null {
  const basket = items.filter(basketOf(trip, items))
  const activeAt = activeUntil(trip, items)
  const isOver = now.getTime() - Date.parse(activeAt) >= timeoutMs
  if (isOver || !shopper) return null
  const { id, userId, listId, storeId, startedAt, version } = trip
  const leftCount = items.filter((item) => isLeft(trip, item, stores)).length
  return { id, userId, shopper, listId, storeId, startedAt, activeAt, basketCount: basket.length, leftCount, version }
}

/** Returns the trips that aren't over, the first to start first. `stores` are the household's; `shopperOf` returns the name of a member. */
export const liveTrips = (
  trips: readonly SyncedTrip[],
  items: readonly TripItem[],
  stores: ReadonlySet<string>,
  shopperOf: (userId: string) => ShoppingTrip['shopper'] | undefined,
  now: Date,
): ShoppingTrip[] =>
  trips
    .toSorted((a, b) => (`${a.startedAt}${a.id}` < `${b.startedAt}${b.id}` ? -1 : 1))
    .flatMap((trip) => describeTrip(trip, items, stores, shopperOf(trip.userId), now) ?? [])
