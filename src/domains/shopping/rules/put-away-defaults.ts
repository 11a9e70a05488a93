import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { DateKind } from '#domains/inventory/contract.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'

/** An earlier lot of the same ingredient. */
export interface EarlierLot {
  storage: Storage
  location: string
  addedOn: CalendarDate
  expirationDate: CalendarDate | null
  dateKind: DateKind | null
}

/** Returns the most frequent place of the lots (newest first), the newer one of a tie; null without lots. */
export function usualPlace(lots: readonly EarlierLot[]): Pick<EarlierLot, 'storage' | 'location'> | null {
  const places = [...Map.groupBy(lots, ({ storage, location }) => `${storage} ${location}`).values()]
  const [commonest] = places.toSorted((a, b) => b.length - a.length)
  return commonest?.[0] ?? null
}

/** A single date may be an exception. */
const minDates = 2

/** Returns the median number of days from adding to the printed date in this storage; null with fewer than two dates. */
export function medianDaysToExpiry(lots: readonly EarlierLot[], storage: Storage): number | null {
  const days = lots
    .filter((lot) => lot.storage === storage && lot.dateKind !== 'estimate')
    .flatMap(({ addedOn, expirationDate }) => (expirationDate === null ? [] : [daysBetween(addedOn, expirationDate)]))
    .filter((count) => count >= 0)
    .toSorted((a, b) => a - b)
  return days.length < minDates ? null : (days[(days.length - 1) >> 1] ?? null)
}
