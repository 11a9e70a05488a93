import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'

const hourMs = 3_600_000
/** Days an offer stands where the food keeps longer, or is past its date already and somebody wants it all the same. */
const longestDays = 7
const pastDays = 1

/** When an offer ends: with the last day of the food, on the household's calendar, and a week from now at the latest. */
export function offerEnds(expiresOn: CalendarDate, timeZone: string, now: Date): string {
  const inDays = (days: number) => now.getTime() + days * 24 * hourMs
  const isPast = expiresOn < dayIn(timeZone, now)
  const isFar = expiresOn > dayIn(timeZone, new Date(inDays(longestDays)))
  return new Date(isPast ? inDays(pastDays) : isFar ? inDays(longestDays) : endOfDay(expiresOn, timeZone)).toISOString()
}

/** The first quarter of an hour of the next day, in milliseconds: every zone's clocks stand a whole number of those from UTC. */
function endOfDay(day: CalendarDate, timeZone: string): number {
  let at = Date.parse(`${day}T12:00:00.000Z`) - 14 * hourMs
  while (dayIn(timeZone, new Date(at)) <= day) at += hourMs / 4
  return at
}
