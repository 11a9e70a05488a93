import { t } from '@lingui/core/macro'
import { useEffect, useState } from 'react'
import { currentLocale } from '../i18n/language.ts'

const steps: readonly (readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit])[] = [
  [31_536_000, 'year'],
  [2_592_000, 'month'],
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
]
const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'always' })
const formatNaturally = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' })
const exact = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'short' })

/** Returns the day and the time of day in the reader's language: `Nov 27, 2026, 9:20 PM`. */
export const formatExactTime = (at: Date): string => exact.format(at)

/** Returns 'just now', '5 minutes ago', '2 days ago'. */
export function formatRelativeTime(at: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - at.getTime()) / 1000))
  const step = steps.find(([size]) => seconds >= size)
  return step ? format.format(-Math.floor(seconds / step[0]), step[1]) : t`just now`
}

/** Returns 'just now', '5 minutes ago', 'yesterday'; the date after a month. */
export function relativeTimeOrDate(instant: string, now = new Date()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000
  if (seconds >= 30 * 86_400) return t`on ${day.format(new Date(instant))}`
  const step = steps.find(([size]) => seconds >= size)
  return step ? formatNaturally.format(-Math.floor(seconds / step[0]), step[1]) : t`just now`
}

/** A relative time that updates while it is shown. The exact time is in the tooltip. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const then = new Date(at)
  return (
    <time dateTime={at} title={formatExactTime(then)} className={className}>
      {formatRelativeTime(then, now)}
    </time>
  )
}
