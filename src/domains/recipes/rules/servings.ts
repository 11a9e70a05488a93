import { optionalLabel } from './optional-line.ts'
import { parseNumberAt, writeFractions } from './parse-number.ts'

const fractions: readonly (readonly [number, string])[] = [
  [1 / 8, '⅛'],
  [1 / 6, '⅙'],
  [1 / 5, '⅕'],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [3 / 8, '⅜'],
  [2 / 5, '⅖'],
  [1 / 2, '½'],
  [3 / 5, '⅗'],
  [5 / 8, '⅝'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [4 / 5, '⅘'],
  [5 / 6, '⅚'],
  [7 / 8, '⅞'],
]
/** Measured with scales and jugs, so decimals instead of fractions. */
const decimal = new Set(['g', 'kg', 'ml', 'l', 'dl', 'cl'])

/** Of an amount too small to round: `0.02`. An amount is never shown as nothing. */
const smallest = (quantity: number) => String(Number(quantity.toPrecision(1)))

/** Formats a quantity as in cookbooks: `1½` cups, `0.25` kg, `133` g. */
export function formatCookQuantity(quantity: number, unit: string | null): string {
  if (unit !== null && decimal.has(unit)) {
    const rounded = quantity >= 20 ? Math.round(quantity) : Math.round(quantity * 100) / 100
    return rounded === 0 ? smallest(quantity) : String(rounded)
  }
  const whole = Math.floor(quantity + 0.02)
  const rest = quantity - whole
  if (Math.abs(rest) < 0.03) return whole === 0 ? smallest(quantity) : String(whole)
  const [near] = fractions
    .map(([value, glyph]): [number, string] => [Math.abs(value - rest), glyph])
    .filter(([distance]) => distance < 0.03)
    .sort(([a], [b]) => a - b)
  return near ? `${whole > 0 ? whole : ''}${near[1]}` : String(Math.round(quantity * 100) / 100)
}

/** The first amount of a line, in figures or as the article of one; the rest of the line stays as written. */
const amount =
  /^((?:[-•*\s]|about |ca\.? |~)*)(\d+(?:[.,]\d+)?(?:\s*[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|\s+\d+\/\d+|\/\d+)?|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|(?:an?|one|eine?|une?)(?=\s))/i

/** Returns whether figures say the quantity: `1` is not the whole of `1 halbe Zitrone`, nor of `1 Pfund`, which is 500 g. */
function isQuantity(figures: string, quantity: number): boolean {
  const value = parseNumberAt(writeFractions(figures).trim().split(/\s+/), 0)?.value ?? Number.NaN
  // 1,500 and 1.500 may mean thousands.
  return [value, Number(figures.replace(/[.,]/, ''))].some((read) => Math.abs(read - quantity) < 0.001)
}

/**
 * Scales a line. Only a plain amount at its start is replaced; otherwise (`2 x 400 g`, `1 lb 4 oz`, `1 Pfund`) the scaled `quantity` is put
 * before the food. Null leaves the line unchanged.
 */
export function scaleLine(
  line: { text: string; quantity: number | null; unit: string | null; food: string; preparation: string },
  factor: number,
): string {
  if (line.quantity === null || factor === 1) return line.text
  const number = formatCookQuantity(line.quantity * factor, line.unit)
  const [label = ''] = optionalLabel.exec(line.text) ?? []
  const found = amount.exec(line.text.slice(label.length))
  const rest = found ? line.text.slice(label.length + found[0].length) : ''
  const isPlain =
    found !== null &&
    isQuantity(found[2] ?? '', line.quantity) &&
    !/^\s*(?:x|×|\*|-|–|to |or |bis |à |\(|\d|dozen)/i.test(rest) &&
    !/\d/.test(rest)
  if (isPlain) return `${label}${found[1]}${number}${rest}`
  const unit = line.unit === null ? '' : ` ${line.unit === 'fl_oz' ? 'fl oz' : line.unit}`
  return `${number}${unit} ${line.food}${line.preparation === '' ? '' : `, ${line.preparation}`}`
}

/** Days that cooked food keeps in each storage location (FoodKeeper, leftovers). */
export const leftoverDays = { FRIDGE: 3, FREEZER: 60, PANTRY: 1 } as const
