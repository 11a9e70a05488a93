import { findDurations } from './find-durations.ts'

const max = 10_080
const iso =
  /^-?p(?:(\d{1,6}(?:[.,]\d{1,3})?)w)?(?:(\d{1,6}(?:[.,]\d{1,3})?)d)?(?:t?(?:(\d{1,6}(?:[.,]\d{1,3})?)h)?(?:(\d{1,6}(?:[.,]\d{1,3})?)m)?(?:(\d{1,6}(?:[.,]\d{1,3})?)s)?)?$/
const number = (text: string | undefined) => Number((text ?? '0').replace(',', '.'))
const whole = (minutes: number) => (Number.isFinite(minutes) && minutes > 0 ? Math.min(max, Math.round(minutes)) : 0)

function isoMinutes(text: string): number | null {
  const parts = /\d/.test(text) ? iso.exec(text) : null
  if (!parts) return null
  const [, weeks, days, hours, minutes, seconds] = parts
  return whole(number(weeks) * 10_080 + number(days) * 1440 + number(hours) * 60 + number(minutes) + number(seconds) / 60)
}

/** `PT30M-45M`, `PT30M/PT45M`: the longer one. */
function isoRangeMinutes(text: string): number | null {
  const [, first = '', second = ''] = /^(p[^-–/]{2,20})[-–/](?:pt?)?([^-–/]{2,20})$/.exec(text) ?? []
  const [low, high] = [isoMinutes(first), isoMinutes(`pt${second}`)]
  return low === null || high === null ? null : Math.max(low, high)
}

/**
 * Returns the minutes of an ISO 8601 duration (`PT1H5M`, `P0DT30M`) or of plain words (`1 hour 15 mins`, `1½ hours`, `30`), for a range the
 * longer one; null for anything else.
 */
export function parseMinutes(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? whole(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase().slice(0, 60)
  const compact = text.replace(/\s+/g, '')
  const declared = isoMinutes(compact) ?? isoRangeMinutes(compact)
  if (declared !== null) return declared
  if (/^\d{1,5}$/.test(text)) return whole(Number(text))
  const clock = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text)
  if (clock) return whole(Number(clock[1]) * 60 + Number(clock[2]) + Number(clock[3] ?? 0) / 60)
  const found = findDurations(text, true)
  return found.length === 0 ? null : whole(found.reduce((sum, { seconds }) => sum + seconds, 0) / 60)
}
