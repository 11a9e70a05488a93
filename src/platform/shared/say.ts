import type { DecimalMark } from './normalize-decimal.ts'

/**
 * A message compiled by Lingui: text, placeholders, plurals. Lingui's own formatter would add 3 kB to the sign-in page for dates and
 * number skeletons, which no message uses. `problem-message.test.ts` compares both over all catalogs.
 */
export type Message = string | readonly Part[]
export type Part = string | readonly [name: string, kind?: string, cases?: Readonly<Record<string, Message | number>>]
export type Values = Readonly<Record<string, unknown>>

const plurals = new Map<string, { rules: Intl.PluralRules; numbers: Intl.NumberFormat }>()
function pluralFormatIn(locale: string) {
  const format = plurals.get(locale) ?? { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
  plurals.set(locale, format)
  return format
}

const numberFormats = new Map<string, Intl.NumberFormat>()
/** Formats a number for a sentence: `0.25`, `0,25`; at most three decimals, without thousands separators. */
export function formatNumberIn(locale: string, value: number): string {
  const format = numberFormats.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false })
  numberFormats.set(locale, format)
  return format.format(value)
}

/** Formats a message. `count` replaces `#` in a plural. */
export function formatMessage(message: Message, values: Values, locale: string, count?: string): string {
  if (typeof message === 'string') return message
  return message.map((part) => formatPart(part, values, locale, count)).join('')
}

function formatPart(part: Part, values: Values, locale: string, count: string | undefined): string {
  if (typeof part === 'string') return part === '#' && count !== undefined ? count : part
  const [name, kind, cases = {}] = part
  const value = values[name]
  if (kind === undefined && typeof value === 'number') return formatNumberIn(locale, value)
  if (kind === undefined) return value === undefined || value === null ? '' : String(value)
  const { rules, numbers } = pluralFormatIn(locale)
  const isPlural = kind === 'plural'
  const chosen = cases[String(value)] ?? (isPlural ? cases[rules.select(Number(value))] : undefined) ?? cases['other']
  if (chosen === undefined || typeof chosen === 'number') return ''
  return formatMessage(chosen, values, locale, isPlural ? numbers.format(Number(value)) : count)
}

/** A number with its noun: ``say`${many(days, { one: '# day', other: '# days' })} left` ``. `#` is the number. */
export interface Counted {
  readonly count: number
  readonly cases: Readonly<Record<'one' | 'other', string>>
}
export const many = (count: number, cases: Counted['cases']): Counted => ({ count, cases })

type Value = string | number | Counted
const isCounted = (value: Value | undefined): value is Counted => typeof value === 'object'

/** Formats messages in the reader's language: the page's in the browser; the request's or the mail recipient's on the server. */
export interface Translator {
  readonly locale: () => string
  readonly speak: (id: string, english: Message, values: Values) => string
}

let speaker: Translator = { locale: () => 'en-US', speak: (_id, english, values) => formatMessage(english, values, 'en-US') }
export function setTranslator(next: Translator): void {
  speaker = next
}
export const messageLocale = (): string => speaker.locale()

/** Returns the message id of a template: `Opened {0}, keeps {1, plural, one {# day} other {# days}}`. */
export function messageIdOf(strings: readonly string[], values: readonly (Counted['cases'] | null)[]): string {
  return strings.reduce((text, string, i) => {
    const cases = values[i - 1]
    return `${text}{${i - 1}${cases ? `, plural, one {${cases.one}} other {${cases.other}}` : ''}}${string}`
  })
}

/**
 * Translates an English message, in code of the server and in shared code, which can't use Lingui's macros. Called with a string, it
 * translates a message declared elsewhere, e.g. in a contract. Returns English if no translation exists.
 */
export function say(text: string | TemplateStringsArray, ...values: readonly Value[]): string {
  if (typeof text === 'string') return speaker.speak(text, text, {})
  const id = messageIdOf(
    text,
    values.map((value) => (isCounted(value) ? value.cases : null)),
  )
  return speaker.speak(
    id,
    text.flatMap((string, i): Part[] => (i === 0 ? [string] : [placeholder(i - 1, values[i - 1]), string])),
    Object.fromEntries(values.map((value, i) => [i, isCounted(value) ? value.count : value])),
  )
}

const placeholder = (i: number, value: Value | undefined): Part =>
  isCounted(value) ? [String(i), 'plural', { one: value.cases.one.split(/(#)/), other: value.cases.other.split(/(#)/) }] : [String(i)]

/** Formats a number as `say` and ``t`…` `` do, for other texts: `0.25`, `0,25`. */
export const formatNumber = (value: number): string => formatNumberIn(messageLocale(), value)

/** Returns the decimal mark of the reader's language. */
export const decimalMark = (): DecimalMark => (formatNumber(0.5).includes(',') ? ',' : '.')
