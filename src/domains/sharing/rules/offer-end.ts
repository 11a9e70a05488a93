import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'

const hourMs = 3_600_000
const maxDays = 7
/** How long an offer of an expired lot stays open. */
const expiredDays = 1

/** Returns when an offer ends: at the end of the expiry day in `timeZone`, and at most a week from now. */
export function offerEndsAt(expiresOn: CalendarDate, timeZone: string, now: Date): string {
  const inDays = (days: number) => now.getTime() + days * 24 * hourMs
  const isPast = expiresOn < dateInTimeZone(timeZone, now)
  const isFar = expiresOn > dateInTimeZone(timeZone, new Date(inDays(maxDays)))
  return new Date(isPast ? inDays(expiredDays) : isFar ? inDays(maxDays) : endOfDay(expiresOn, timeZone)).toISOString()
}

/** Returns the start of the next day in epoch milliseconds. Steps by 15 minutes, because every zone's offset is a multiple of that. */
function endOfDay(day: CalendarDate, timeZone: string): number {
  let at = Date.parse(`${day}T12:00:00.000Z`) - 14 * hourMs
  while (dateInTimeZone(timeZone, new Date(at)) <= day) at += hourMs / 4
  return at
}
