import { type CalendarDate, CalendarDate as CalendarDay, daysBetween } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'

export interface ReadDateOptions {
  today: CalendarDate
  /** True if 03/04 is the third of April. A day over 12 decides it alone. */
  dayFirst: boolean
}

// Print is read without accents and often without spaces, so labels are matched on letters only.
const expiryLabels =
  /bestbefore|bestby|bestif|bestend|usebefore|useby|consumeby|eatby|enjoyby|freezeby|sellby|displayuntil|expir|\bexp\b|\bbbe?\b|\bbbd\b|\bubd?\b|mindestenshaltbar|haltbarbis|zuverbrauchenbis|verbrauchenbis|verbrauchbis|\bmhd\b|\bdlc\b|\bdluo\b|\bddm\b|aconsommer|consommeravant|consommerjusqu|dateslimites?|consumirpreferent|fechadecaducidad|caduc|consumarsi|\bscad|tenminstehoudbaar|tegebruikentot|\btht\b|\btgt\b|bastfore|sistaforbrukning|mindstholdbar|validade|najlepiejspozyc/
const otherDateLabels =
  /packed|packaged|produced|production|manufactur|\bmf[gd]\b|\bprod\b|\bpkd\b|hergestellt|verpackt|abgefullt|fabrique|emballe|conditionne|frozenon|\blot\b|\bbatch\b|charge/

const monthWords = [
  ['jan', 'january', 'januar', 'janvier', 'janv'],
  ['feb', 'february', 'februar', 'fevrier', 'fevr', 'fev'],
  ['mar', 'march', 'marz', 'mars', 'mrz'],
  ['apr', 'april', 'avril', 'avr'],
  ['may', 'mai'],
  ['jun', 'june', 'juni', 'juin'],
  ['jul', 'july', 'juli', 'juillet', 'juil'],
  ['aug', 'august', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'october', 'oktober', 'okt', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'dezember', 'dez', 'decembre'],
]
const months = new Map(monthWords.flatMap((words, at) => words.map((word) => [word, at + 1] as const)))
const monthName = [...months.keys()].toSorted((a, b) => b.length - a.length).join('|')

const mark = String.raw`\s?[./\-\s]\s?`
const noDigitBefore = String.raw`(?<![\d.,/\-:]|\d\s?[./\-])`
const noDigitAfter = String.raw`(?![.,/\-:]?\d|[%€$])`
const pattern = (inside: string) => new RegExp(`${noDigitBefore}${inside}${noDigitAfter}`, 'g')

const yearMonthDay = pattern(String.raw`(20\d\d)${mark}(\d{1,2})${mark}(\d{1,2})`)
const threeNumbers = pattern(String.raw`(\d{1,2})${mark}(\d{1,2})${mark}(20\d\d|\d\d)`)
const dayMonthNameYear = pattern(String.raw`(\d{1,2})\.?[\s.\-/]?(${monthName})\.?[\s.\-/]?(20\d\d|\d\d)`)
const monthNameDayYear = pattern(String.raw`(${monthName})\.?\s?(\d{1,2}),?\s(20\d\d)`)
const monthNameYear = new RegExp(String.raw`(?<![a-z]|\d[\s.\-/]?)(${monthName})\.?[\s.\-/]?(20\d\d)${noDigitAfter}`, 'g')
const monthYear = pattern(String.raw`(\d{1,2})\s?[./\-]\s?(20\d\d)`)
// Too short to count without a label.
const shortMonthYear = pattern(String.raw`(\d{1,2})\s?[./\-]\s?(\d\d)`)
const shortMonthNameYear = new RegExp(String.raw`(?<![a-z]|\d[\s.\-/]?)(${monthName})\.?[\s.\-/]?(\d\d)${noDigitAfter}`, 'g')
const dayMonthName = pattern(String.raw`(\d{1,2})\.?[\s.\-/]?(${monthName})(?![a-z])`)
const sixOrEight = pattern(String.raw`(\d{2})(\d{2})(20\d\d|\d\d)`)

/** Dates outside this range are more likely lot numbers. */
const maxDaysPast = 730
const maxDaysAhead = 15 * 366

const twoDigits = (figure: number) => String(figure).padStart(2, '0')
const fullYear = (normalizeDigits: string) => (normalizeDigits.length === 2 ? 2000 + Number(normalizeDigits) : Number(normalizeDigits))

function dayOf(year: number, month: number, day: number, today: CalendarDate): CalendarDate | null {
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  if (!CalendarDay.safeParse(date).success) return null
  const ahead = daysBetween(today, date)
  return ahead >= -maxDaysPast && ahead <= maxDaysAhead ? date : null
}

/** A month without a day means its last day. */
const endOfMonth = (year: number, month: number, today: CalendarDate) =>
  month < 1 || month > 12 ? null : dayOf(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate(), today)

function dateInOrder(first: number, second: number, year: number, { today, dayFirst }: ReadDateOptions): CalendarDate | null {
  const isDayFirst = first > 12 || (second <= 12 && dayFirst)
  return isDayFirst ? dayOf(year, second, first, today) : dayOf(year, first, second, today)
}

