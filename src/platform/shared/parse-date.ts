import { addDays, type CalendarDate, daysBetween, isCalendarDate } from './calendar.ts'
import type { Language } from './language.ts'

/** Returns a word in lower case, without a dot at its end. */
export function normalizeToken(token = ''): string {
  const lower = token.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

export interface ReadDate {
  date: CalendarDate
  /** Number of tokens read. */
  length: number
  /** False if another day may be meant: 5/6, or Friday on a Friday. */
  sure: boolean
}

/** Maps words to their positions in lists such as `sun mon …`. A `-` fills a position. */
const positions = (...lists: string[]) => new Map(lists.flatMap((list) => list.split(' ').map((word, at) => [word, at] as const)))
const weekdays = positions(
  'sun mon tue wed thu fri sat',
  'sunday monday tuesday wednesday thursday friday saturday',
  '- - tues weds thur',
  '- - - - thurs',
  'so mo di mi do fr sa',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
  '- - - - - - sonnabend',
  'dimanche lundi mardi mercredi jeudi vendredi samedi',
)
/** Only where the text is a date and its reader's language is known: "mar" is March in English, and "dim" begins other words. */
const frenchWeekdays = 'dim lun mar mer jeu ven sam'.split(' ')
const months = positions(
  'jan feb mar apr may jun jul aug sep oct nov dec',
  'january february march april may june july august september october november december',
  '- - - - - - - - sept',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jän - mär - - - - - - okt - dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'janv févr mrz avr - - juil - - - - déc',
  '- fevrier maerz - - - - aout - - - decembre',
)

const weekdayOf = (word: string): number | null => (word === '-' ? null : (weekdays.get(word) ?? null))

function monthOf(word: string): number | null {
  const found = word === '-' ? undefined : months.get(word)
  return found === undefined ? null : found + 1
}

const pad = (n: number, width = 2) => String(n).padStart(width, '0')
function calendarDay(year: number, month: number, day: number): CalendarDate | null {
  const date = `${pad(year, 4)}-${pad(month)}-${pad(day)}`
  return isCalendarDate(date) ? date : null
}

function lastOfMonth(year: number, month: number): CalendarDate | null {
  return [31, 30, 29, 28].map((day) => calendarDay(year, month, day)).find((date) => date !== null) ?? null
}

/** Reads a year from 2000 on; two digits mean this century. */
function yearOf(text: string | undefined): number | null {
  if (text === undefined || !/^(\d\d|20\d\d|21\d\d)$/.test(text)) return null
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

/** Returns the next such day. Not sure if the last one was within a month, because that may be meant instead. */
function withoutYear(month: number, day: number, today: CalendarDate): { date: CalendarDate; sure: boolean } | null {
  const year = Number(today.slice(0, 4))
  // February 29 can be eight years away, around 2100.
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = calendarDay(year + ahead, month, day)
    if (date !== null && date >= today) {
      const before = calendarDay(year, month, day)
      return { date, sure: before === null || before >= today || daysBetween(before, today) > 31 }
    }
  }
  return null
}

function dayAndMonth(
  day: number,
  month: number,
  yearText: string | undefined,
  today: CalendarDate,
): { date: CalendarDate; sure: boolean } | null {
  if (yearText === undefined) return withoutYear(month, day, today)
  const year = yearOf(yearText)
  const date = year === null ? null : calendarDay(year, month, day)
  return date === null ? null : { date, sure: true }
}

const certain = (date: CalendarDate | null, length: number): ReadDate | null => (date === null ? null : { date, length, sure: true })

const iso = /^\d{4}-\d\d-\d\d$/
const numeric = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?\.?$/
const monthAndYear = /^(\d{1,2})[/.-](20\d\d)$/

function numericDate(token: string, today: CalendarDate, dayFirst: boolean): ReadDate | null {
  if (iso.test(token)) return isCalendarDate(token) ? { date: token, length: 1, sure: true } : null
  const wholeMonth = monthAndYear.exec(token)
  if (wholeMonth) {
    const date = lastOfMonth(Number(wholeMonth[2]), Number(wholeMonth[1]))
    return certain(date, 1)
  }
  const parts = numeric.exec(token)
  if (!parts) return null
  const [first, second] = [Number(parts[1]), Number(parts[2])]
  const orders: (readonly [number, number])[] = [[first, second] as const, [second, first] as const]
  if (!dayFirst) orders.reverse()
  const readings = orders.map(([day, month]) => dayAndMonth(day, month, parts[3], today)).filter((reading) => reading !== null)
  const [likely] = readings
  return likely ? { date: likely.date, length: 1, sure: likely.sure && (readings.length === 1 || first === second) } : null
}

function writtenDate(tokens: readonly string[], start: number, today: CalendarDate): ReadDate | null {
  const [first, second, third] = [normalizeToken(tokens[start]), normalizeToken(tokens[start + 1]), normalizeToken(tokens[start + 2])]
  const day = (word: string) => (/^\d{1,2}(st|nd|rd|th|er)?$/.test(word) ? Number.parseInt(word, 10) : null)
  const [dayBefore, dayAfter] = [day(first), day(second)]
  const month = dayBefore === null ? monthOf(first) : monthOf(second)
  const dayNumber = dayBefore ?? dayAfter
  if (month === null) return null
  if (dayBefore === null && yearOf(second) !== null && second.length === 4) {
    const date = lastOfMonth(Number(second), month)
    return certain(date, 2)
  }
  if (dayNumber === null) return null
  const year = yearOf(third) !== null && third.length === 4 ? third : undefined
  const read = dayAndMonth(dayNumber, month, year, today)
  return read && { ...read, length: year === undefined ? 2 : 3 }
}

function inMonths(today: CalendarDate, count: number): CalendarDate | null {
  const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + count
  const [year, month] = [Math.floor(index / 12), (index % 12) + 1]
  return calendarDay(year, month, Number(today.slice(8))) ?? lastOfMonth(year, month)
}

const ones = new Set('a an one next ein einem einer eine un une nächste nächsten'.split(' '))

/** Ends of months, by how many months ahead they are. */
const monthEnds = new Map([
  ...['eom', 'end of month', 'end of the month', 'end of this month', 'monatsende', 'ende monat', 'ende des monats', 'ende dieses monats']
    .concat(['fin de mois', 'fin du mois', 'fin mois'])
    .map((words) => [words, 0] as const),
  ...['end of next month', 'ende nächsten monats', 'ende des nächsten monats', 'fin du mois prochain'].map((words) => [words, 1] as const),
])
const longestMonthEnd = 4

/** `end of month`, `Monatsende`, `fin du mois prochain`. */
function monthEndAt(tokens: readonly string[], start: number, today: CalendarDate): ReadDate | null {
  for (let length = Math.min(longestMonthEnd, tokens.length - start); length > 0; length -= 1) {
    const months = monthEnds.get(
      tokens
        .slice(start, start + length)
        .map(normalizeToken)
        .join(' '),
    )
    if (months === undefined) continue
    const index = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 + months
    return certain(lastOfMonth(Math.floor(index / 12), (index % 12) + 1), length)
  }
  return null
}

/** `in 3 days`, `3d`, `a week`, `2 weeks`, `next week`, `in einer Woche`, `dans 3 jours`. */
function spanOn(tokens: readonly string[], start: number, today: CalendarDate): ReadDate | null {
  const lead = ['in', 'within', 'dans'].includes(normalizeToken(tokens[start])) ? 1 : 0
  const glued = /^(\d{1,3})(d|w|m|day|days|week|weeks|month|months)$/.exec(normalizeToken(tokens[start + lead]))
  const countText = glued ? (glued[1] ?? '') : normalizeToken(tokens[start + lead])
  const word = glued ? (glued[2] ?? '') : normalizeToken(tokens[start + lead + 1])
  const count = ones.has(countText) ? 1 : /^\d{1,3}$/.test(countText) ? Number(countText) : null
  if (count === null) return null
  const length = lead + (glued ? 1 : 2)
  if (/^(d|days?|tag|tage|tagen|jours?)$/.test(word)) return { date: addDays(today, count), length, sure: true }
  if (/^(w|weeks?|wochen?|semaines?)$/.test(word)) return { date: addDays(today, count * 7), length, sure: true }
  if (!/^(m|months?|monat|monate|monaten|mois)$/.test(word)) return null
  const date = inMonths(today, count)
  return certain(date, length)
}

const next = new Set(['next', 'nächsten', 'nächster', 'nächste'])
const nearDays = new Map([
  ...['yesterday', 'gestern', 'hier'].map((word) => [word, -1] as const),
  ...['today', 'tonight', 'heute', "aujourd'hui"].map((word) => [word, 0] as const),
  ...['tomorrow', 'tmrw', 'morgen', 'demain'].map((word) => [word, 1] as const),
  ...['übermorgen', 'uebermorgen', 'après-demain', 'apres-demain'].map((word) => [word, 2] as const),
])

/**
 * Reads the date at token `start`, relative to `today`: `fri`, `tomorrow`, `in 3 days`, `3d`, `end of month`, `25 dec`, `25/12`, `12/2027`
 * (the last day of the month), `2026-12-25`. The day comes before the month, unless that is impossible or `dayFirst` is false. Returns null if there is no date.
 */
export function parseDateAt(tokens: readonly string[], start: number, today: CalendarDate, dayFirst = true): ReadDate | null {
  const first = normalizeToken(tokens[start])
  if (first.length > 12) return null
  const monthEnd = monthEndAt(tokens, start, today)
  if (monthEnd) return monthEnd
  const near = nearDays.get(first.replace('’', "'"))
  if (near !== undefined) return { date: addDays(today, near), length: 1, sure: true }

  const isNext = next.has(first) || ['this', 'diesen', 'ce'].includes(first)
  const weekday = weekdayOf(isNext ? normalizeToken(tokens[start + 1]) : first)
  if (weekday !== null) {
    const date = nextWeekday(weekday, today)
    return { date: next.has(first) ? addDays(date, 7) : date, length: isNext ? 2 : 1, sure: !next.has(first) && date !== today }
  }
  return spanOn(tokens, start, today) ?? writtenDate(tokens, start, today) ?? numericDate(first, today, dayFirst)
}

/** The letters after a number, as people write them in their language: `j` is a day in French and a year in German. */
const spanLetters: Readonly<Record<Language, string>> = {
  en: 'd day days|w week weeks|m month months|y year years',
  de: 'd t tag tage tagen|w woche wochen|m monat monate monaten|j y jahr jahre jahren',
  fr: 'd j jour jours|s w semaine semaines|m mois|a y an ans année années',
}

/** `+10d`, `+2 w`, `+1m`, `10d`, `+10` for days: a time from today. */
function spanFromToday(text: string, today: CalendarDate, language: Language): CalendarDate | null {
  const [, plus, digits = '', letters = ''] = /^(\+?)\s*(\d{1,3})\s*([\p{L}]*)$/u.exec(text) ?? []
  if (digits === '' || (plus === '' && letters === '')) return null
  const count = Number(digits)
  const unit = letters === '' ? 0 : spanLetters[language].split('|').findIndex((words) => words.split(' ').includes(letters))
  if (unit < 0) return null
  return unit < 2 ? addDays(today, count * (unit === 0 ? 1 : 7)) : inMonths(today, count * (unit === 2 ? 1 : 12))
}

/**
 * Reads a text that is nothing but a date: what `parseDateAt` reads, and `+1m`, `+10d`, `+2w` and `+1y` with the letters of the reader's
 * language. Returns null if it isn't a date.
 */
export function parseDate(
  text: string,
  today: CalendarDate,
  { language, dayFirst }: { language: Language; dayFirst: boolean },
): CalendarDate | null {
  const plain = text.trim().toLowerCase()
  const span = spanFromToday(plain, today, language)
  if (span !== null) return span
  const tokens = plain.replace(/^\+\s*/, '').split(/\s+/)
  const weekday = language === 'fr' && tokens.length === 1 ? frenchWeekdays.indexOf(normalizeToken(tokens[0])) : -1
  if (weekday >= 0) return nextWeekday(weekday, today)
  const read = parseDateAt(tokens, 0, today, dayFirst)
  return read && read.length === tokens.length ? read.date : null
}

/** Returns the next such day, which may be today. */
const nextWeekday = (weekday: number, today: CalendarDate): CalendarDate => addDays(today, (weekday - weekdayOn(today) + 7) % 7)

/** Returns the weekday; 0 is Sunday. */
function weekdayOn(date: CalendarDate): number {
  const knownSunday = '2023-01-01'
  return ((daysBetween(knownSunday, date) % 7) + 7) % 7
}
