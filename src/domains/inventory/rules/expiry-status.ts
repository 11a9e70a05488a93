import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'

/** Lots with this many days left or fewer are expiring. */
export const expiringDays = 3

export type ExpiryStatus = 'expired' | 'expiring' | 'good'

/** Returns the days until `expiresOn`: negative once it has passed, null without a date. */
export function daysLeft(expiresOn: CalendarDate | null, today: CalendarDate): number | null {
  return expiresOn === null ? null : daysBetween(today, expiresOn)
}

export function expiryStatusOf(expiresOn: CalendarDate | null, today: CalendarDate): ExpiryStatus {
  const left = daysLeft(expiresOn, today)
  if (left === null || left > expiringDays) return 'good'
  return left < 0 ? 'expired' : 'expiring'
}

/** `Expired`, `Today`, `Tomorrow`, `2 days left` or `No expiration`. */
export function expirySentence(expiresOn: CalendarDate | null, today: CalendarDate): string {
  const left = daysLeft(expiresOn, today)
  if (left === null) return 'No expiration'
  if (left < 0) return 'Expired'
  if (left === 0) return 'Today'
  return left === 1 ? 'Tomorrow' : `${left} days left`
}
