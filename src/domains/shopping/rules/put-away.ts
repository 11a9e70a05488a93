import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { DateKind } from '#domains/inventory/contract.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'

/** A lot of the same food from before. */
export interface EarlierLot {
  storage: Storage
  location: string
  addedOn: CalendarDate
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
}

/** Where a food usually goes: the place most of its last lots (newest first) are in, of two alike the newer; null: never had one. */
export function usualPlace(lots: readonly EarlierLot[]): Pick<EarlierLot, 'storage' | 'location'> | null {
  const places = [...Map.groupBy(lots, ({ storage, location }) => `${storage} ${location}`).values()]
  const [max] = places.toSorted((a, b) => b.length - a.length)
  return max?.[0] ?? null
}

/** One date may have been an exception. */
const minDates = 2

/** How many days after it came a food of this household goes off by its label, in this storage; the middle of its last dates. Null: not learned. */
export function learnedDays(lots: readonly EarlierLot[], storage: Storage): number | null {
  const days = lots
    .filter((lot) => lot.storage === storage && lot.dateKind !== 'estimate')
    .flatMap(({ addedOn, expirationDate }) => (expirationDate === null ? [] : [daysBetween(addedOn, expirationDate)]))
    .filter((count) => count >= 0)
    .toSorted((a, b) => a - b)
  return days.length < minDates ? null : (days[(days.length - 1) >> 1] ?? null)
}