/** Completes a date without a year: the next one, or the last one if it is less than two months ago. */
function nearest(month: number, day: number, today: CalendarDate): CalendarDate | null {
  const year = Number(today.slice(0, 4))
  const days = [year - 1, year, year + 1].map((each) => dayOf(each, month, day, today)).filter((date) => date !== null)
  return days.find((date) => daysBetween(today, date) >= -60) ?? null
}

interface FoundDate {
  date: CalendarDate
  at: number
  end: number
  /** True if it only counts next to a label. */
  isShort: boolean
}

type Read = (groups: readonly string[], reading: ReadDateOptions) => CalendarDate | null
const forms: readonly { pattern: RegExp; isShort: boolean; read: Read }[] = [
  { pattern: yearMonthDay, isShort: false, read: ([y, m, d], { today }) => dayOf(Number(y), Number(m), Number(d), today) },
  { pattern: threeNumbers, isShort: false, read: ([a, b, y = ''], reading) => dateInOrder(Number(a), Number(b), fullYear(y), reading) },
  {
    pattern: dayMonthNameYear,
    isShort: false,
    read: ([d, m = '', y = ''], { today }) => dayOf(fullYear(y), months.get(m) ?? 0, Number(d), today),
  },
  {
    pattern: monthNameDayYear,
    isShort: false,
    read: ([m = '', d, y], { today }) => dayOf(Number(y), months.get(m) ?? 0, Number(d), today),
  },
  { pattern: monthNameYear, isShort: false, read: ([m = '', y], { today }) => endOfMonth(Number(y), months.get(m) ?? 0, today) },
  { pattern: monthYear, isShort: false, read: ([m, y], { today }) => endOfMonth(Number(y), Number(m), today) },
  { pattern: sixOrEight, isShort: true, read: ([a, b, y = ''], reading) => dateInOrder(Number(a), Number(b), fullYear(y), reading) },
  { pattern: shortMonthNameYear, isShort: true, read: ([m = '', y = ''], { today }) => endOfMonth(fullYear(y), months.get(m) ?? 0, today) },
  { pattern: shortMonthYear, isShort: true, read: ([m, y = ''], { today }) => endOfMonth(fullYear(y), Number(m), today) },
  { pattern: dayMonthName, isShort: true, read: ([d, m = ''], { today }) => nearest(months.get(m) ?? 0, Number(d), today) },
]

/** Returns the dates in a line; each digit is used once, by the most complete format that fits. */
function datesIn(line: string, reading: ReadDateOptions): FoundDate[] {
  const found: FoundDate[] = []
  for (const { pattern: form, isShort, read } of forms) {
    for (const match of line.matchAll(form)) {
      const end = match.index + match[0].length
      if (found.some((other) => match.index < other.end && end > other.at)) continue
      const date = read(match.slice(1), reading)
      if (date) found.push({ date, at: match.index, end, isShort })
    }
  }
  return found.toSorted((a, b) => a.at - b.at)
}

/** Removes accents and case, and reads an O among digits as zero. */
const normalizeDigits = (line: string) => nameKey(line.slice(0, maxLetters)).replace(/(?<=\d|[./-])o(?=[\d./-]|$)/g, '0')
const maxLetters = 200

/** Matches words ignoring separators; short labels such as EXP keep their boundaries. */
const hasLabel = (words: RegExp, text: string) => words.test(text.replace(/[^a-z0-9]+/g, '')) || words.test(text.replace(/[^a-z]+/g, ' '))

/** Returns true if a line is about shelf life. */
export const mentionsShelfLife = (line: string): boolean => hasLabel(expiryLabels, normalizeDigits(line))

/** How many lines below its label a date may be. */
const linesBelow = 2

/**
 * Returns the date a package keeps until, from its lines in reading order, or null. A date next to "best before", "EXP", "MHD", "DLC" … wins;
 * without such a label the latest complete date counts, unless it is a packing date.
 */
export function readDate(lines: readonly string[], reading: ReadDateOptions): CalendarDate | null {
  const folded = lines.slice(0, 100).map(normalizeDigits)
  const dates = folded.map((line) => datesIn(line, reading))
  const plain: CalendarDate[] = []
  for (const [at, line] of folded.entries()) {
    for (const { date, at: start, isShort } of dates[at] ?? []) {
      const before = line.slice(0, start)
      const isOther = hasLabel(otherDateLabels, before) && !hasLabel(expiryLabels, before)
      if (!isOther && hasLabel(expiryLabels, line)) return date
      if (!isOther && !isShort && !hasLabel(otherDateLabels, folded[at - 1] ?? '')) plain.push(date)
    }
    if (!hasLabel(expiryLabels, line)) continue
    for (let below = at + 1; below <= at + linesBelow; below += 1) {
      const [first] = dates[below] ?? []
      if (first && !hasLabel(otherDateLabels, folded[below] ?? '')) return first.date
    }
  }
  return plain.toSorted().at(-1) ?? null
}

const monthFirstLanguages = /^[a-z]{2,3}-(us|ph|fm|mh|pw|gu|as|mp)\b/i

/** Returns false for countries that write the month first, by the first language of `Accept-Language`. */
export const writesDayFirst = (acceptLanguage: string | undefined): boolean => !monthFirstLanguages.test(acceptLanguage?.trim() ?? '')
