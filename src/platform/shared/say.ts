import { formatMessage, formatNumberIn, type Message, type Part, type Values } from './format-message.ts'
import type { DecimalMark } from './written-number.ts'

/** A figure with the words that follow it: ``say`${many(days, { one: '# day', other: '# days' })} left` ``. `#` is the figure. */
export interface Counted {
  readonly count: number
  readonly cases: Readonly<Record<'one' | 'other', string>>
}
export const many = (count: number, cases: Counted['cases']): Counted => ({ count, cases })

type Value = string | number | Counted
const isCounted = (value: Value | undefined): value is Counted => typeof value === 'object'

/** Says a message in the language of whoever reads it: the page's in the browser, in the server that of the request or of a mail's receiver. */
export interface Speaker {
  readonly locale: () => string
  readonly speak: (id: string, english: Message, values: Values) => string
}

let speaker: Speaker = { locale: () => 'en-US', speak: (_id, english, values) => formatMessage(english, values, 'en-US') }
export function speakBy(next: Speaker): void {
  speaker = next
}
export const spokenLocale = (): string => speaker.locale()

/** The catalogues' key of a text with holes: `Opened {0}, keeps {1, plural, one {# day} other {# days}}`. */
export function keyOf(strings: readonly string[], values: readonly (Counted['cases'] | null)[]): string {
  return strings.reduce((text, string, i) => {
    const cases = values[i - 1]
    return `${text}{${i - 1}${cases ? `, plural, one {${cases.one}} other {${cases.other}}` : ''}}${string}`
  })
}

/**
 * A sentence of code that runs on both sides, or in the server, where there are no macros: English stands here, the catalogues have the
 * others. Called with a text it says one that was written elsewhere, e.g. in a contract; what no catalogue knows stays as it is.
 */
export function say(text: string | TemplateStringsArray, ...values: readonly Value[]): string {
  if (typeof text === 'string') return speaker.speak(text, text, {})
  const id = keyOf(
    text,
    values.map((value) => (isCounted(value) ? value.cases : null)),
  )
  return speaker.speak(
    id,
    text.flatMap((string, i): Part[] => (i === 0 ? [string] : [holeOf(i - 1, values[i - 1]), string])),
    Object.fromEntries(values.map((value, i) => [i, isCounted(value) ? value.count : value])),
  )
}

const holeOf = (i: number, value: Value | undefined): Part =>
  isCounted(value) ? [String(i), 'plural', { one: value.cases.one.split(/(#)/), other: value.cases.other.split(/(#)/) }] : [String(i)]

/** A number as `say` and ``t`…` `` write it, for a text put together otherwise: `0.25`, `0,25`. */
export const figure = (value: number): string => formatNumberIn(spokenLocale(), value)

/** What the reader's language writes before decimals. */
export const decimalMark = (): DecimalMark => (figure(0.5).includes(',') ? ',' : '.')

const days = new Map<string, Intl.DateTimeFormat>()
/** `Nov 20`, `20. Nov.`: a calendar day in short, with its year where it is another one than today's. */
export function shortDay(date: string, today: string): string {
  const year = date.slice(0, 4) === today.slice(0, 4) ? undefined : 'numeric'
  const key = `${spokenLocale()} ${year ?? ''}`
  let format = days.get(key)
  if (!format) {
    // Making one takes as long as some fifty days.
    format = new Intl.DateTimeFormat(spokenLocale(), { timeZone: 'UTC', month: 'short', day: 'numeric', year })
    days.set(key, format)
  }
  return format.format(new Date(`${date}T00:00:00Z`))
}
