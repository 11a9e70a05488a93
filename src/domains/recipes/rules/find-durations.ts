import { isUnitWord } from './line-units.ts'
import { parseNumberAt, writeFractions } from './parse-number.ts'

export interface FoundDuration {
  start: number
  end: number
  /** For a range, the longer one. */
  seconds: number
}

const spellings = {
  seconds: 'seconds?|secs?|sekunden?|sek|secondes?',
  minutes: 'minuten|minutes?|mins?|mn',
  hours: 'hours?|hrs?|stunden?|std|heures?|h',
} as const
const seconds = { s: 1, m: 60, h: 3600, d: 86_400 } as const

/** `2`, `1.5`, `1½`, `1 1/2`, `1/2`. Every run is bounded, so that reading is linear. */
const figure = '\\d{1,5}(?:[.,]\\d{1,2})?(?:\\s?[½⅓⅔¼¾]|\\s\\d{1,2}[/⁄]\\d{1,2}|[/⁄]\\d{1,2})?|[½⅓⅔¼¾]'
const joint = '\\s?(?:-|–|—|to|bis|à|or|oder|ou)\\s?'
const isRange = new RegExp(`^\\.?${joint}$`, 'iu')
const isSequence = /^\s?(?:(?:and|und|et|&)\s)?$/i
const abbreviation = /(?:std|hrs?|h|mins?|sek|secs?)$/i

const finder = (units: string) => new RegExp(`(?<![\\d.,/⁄:])(${figure})(?:${joint}(${figure}))?[\\s-]?(${units})(?![\\p{L}])`, 'giu')
/** Days and single letters are read only where nothing but a duration is expected. */
const inProse = finder(`${spellings.seconds}|${spellings.minutes}|${spellings.hours}`)
const inField = finder(`${spellings.seconds}|${spellings.minutes}|${spellings.hours}|days?|tage?n?|jours?|d|m`)
/** The rest of a range after minutes: `1h30-1h45`, `10 to 15 minutes`. After a word only a time is one: `1h30 à 180 °C` is not. */
const isRangeStart = new RegExp(
  `^\\s?(?:[-–—]\\s?\\d|(?:to|bis|à|or|oder|ou)\\s?\\d{1,2}(?:[.,]\\d{1,2})?\\s?[½⅓⅔¼¾]?[\\s-]?(?:${spellings.minutes}|${spellings.hours}|m)(?!\\p{L}))`,
  'iu',
)
const startsWithUnit = new RegExp(`^\\s?-?(?:${spellings.minutes}|${spellings.seconds}|m)(?!\\p{L})`, 'iu')

const readFigure = (text: string) => parseNumberAt(writeFractions(text.replace('⁄', '/')).trim().split(/\s+/), 0)?.value ?? 0

/** Returns the number, of a range the larger one; `1-1/2` is one and a half. */
function largest(first: string, second: string | undefined): number {
  const low = readFigure(first)
  if (second === undefined) return low
  const high = readFigure(second)
  return high < 1 && Number.isInteger(low) ? low + high : Math.max(low, high)
}

/** Seconds in one unit by its first letter; `t` and `j` are days in German and French. */
function sizeOf(unit: string): number {
  if (/^s(?:ec|ek)/i.test(unit)) return seconds.s
  if (/^m/i.test(unit)) return seconds.m
  return /^[dtj]/i.test(unit) ? seconds.d : seconds.h
}

/** A word that can follow minutes, in three languages; any other is what the number counts: `1 hour 20 biscuits`. */
const followsMinutes =
  /^(?:at|in|on|or|and|until|to|with|then|over|under|for|à|a|au|aux|en|dans|sur|sous|ou|et|puis|jusqu|environ|avec|bei|im|auf|bis|oder|und|mit|lang|dann|unter|zu|am|je|nach)$/iu

/** Minutes without a unit after hours: `1h30`, `1 h 30`, `1 heure 15`. Returns null if the number is another one. */
function bareMinutes(after: string): { minutes: number; length: number } | null {
  const [whole, minutes] = /^(?:\d{1,2}|\s\d{2})(?![\d.,/⁄°%]*\d)/.exec(after) ? (/^\s?(\d{1,2})/.exec(after) ?? []) : []
  if (whole === undefined || minutes === undefined || Number(minutes) > 59) return null
  const rest = after.slice(whole.length)
  const [, word = ''] = /^\s?(\p{L}+)/u.exec(rest) ?? []
  const isOther =
    /^\s?[°%]/.test(rest) ||
    isRangeStart.test(rest) ||
    startsWithUnit.test(rest) ||
    (word !== '' && (isUnitWord(word) || (whole.startsWith(' ') && !followsMinutes.test(word))))
  return isOther ? null : { minutes: Number(minutes), length: whole.length }
}

/**
 * Returns the durations that a text mentions, in three languages: `1 Std. 20 Min.` and `45 min - 1 hour` are one each. `isField`: the text
 * is a duration itself, so days and single letters count too.
 */
export function findDurations(text: string, isField = false): FoundDuration[] {
  const found: FoundDuration[] = []
  let [run, longest, size] = [0, 0, 0]
  let canHaveDot = false
  for (const { 0: whole, 1: first = '', 2: second, 3: unit = '', index } of text.matchAll(isField ? inField : inProse)) {
    const own = sizeOf(unit)
    let end = index + whole.length
    let value = largest(first, second) * own
    const more = own === seconds.h ? bareMinutes(text.slice(end, end + 24)) : null
    if (more) {
      value += more.minutes * seconds.m
      end += more.length
    }
    const last = found.at(-1)
    const gap = last ? text.slice(last.end, index) : ''
    const isReversed = second !== undefined && readFigure(first) > readFigure(second)
    if (last && isReversed && own === seconds.h && size === own && gap.trim() === '') {
      // 1 hr 30 - 2 hrs
      longest = Math.max(longest, run + readFigure(first) * seconds.m)
      run = readFigure(second) * own + (more ? more.minutes * seconds.m : 0)
    } else if (last && isRange.test(gap)) {
      longest = Math.max(longest, run)
      run = value
    } else if (last && own < size && isSequence.test(canHaveDot ? gap.replace(/^\./, '') : gap)) run += value
    else {
      ;[run, longest] = [value, 0]
      found.push({ start: index, end, seconds: 0 })
    }
    const current = found.at(-1)
    if (current) Object.assign(current, { end, seconds: Math.round(Math.max(run, longest)) })
    size = own
    canHaveDot = abbreviation.test(unit)
  }
  return found
}
