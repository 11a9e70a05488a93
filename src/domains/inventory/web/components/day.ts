import { type CalendarDate, daysBetween } from '#platform/contract/calendar.ts'

const noon = (date: CalendarDate) => new Date(`${date}T12:00:00Z`)
const thisYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const otherYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })

/** A calendar day in words: 'Nov 28', with the year when it is another one. */
export const sayDate = (date: CalendarDate, today: CalendarDate): string =>
  (date.slice(0, 4) === today.slice(0, 4) ? thisYear : otherYear).format(noon(date))

/** As people say it when it is near: 'today', 'tomorrow', 'Friday', else the date. */
export function sayDay(date: CalendarDate, today: CalendarDate): string {
  const ahead = daysBetween(today, date)
  if (ahead === 0) return 'today'
  if (ahead === 1) return 'tomorrow'
  if (ahead === -1) return 'yesterday'
  return ahead > 1 && ahead < 7 ? weekday.format(noon(date)) : sayDate(date, today)
}
