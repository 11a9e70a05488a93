import { z } from 'zod'

/** A day on the wall calendar, `YYYY-MM-DD`, years 1900 to 2199; it has no time zone. */
export const CalendarDate = z
  .string()
  .regex(/^(19|20|21)\d\d-\d\d-\d\d$/, 'Use a date like 2026-11-21.')
  .refine(exists, 'That date doesn’t exist.')
export type CalendarDate = string

const dayMs = 86_400_000
const dayNumber = (date: CalendarDate) => Date.UTC(+date.slice(0, 4), +date.slice(5, 7) - 1, +date.slice(8, 10)) / dayMs

function exists(date: string): boolean {
  const day = dayNumber(date)
  return Number.isFinite(day) && new Date(day * dayMs).toISOString().slice(0, 10) === date
}

export function addDays(date: CalendarDate, days: number): CalendarDate {
  return new Date((dayNumber(date) + days) * dayMs).toISOString().slice(0, 10)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return dayNumber(to) - dayNumber(from)
}

// The day of the last second asked about is kept beside: every request asks, and formatting a day costs as much as a query.
const formats = new Map<string, { format: Intl.DateTimeFormat; second: number; day: CalendarDate }>()

/** The calendar day that `instant` falls on in an IANA time zone. */
export function dayIn(timeZone: string, instant: Date): CalendarDate {
  let known = formats.get(timeZone)
  if (!known) {
    known = {
      format: new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
      second: Number.NaN,
      day: '',
    }
    formats.set(timeZone, known)
  }
  const second = Math.floor(instant.getTime() / 1000)
  if (second !== known.second) {
    known.day = known.format.format(instant)
    known.second = second
  }
  return known.day
}

/** An IANA time zone name that this runtime knows, e.g. `Europe/Berlin`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    // A name: an offset such as +02:00 knows no change of clocks.
    if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(zone)) return false
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone })
      return true
    } catch {
      return false
    }
  }, 'Unknown time zone.')
