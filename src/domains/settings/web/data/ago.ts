import { t } from '@lingui/core/macro'
import { currentLocale } from '#platform/web/i18n/language.ts'

const steps: readonly [seconds: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [60, 'minute'],
  [3600, 'hour'],
  [86_400, 'day'],
]
const words = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' })
const day = new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium' })

/** Formats the time since then: `5 minutes ago`; the date after a month. */
export function ago(instant: string, now = new Date()): string {
  const seconds = (now.getTime() - Date.parse(instant)) / 1000
  if (seconds < 60) return t`just now`
  if (seconds > 30 * 86_400) return t`on ${day.format(new Date(instant))}`
  const [size, unit] = steps.findLast(([min]) => seconds >= min) ?? [60, 'minute']
  return words.format(-Math.floor(seconds / size), unit)
}
