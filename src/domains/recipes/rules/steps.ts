import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'

export interface StepTimer {
  /** As written: `18 minutes`. */
  words: string
  seconds: number
}

const times =
  /(\d{1,3}(?:[.,]\d)?)(?:\s?(?:-|–|to|bis|à)\s?(\d{1,3}(?:[.,]\d)?))?\s?(seconds?|secs?|sekunden?|secondes?|minutes?|mins?|minuten?|hours?|hrs?|stunden?|heures?)\b/gi
const value = (text: string) => Number(text.replace(',', '.'))

/** Returns the times a step mentions; for a range the longer one. */
export function timersOf(step: string): StepTimer[] {
  return [...step.matchAll(times)].flatMap(([words, first = '', second, unit = '']) => {
    const size = /^s(?:ec|ek)/i.test(unit) ? 1 : /^m/i.test(unit) ? 60 : 3600
    const seconds = Math.round(value(second ?? first) * size)
    return seconds > 0 && seconds <= 86_400 ? [{ words, seconds }] : []
  })
}

/** Words too common to identify a food. */
const commonWords = new Set(
  ['fresh', 'whole', 'ground', 'canned', 'dried', 'frozen', 'large', 'small', 'sauce', 'powder', 'seed', 'and'].map(ingredientKey),
)

/** Returns the indexes of the lines whose food, or a distinctive word of it, the step mentions. */
export function linesOfStep(step: string, lines: readonly { food: string }[]): number[] {
  const stepWords = new Set(ingredientKey(step).split(' '))
  return lines.flatMap(({ food: ingredient }, place) => {
    const words = ingredientKey(ingredient)
      .split(' ')
      .filter((word) => word.length > 2 && !commonWords.has(word))
    return words.some((word) => stepWords.has(word)) ? [place] : []
  })
}

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
