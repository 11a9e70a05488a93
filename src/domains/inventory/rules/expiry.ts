import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'

/** From this many days left on down, food is to be used soon. */
export const expiringDays = 3

export type ExpiryStatus = 'expired' | 'expiring' | 'good'

/** Whole days until the effective date, negative once it has passed; null without a date. */
export function daysLeft(effective: CalendarDate | null, today: CalendarDate): number | null {
  return effective === null ? null : daysBetween(today, effective)
}

export function expiryStatus(effective: CalendarDate | null, today: CalendarDate): ExpiryStatus {
  const left = daysLeft(effective, today)
  if (left === null || left > expiringDays) return 'good'
  return left < 0 ? 'expired' : 'expiring'
}

/** `Expired`, `Today`, `Tomorrow`, `2 days left` or `No expiration`. */
export function expirySentence(effective: CalendarDate | null, today: CalendarDate): string {
  const left = daysLeft(effective, today)
  if (left === null) return 'No expiration'
  if (left < 0) return 'Expired'
  if (left === 0) return 'Today'
  return left === 1 ? 'Tomorrow' : `${left} days left`
}
