import { isMeasure, readUnitAt } from './line-units.ts'

const people = 'servings?|portions?|portionen|port|personen|personnes?|persons?|people|pers|parts?|convives?'
const label =
  'serves|servings?|yields?|makes|feeds|portionen|portions?|personen|personnes|ergibt|menge|rendement|nombre de (?:personnes|portions)'
const about = '(?:about |approx\\.? |ca\\.? |etwa |environ |env\\. |up to )?'
const range = '(\\d{1,3})(?:\\s?(?:-|–|to|bis|à)\\s?\\d{1,3})?'

/** A line that says nothing but the servings: `Serves 4-6`, `Für 4 Personen`, `12 parts`. */
const only = [
  `^(?:${label})\\s?[:：–-]?\\s?${about}${range}(?:\\s(?:${people})\\.?)?[.)]?$`,
  `^(?:for|f[uü]r|pour|serves|makes|ergibt|reicht f[uü]r)\\s${about}${range}\\s?(?:${people})\\s?[.:)]?$`,
  `^${range}\\s?(?:${people})\\s?[.:]?$`,
].map((pattern) => new RegExp(pattern, 'iu'))

/** Servings inside other words: `8-inch cake, serves 10`, `Zutaten für 2 Personen`. */
const inside = [
  new RegExp(`(?<![\\p{L}\\d.,/])${range}\\s?(?:${people})(?!\\p{L})`, 'iu'),
  new RegExp(
    `(?<!\\p{L})(?:serves|feeds|servings?|portionen|portions|personen|personnes)\\s?[:(]?\\s?${about}${range}(?![\\d/x×]|[.,]\\d)`,
    'iu',
  ),
]

const first = (patterns: readonly RegExp[], text: string): number | null => {
  for (const pattern of patterns) {
    const count = Number(pattern.exec(text)?.[1] ?? 0)
    if (count > 0) return count
  }
  return null
}

/** Returns the servings of a line that says nothing else; null otherwise. */
export const servingsOfLine = (line: string): number | null => (line.length > 60 ? null : first(only, line.trim()))

/** Returns the servings that a heading states, in words for people or portions: `Ingrédients pour 6 personnes`; null if it doesn't. */
export const servingsInHeading = (text: string): number | null => (text.length > 120 ? null : first(inside, text))

/** A length, weight, time or share: `9-inch`, `500 g`, `20 minutes`, `9x13`. */
const isOtherUnit = (word: string) => {
  const unit = readUnitAt([word], 0)
  return (
    (unit !== null && isMeasure(unit.unit)) ||
    /^(?:inch|inches|in|cm|mm|zoll|pouces?|min|mins|minutes?|minuten|h|hrs?|hours?|std|stunden?|heures?|days?|kcal|cal|kj|calories)$/i.test(
      word,
    )
  )
}
const number = /(?<![\d.,/x×])(\d{1,4})(?:[.,](\d{1,2}))?(?![\d/]|\s\d{1,2}\/)/gu

/** Returns how many a text of a recipe's yield names: `4`, `2 dozen`, `Makes 24 cookies`. Sizes such as `9x13 pan` and `500 g` are none. */
export function servingsInYield(text: string): number | null {
  const stated = first(inside, text.slice(0, 300))
  if (stated !== null) return stated
  for (const { 0: whole, 1: figures = '', index } of text.slice(0, 300).matchAll(number)) {
    const after = text.slice(index + whole.length, index + whole.length + 24)
    const word = /^[\s-]?(\p{L}+)/u.exec(after)?.[1] ?? ''
    if (/^\s?(?:["″%°½⅓⅔¼¾]|[x×]\s?\d)/.test(after) || isOtherUnit(word)) continue
    const count = Number(figures) * (/^\s?(?:dozen|dutzend|douzaines?)/i.test(after) ? 12 : 1)
    if (count >= 1 && count <= 500) return count
  }
  return null
}
