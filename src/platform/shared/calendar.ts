import { z } from 'zod'

const datePattern = /^(19|20|21)\d\d-\d\d-\d\d$/

/** A date without time zone, `YYYY-MM-DD`, years 1900 to 2199. */
export const CalendarDate = z.string().regex(datePattern, 'Use a date like 2026-11-21.').refine(exists, 'That date doesn’t exist.')
export type CalendarDate = string

/** Whether `CalendarDate` accepts it, without loading Zod. */
export const isCalendarDate = (value: unknown): value is CalendarDate =>
  typeof value === 'string' && datePattern.test(value) && exists(value)

const dayMs = 86_400_000
const dayNumber = (date: CalendarDate) => Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10)) / dayMs

function exists(date: string): boolean {
  const day = dayNumber(date)
  return Number.isFinite(day) && new Date(day * dayMs).toISOString().slice(0, 10) === date
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date((dayNumber(date) + days) * dayMs).toISOString().slice(0, 10)
}

/** Returns the same day some months later, or the last day of a shorter month. `months` may be negative. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year, month, day] = [+date.slice(0, 4), +date.slice(5, 7) - 1 + months, +date.slice(8, 10)]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

// Caches the day of the last second, because every request needs it and formatting takes as long as a query.
const formats = new Map<string, { format: Intl.DateTimeFormat; second: number; day: CalendarDate }>()

/** Returns the date of `instant` in an IANA time zone. */
export function dateInTimeZone(timeZone: string, instant: Date): CalendarDate {
  let cached = formats.get(timeZone)
  if (!cached) {
    cached = {
      format: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
      second: Number.NaN,
      day: '',
    }
    formats.set(timeZone, cached)
  }
  const second = Math.floor(instant.getTime() / 1000)
  if (second !== cached.second) {
    cached.day = cached.format.format(instant)
    cached.second = second
  }
  return cached.day
}

/** An IANA time zone name that the runtime supports, e.g. `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    // Not an offset such as +02:00, which has no daylight saving time.
    if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(zone)) return false
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, 'Unknown time zone.')

/**
 * Returns the next instant, `after` included, at which clocks in `timeZone` show `time` (`HH:MM`). If daylight saving time skips it, the
 * instant just after the gap; if it occurs twice, the first.
 */
export function nextLocalTime(timeZone: string, time: string, after: Date): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(timeZone)
  const plain = Temporal.PlainTime.from(time)
  for (let days = 0; ; days++) {
    const at = start.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime: plain })
    if (at.epochMilliseconds >= after.getTime()) return new Date(at.epochMilliseconds)
  }
}

/** Returns the time in `timeZone` as `HH:MM`. */
export function localTime(timeZone: string, at: Date): string {
  const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
