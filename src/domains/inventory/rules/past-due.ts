import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Lot } from '../contract.ts'

/** Days past its date after which a lot is long past: strict for use-by and plain dates, lenient for best-before dates and estimates. */
const [strictDays, lenientDays] = [3, 14]
/** Days for which a confirmed lot isn't listed again. */
const confirmedDays = 14
/** Lots long past their date that are listed at most. */
export const maxPastDue = 20

export interface PastDueLimits {
  /** Lots with a strict date before this day are long past. */
  strict: CalendarDate
  lenient: CalendarDate
  /** An instant: lots confirmed since aren't listed. */
  confirmedBefore: string
}
export const pastDueLimits = (today: CalendarDate, now: Date): PastDueLimits => ({
  strict: addDays(today, -strictDays + 1),
  lenient: addDays(today, -lenientDays + 1),
  confirmedBefore: new Date(now.getTime() - confirmedDays * 86_400_000).toISOString(),
})

/** Whether a lot is long past its date and wasn't confirmed recently. The server's query does the same. */
export function isPastDue(
  lot: Pick<Lot, 'effectiveExpiration' | 'expirationDate' | 'dateKind' | 'confirmedAt'>,
  { strict, lenient, confirmedBefore }: PastDueLimits,
): boolean {
  const { effectiveExpiration: date, dateKind } = lot
  if (date === null || date >= strict || (lot.confirmedAt !== null && lot.confirmedAt >= confirmedBefore)) return false
  return date < lenient || dateKind === 'use_by' || (dateKind === null && lot.expirationDate !== null)
}
