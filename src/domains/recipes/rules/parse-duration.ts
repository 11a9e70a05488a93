const max = 10_080
const iso =
  /^-?p(?:(\d{1,6}(?:[.,]\d{1,3})?)w)?(?:(\d{1,6}(?:[.,]\d{1,3})?)d)?(?:t?(?:(\d{1,6}(?:[.,]\d{1,3})?)h)?(?:(\d{1,6}(?:[.,]\d{1,3})?)m)?(?:(\d{1,6}(?:[.,]\d{1,3})?)s)?)?$/
const number = (text: string | undefined) => Number((text ?? '0').replace(',', '.'))
const whole = (minutes: number) => (Number.isFinite(minutes) && minutes > 0 ? Math.min(max, Math.round(minutes)) : 0)

/** Returns the minutes of an ISO 8601 duration (`PT1H5M`, `P0DT30M`) or of plain words (`1 hour 15 mins`, `30`); null for anything else. */
export function parseMinutes(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? whole(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase().slice(0, 60)
  const parts = iso.exec(text.replace(/\s+/g, ''))
  if (parts && /\d/.test(text)) {
    const [, weeks, days, hours, minutes, seconds] = parts
    return whole(number(weeks) * 10_080 + number(days) * 1440 + number(hours) * 60 + number(minutes) + number(seconds) / 60)
  }
  if (/^\d{1,5}$/.test(text)) return whole(Number(text))
  const clock = /^(\d{1,2}):(\d{2})$/.exec(text)
  if (clock) return whole(Number(clock[1]) * 60 + Number(clock[2]))
  let sum: number | null = null
  for (const [, figure, unit = ''] of text.matchAll(
    /(\d{1,5}(?:[.,]\d{1,2})?)\s?(d|days?|tage?n?|jours?|h|hrs?|hours?|std|stunden?|heures?|m|mins?|minutes?|minuten)(?![a-zä-ü])/g,
  )) {
    const times = /^(?:d|t|j)/.test(unit) ? 1440 : /^(?:h|s)/.test(unit) ? 60 : 1
    sum = (sum ?? 0) + number(figure) * times
  }
  const rest = /\dh\s?(\d{1,2})$/.exec(text)
  if (sum !== null && rest) sum += Number(rest[1])
  return sum === null ? null : whole(sum)
}
