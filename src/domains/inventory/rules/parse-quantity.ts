import { type DecimalMark, hasAmbiguousMark, withDecimalPoint } from '#platform/shared/normalize-decimal.ts'
import { normalizeToken } from '#platform/shared/parse-date.ts'
import type { Unit } from '#platform/shared/units.ts'

/** The meaning of a written unit: `times` of one of the app's units. */
interface Measure {
  unit: Unit
  times: number
}

/** English, German and French spellings. */
const spellings: readonly (readonly [Unit, number, string])[] = [
  ['g', 1, 'g gr gm gram grams gramme grammes gramm'],
  ['g', 500, 'pfund livre livres'],
  ['kg', 1, 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm'],
  ['oz', 1, 'oz ounce ounces'],
  ['lb', 1, 'lb lbs pound pounds'],
  ['ml', 1, 'ml mls millilitre millilitres milliliter milliliters'],
  ['ml', 10, 'cl centilitre centilitres centiliter centiliters zentiliter'],
  ['ml', 100, 'dl decilitre decilitres deciliter deciliters deziliter'],
  ['l', 1, 'l lt ltr litre litres liter liters'],
  ['tsp', 1, 'tsp tsps teaspoon teaspoons tl teelöffel'],
  ['tbsp', 1, 'tbsp tbsps tbs tablespoon tablespoons el esslöffel'],
  ['cup', 1, 'cup cups tasse tassen tasses'],
  ['cup', 2, 'pint pints pt'],
  ['cup', 4, 'quart quarts qt'],
  ['fl_oz', 1, 'floz'],
  ['gal', 1, 'gal gallon gallons gallone gallonen'],
  ['each', 1, 'each ea x × stück stk stücke pièce pièces'],
  ['each', 12, 'dozen dozens doz dutzend douzaine douzaines'],
  ['piece', 1, 'piece pieces pc pcs teil teile morceau morceaux'],
  ['item', 1, 'item items artikel article articles'],
  ['unit', 1, 'unit units einheit einheiten unité unités'],
]
/** Packs and natural portions: counted, since their content is unknown. */
const packs = new Set(
  [
    'bag bags bar bars block blocks bottle bottles box boxes bunch bunches can cans carton cartons clove cloves head heads jar jars loaf loaves pack packs packet packets pkt roll rolls serving servings portion portions slice slices stick sticks tin tins tray trays tub tubs tube tubes',
    'becher beutel bund dose dosen flasche flaschen glas gläser kasten kästen kiste kisten kopf köpfe laib laibe netz netze packung packungen paket pakete portionen schachtel schachteln karton kartons päckchen pck rolle rollen scheibe scheiben stange stangen tafel tafeln tüte tüten würfel zehe zehen',
    'barquette barquettes bocal bocaux boîte boîtes botte bottes bouteille bouteilles brique briques gousse gousses paquet paquets plaquette plaquettes pot pots rouleau rouleaux sac sacs sachet sachets tablette tablettes tranche tranches',
  ].flatMap((words) => words.split(' ')),
)
const measures = new Map<string, Measure>(
  spellings.flatMap(([unit, times, words]) => words.split(' ').map((word) => [word, { unit, times }])),
)
const spoons = new Map<string, Unit>([
  ['s', 'tbsp'],
  ['soupe', 'tbsp'],
  ['c', 'tsp'],
  ['café', 'tsp'],
])
const numberWords = new Map<string, number>([
  ['a', 1],
  ['an', 1],
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
  ['six', 6],
  ['ten', 10],
  ['twelve', 12],
  ['half', 0.5],
  ...['ein', 'eine', 'einen', 'un', 'une'].map((word) => [word, 1] as const),
  ...'zwei drei vier fünf sechs'.split(' ').map((word, at) => [word, at + 2] as const),
  ...'deux trois quatre cinq'.split(' ').map((word, at) => [word, at + 2] as const),
  ['zehn', 10],
  ['dix', 10],
  ['zwölf', 12],
  ['douze', 12],
  ...['halber', 'halbe', 'halbes', 'demi', 'demie'].map((word) => [word, 0.5] as const),
])
const glyphs = new Map([
  ['½', 1 / 2],
  ['⅓', 1 / 3],
  ['⅔', 2 / 3],
  ['¼', 1 / 4],
  ['¾', 3 / 4],
  ['⅛', 1 / 8],
])

// Longer than any stored quantity, and short enough to try every pattern.
const longestNumber = 16
const decimal = /^(\d{0,9})(?:[.,](\d{1,4}))?$/
const fraction = /^(\d{1,3})[/⁄](\d{1,3})$/

interface ReadNumber {
  value: number
  /** False if ambiguous: 1,500 can be 1500 or 1.5. */
  sure: boolean
}

function readNumber(token: string, mark: DecimalMark): ReadNumber | null {
  if (token === '' || token.length > longestNumber) return null
  const last = token.slice(-1)
  const glyph = glyphs.get(last)
  if (glyph !== undefined) {
    const whole = token.length === 1 ? 0 : readNumber(token.slice(0, -1), mark)?.value
    return whole === undefined || !Number.isInteger(whole) ? null : { value: whole + glyph, sure: true }
  }
  if (hasAmbiguousMark(token)) return { value: Number(withDecimalPoint(token, mark)), sure: token.includes(mark) }
  const part = fraction.exec(token)
  if (part) return Number(part[2]) === 0 ? null : { value: Number(part[1]) / Number(part[2]), sure: true }
  const plainNumber = decimal.exec(token)
  return plainNumber && /\d/.test(token) ? { value: Number(token.replace(',', '.')), sure: true } : null
}

/** Splits `500g` into `500`, `g`; `2x` into `2`, `x`; `2x400g` into `2`, `x`, `400`, `g`. Leaves other tokens unchanged. */
export function splitNumberAndUnit(token: string): string[] {
  if (token.length > 2 * longestNumber) return [token]
  const parts = /^(?:(\d{1,3})([x×]))?([\d.,/⁄½⅓⅔¼¾⅛]{1,16})(\p{L}{0,12}|[x×])\.?$/iu.exec(token)
  const [, times, by, number = '', unit = ''] = parts ?? []
  if (!parts || !readNumber(number, '.') || (unit !== '' && !measures.has(unit.toLowerCase()) && !packs.has(unit.toLowerCase())))
    return [token]
  return [times, by, number, unit].filter((part): part is string => part !== undefined && part !== '')
}

export interface ReadQuantity {
  quantity: number
  /** Null if none was written: the ingredient is counted. */
  unit: Unit | null
  /** The pack, if one was named: `cans`. */
  pack: string | null
  /** What one pack holds, if it was written: 2 cans `400 g`. */
  content: { quantity: number; unit: Unit } | null
  /** Number of tokens read. */
  length: number
  sure: boolean
}

/** `cans of beans`, `g de farine`, `l d'huile`. */
const joins = new Set(['of', 'de', "d'", 'd’'])

const roundThousandths = (value: number) => Math.round(value * 1000) / 1000

/** Reads a number at `start`, including a fraction after it (1 1/2), `half a` and `a half`. */
function numberAt(tokens: readonly string[], start: number, mark: DecimalMark): (ReadNumber & { length: number }) | null {
  const first = tokens[start] ?? ''
  const word = numberWords.get(normalizeToken(first))
  if (word !== undefined) {
    const hasArticle = word === 0.5 && ['a', 'an'].includes(normalizeToken(tokens[start + 1]))
    return { value: word, sure: true, length: hasArticle ? 2 : 1 }
  }
  const read = readNumber(first, mark)
  if (!read) return null
  // 1 1/2, 1 ½, 1 and 1/2
  const joint = normalizeToken(tokens[start + 1]) === 'and' ? 2 : 1
  const next = tokens[start + joint] ?? ''
  const tail = next.length <= 7 && (fraction.test(next) || glyphs.has(next)) ? readNumber(next, mark) : null
  if (tail && tail.value < 1 && Number.isInteger(read.value)) return { value: read.value + tail.value, sure: read.sure, length: joint + 1 }
  return { ...read, length: 1 }
}

function measureAt(tokens: readonly string[], start: number): (Measure & { length: number }) | null {
  const word = normalizeToken(tokens[start])
  const next = normalizeToken(tokens[start + 1])
  if ((word === 'fl' && ['oz', 'ounce', 'ounces'].includes(next)) || (word === 'fluid' && next.startsWith('ounce'))) {
    return { unit: 'fl_oz', times: 1, length: 2 }
  }
  // c. à s., c. à café
  const spoon = word === 'c' && next === 'à' ? spoons.get(normalizeToken(tokens[start + 2])) : undefined
  if (spoon) return { unit: spoon, times: 1, length: 3 }
  const measure = measures.get(word)
  return measure ? { ...measure, length: 1 } : null
}

/** Reads the content of one pack after its word: 2 cans `400 g`. */
function contentAt(tokens: readonly string[], from: number, mark: DecimalMark): (Measure & { value: number; length: number }) | null {
  const start = joins.has(normalizeToken(tokens[from])) ? from + 1 : from
  const number = /^\d/.test(tokens[start] ?? '') ? numberAt(tokens, start, mark) : null
  const measure = number && measureAt(tokens, start + number.length)
  return measure && { ...measure, value: number.value, length: start - from + number.length + measure.length }
}

/**
 * Reads the quantity at token `start`: `2 l`, `1 1/2 cups`, `2 x 400 g` (800 g), `2 cans 400 g`, `half a dozen`, `3 cans of`.
 * `tokens` come from `unglue`. Returns null without a number there, or outside the range of quantities. `mark` decides whether 1,500 is 1500.
 */
export function parseQuantityAt(tokens: readonly string[], start: number, mark: DecimalMark = '.'): ReadQuantity | null {
  const number = numberAt(tokens, start, mark)
  if (!number) return null
  let at = start + number.length
  let { value, sure } = number

  const isTimes = ['x', '×'].includes(normalizeToken(tokens[at]))
  const second = isTimes ? numberAt(tokens, at + 1, mark) : null
  const secondMeasure = second && measureAt(tokens, at + 1 + second.length)
  if (second && secondMeasure) {
    value *= second.value
    sure &&= second.sure
    at += 1 + second.length
  }
  const measure = measureAt(tokens, at)
  if (measure) at += measure.length
  const pack = packs.has(normalizeToken(tokens[at])) ? normalizeToken(tokens[at]) : null
  if (pack) at += 1
  const content = pack && !measure ? contentAt(tokens, at, mark) : null
  if (content) {
    value *= content.value
    at += content.length
  }
  if ((measure || pack || content) && joins.has(normalizeToken(tokens[at]))) at += 1

  const one = content && { quantity: roundThousandths(content.value * content.times), unit: content.unit }
  const quantity = roundThousandths(value * (measure?.times ?? content?.times ?? 1))
  if (!(quantity > 0 && quantity <= 1_000_000)) return null
  return { quantity, unit: measure?.unit ?? content?.unit ?? (pack ? 'each' : null), pack, content: one, length: at - start, sure }
}
