/**
 * A message compiled by Lingui: text, placeholders, plurals. Lingui's own formatter would add 3 kB to the sign-in page for dates and
 * number skeletons, which no message uses. `problem-message.test.ts` compares both over all catalogues.
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
