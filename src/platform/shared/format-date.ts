import { type CalendarDate, daysBetween } from './calendar.ts'
import { messageLocale, say } from './say.ts'

type Style = 'date' | 'date-with-year' | 'weekday'
const styles: Readonly<Record<Style, Intl.DateTimeFormatOptions>> = {
  date: { month: 'short', day: 'numeric' },
  'date-with-year': { month: 'short', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'long' },
}
const formats = new Map<string, Intl.DateTimeFormat>()

function format(date: CalendarDate, style: Style): string {
  const key = `${messageLocale()} ${style}`
  // Cached, because creating one takes as long as formatting fifty dates.
  const known = formats.get(key) ?? new Intl.DateTimeFormat(messageLocale(), { timeZone: 'UTC', ...styles[style] })
  formats.set(key, known)
  return known.format(new Date(`${date}T00:00:00Z`))
}

/** Formats a date as `Nov 20` or `20. Nov.`, with the year if it isn't the current one. */
export const formatDate = (date: CalendarDate, today: CalendarDate): string =>
  format(date, date.slice(0, 4) === today.slice(0, 4) ? 'date' : 'date-with-year')

/** Returns `today`, `tomorrow`, `yesterday` or a weekday of the coming six days; null for other dates. */
export function formatNearDay(date: CalendarDate, today: CalendarDate): string | null {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return say`today`
  if (ahead === 1) return say`tomorrow`
  if (ahead === -1) return say`yesterday`
  return ahead > 1 && ahead < 7 ? format(date, 'weekday') : null
}

/** Does the same, but returns other dates as `formatDate` does. */
export const formatDay = (date: CalendarDate, today: CalendarDate): string => formatNearDay(date, today) ?? formatDate(date, today)
