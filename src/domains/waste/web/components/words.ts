import { useActiveHousehold } from '#domains/households/web/index.ts'
import type { DiscardReason } from '#domains/inventory/contract.ts'
import type { Period } from '../../contract/report.ts'

export const reasonWords: Record<DiscardReason, string> = {
  expired: 'Expired',
  spoiled: 'Spoiled',
  forgotten: 'Forgotten',
  overbought: 'Bought too much',
  quality: 'Poor quality',
  other: 'Other',
  donated: 'Donated',
  composted: 'Composted',
}

export const periodWords: Record<Period, string> = { week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' }

const formats = new Map<string, Intl.NumberFormat>()

/** Money as this household writes it: `$3.20`. */
export function useMoney(): (amount: number) => string {
  const currency = useActiveHousehold()?.currency ?? 'USD'
  let format = formats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    formats.set(currency, format)
  }
  return format.format
}

/** `—` where nothing is known: never a zero that reads as free. */
export const unknown = '—'

const weightFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
export const weightWords = (grams: number): string =>
  grams >= 1000 ? `${weightFormat.format(grams / 1000)} kg` : `${weightFormat.format(grams)} g`

export const percentWords = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)}%`
export const countWords = (count: number, one: string, many = `${one}s`): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' })
/** `Nov 03, 2026` */
export const dayWords = (day: string): string => dayFormat.format(utc(day))

const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
/** `November 2026` for `2026-11`. */
export const monthWords = (month: string): string => monthFormat.format(utc(`${month}-01`))
export const monthShort = (month: string): string => shortMonth.format(utc(`${month}-01`))

/** A range of days as one reads it: a calendar month, quarter or year by its name. */
export function rangeWords({ startDate, endDate, period }: { startDate: string; endDate: string; period: Period | null }): string {
  if (period === 'month') return monthWords(startDate.slice(0, 7))
  if (period === 'year') return startDate.slice(0, 4)
  if (period === 'quarter') return `Q${Math.ceil(Number(startDate.slice(5, 7)) / 3)} ${startDate.slice(0, 4)}`
  return startDate === endDate ? dayWords(startDate) : `${dayWords(startDate)} – ${dayWords(endDate)}`
}
