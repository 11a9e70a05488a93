/**
 * A message as Lingui compiles it: text, placeholders, plurals. Lingui's own reader is 3 kB of what the sign-in page may load, for dates
 * and skeletons that no text of ours holds; `problem-message.test.ts` holds the two against each other over every catalogue.
 */
export type Message = string | readonly Part[]
export type Part = string | readonly [name: string, kind?: string, cases?: Readonly<Record<string, Message | number>>]
export type Values = Readonly<Record<string, unknown>>

const plurals = new Map<string, { rules: Intl.PluralRules; numbers: Intl.NumberFormat }>()
function countingIn(locale: string) {
  const known = plurals.get(locale) ?? { rules: new Intl.PluralRules(locale), numbers: new Intl.NumberFormat(locale) }
  plurals.set(locale, known)
  return known
}

const figures = new Map<string, Intl.NumberFormat>()
/** A number as it stands in a sentence: `0.25`, `0,25`; at most three decimals, no thousands. */
export function formatNumberIn(locale: string, value: number): string {
  const known = figures.get(locale) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: false })
  figures.set(locale, known)
  return known.format(value)
}

/** The message in words. `count` stands where a plural says `#`. */
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
  const { rules, numbers } = countingIn(locale)
  const isPlural = kind === 'plural'
  const chosen = cases[String(value)] ?? (isPlural ? cases[rules.select(Number(value))] : undefined) ?? cases['other']
  if (chosen === undefined || typeof chosen === 'number') return ''
  return formatMessage(chosen, values, locale, isPlural ? numbers.format(Number(value)) : count)
}
