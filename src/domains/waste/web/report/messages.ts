import { plural, t } from '@lingui/core/macro'
import type { DiscardReason } from '#domains/inventory/contract.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import type { Period } from '../../contract.ts'

export const reasonWords: Record<DiscardReason, string> = {
  expired: t`Expired`,
  spoiled: t`Spoiled`,
  forgotten: t`Forgotten`,
  overbought: t`Bought too much`,
  quality: t`Poor quality`,
  other: t`Other`,
  donated: t`Donated`,
  composted: t`Composted`,
}

export const periodWords: Record<Period, string> = { week: t`Week`, month: t`Month`, quarter: t`Quarter`, year: t`Year` }

/** Shown for an unknown value, since zero would read as free. */
export const unknownValueText = '—'

const weightFormat = new Intl.NumberFormat(currentLocale(), { maximumFractionDigits: 1 })
export const weightWords = (grams: number): string =>
  grams >= 1000 ? `${weightFormat.format(grams / 1000)} kg` : `${weightFormat.format(grams)} g`

const percents = [0, 1].map((digits) => {
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(currentLocale(), { style: 'percent', ...decimals })
})
export const percentWords = (share: number, digits: 0 | 1 = 0): string => percents[digits]?.format(share) ?? ''
export const itemWords = (count: number): string => plural(count, { one: '# item', other: '# items' })

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const dayFormat = new Intl.DateTimeFormat(currentLocale(), { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' })
/** `Nov 03, 2026` */
export const dayWords = (day: string): string => dayFormat.format(utc(day))

const monthFormat = new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat(currentLocale(), { month: 'short', timeZone: 'UTC' })
/** `November 2026` for `2026-11`. */
export const monthWords = (month: string): string => monthFormat.format(utc(`${month}-01`))
export const monthShort = (month: string): string => shortMonth.format(utc(`${month}-01`))

const quarterWords = (quarter: number, year: string) => t`Q${quarter} ${year}`

/** Formats a range of dates, a whole calendar month, quarter or year by its name. */
export function rangeWords({ startDate, endDate, period }: { startDate: string; endDate: string; period: Period | null }): string {
  if (period === 'month') return monthWords(startDate.slice(0, 7))
  if (period === 'year') return startDate.slice(0, 4)
  if (period === 'quarter') return quarterWords(Math.ceil(Number(startDate.slice(5, 7)) / 3), startDate.slice(0, 4))
  return startDate === endDate ? dayWords(startDate) : `${dayWords(startDate)} – ${dayWords(endDate)}`
}
