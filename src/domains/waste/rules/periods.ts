import { addDays, type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { type Period, periods } from '../contract.ts'

/** A range of dates, both inclusive. */
export interface Range {
  first: CalendarDate
  last: CalendarDate
}

const yearOf = (day: CalendarDate) => Number(day.slice(0, 4))
const monthOf = (day: CalendarDate) => Number(day.slice(5, 7))
/** Returns the first day of a month. Months below 1 and above 12 continue into other years. */
function firstOfMonth(year: number, month: number): CalendarDate {
  const months = year * 12 + month - 1
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`
}
/** Returns the weekday, 0 for Monday. 1900-01-01 was a Monday. */
const weekday = (day: CalendarDate) => ((daysBetween('1900-01-01', day) % 7) + 7) % 7

/** Returns the calendar week (from Monday), month, quarter or year that includes a day. */
export function rangeOf(period: Period, day: CalendarDate): Range {
  const [year, month] = [yearOf(day), monthOf(day)]
  switch (period) {
    case 'week': {
      const first = addDays(day, -weekday(day))
      return { first, last: addDays(first, 6) }
    }
    case 'month':
      return { first: firstOfMonth(year, month), last: addDays(firstOfMonth(year, month + 1), -1) }
    case 'quarter': {
      const start = month - ((month - 1) % 3)
      return { first: firstOfMonth(year, start), last: addDays(firstOfMonth(year, start + 3), -1) }
    }
    case 'year':
      return { first: firstOfMonth(year, 1), last: addDays(firstOfMonth(year + 1, 1), -1) }
  }
}

export interface ReportDays {
  period: Period | null
  range: Range
  before: Range
}

/**
 * Returns the days of a report and the days to compare them with; null if the end is before the start. Dates override the period. A start
 * alone ends today; an end alone starts with its day's period (month by default). A whole calendar period is compared with the previous one,
 * other ranges with as many days before.
 */
export function readReportDays(
  { period, startDate, endDate }: { period?: Period | undefined; startDate?: CalendarDate | undefined; endDate?: CalendarDate | undefined },
  today: CalendarDate,
): ReportDays | null {
  const range =
    startDate === undefined && endDate === undefined ? rangeOf(period ?? 'month', today) : customRange(period, startDate, endDate, today)
  if (range.last < range.first) return null
  const calendarPeriod = periods.find((one) => (period === undefined || one === period) && isSame(rangeOf(one, range.first), range))
  const dayBefore = addDays(range.first, -1)
  const before = calendarPeriod
    ? rangeOf(calendarPeriod, dayBefore)
    : { first: addDays(range.first, -1 - daysBetween(range.first, range.last)), last: dayBefore }
  return { period: calendarPeriod ?? null, range, before }
}

const isSame = (a: Range, b: Range) => a.first === b.first && a.last === b.last

function customRange(
  period: Period = 'month',
  first: CalendarDate | undefined,
  last: CalendarDate | undefined,
  today: CalendarDate,
): Range {
  if (first === undefined) return { first: rangeOf(period, last ?? today).first, last: last ?? today }
  return { first, last: last ?? (first > today ? first : today) }
}

/** Returns the last `count` months as `YYYY-MM`, ending with the one of `today`. */
export function lastMonths(count: number, today: CalendarDate): string[] {
  return Array.from({ length: count }, (_, i) => firstOfMonth(yearOf(today), monthOf(today) - count + 1 + i).slice(0, 7))
}
