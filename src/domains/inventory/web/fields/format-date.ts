import { t } from '@lingui/core/macro'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'

const noon = (date: CalendarDate) => new Date(`${date}T12:00:00Z`)
const thisYear = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', timeZone: 'UTC' })
const otherYear = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(currentLocale(), { weekday: 'long', timeZone: 'UTC' })

/** Formats a date such as "Nov 28", with the year if it isn't this one. */
export const formatDate = (date: CalendarDate, today: CalendarDate): string =>
  (date.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(noon(date))

/** Returns "today", "tomorrow", "yesterday", a weekday within a week, or else the date. */
export function formatDay(date: CalendarDate, today: CalendarDate): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return t`today`
  if (ahead === 1) return t`tomorrow`
  if (ahead === -1) return t`yesterday`
  return ahead > 1 && ahead < 7 ? weekday.format(noon(date)) : formatDate(date, today)
}
