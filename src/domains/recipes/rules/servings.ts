const fractions: readonly (readonly [number, string])[] = [
  [1 / 8, '⅛'],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [3 / 8, '⅜'],
  [1 / 2, '½'],
  [5 / 8, '⅝'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [7 / 8, '⅞'],
]
/** Measured with scales and jugs, so decimals instead of fractions. */
const decimal = new Set(['g', 'kg', 'ml', 'l', 'dl', 'cl'])

/** Formats a quantity as in cookbooks: `1½` cups, `0.25` kg, `133` g. */
export function formatCookQuantity(quantity: number, unit: string | null): string {
  if (unit !== null && decimal.has(unit)) return String(quantity >= 20 ? Math.round(quantity) : Math.round(quantity * 100) / 100)
  const whole = Math.floor(quantity + 0.02)
  const rest = quantity - whole
  if (Math.abs(rest) < 0.03) return String(Math.max(whole, rest > 0 ? 0 : whole))
  const near = fractions.find(([value]) => Math.abs(value - rest) < 0.03)
  return near ? `${whole > 0 ? whole : ''}${near[1]}` : String(Math.round(quantity * 100) / 100)
}

/** The first amount of a line; the rest of the line stays as written. */
const amount = /^((?:[-•*\s]|about |ca\.? |~)*)(\d+(?:[.,]\d+)?(?:\s*[½⅓⅔¼¾⅛⅜⅝⅞]|\s+\d+\/\d+|\/\d+)?|[½⅓⅔¼¾⅛⅜⅝⅞])/

/**
 * Scales a line. Only a plain amount at its start is replaced; otherwise (`2 x 400 g`, `1 lb 4 oz`) the scaled `quantity` is put before the
 * food. Null leaves the line unchanged.
 */
export function scaleLine(
  line: { text: string; quantity: number | null; unit: string | null; food: string; preparation: string },
  factor: number,
): string {
  if (line.quantity === null || factor === 1) return line.text
  const number = formatCookQuantity(line.quantity * factor, line.unit)
  const found = amount.exec(line.text)
  const rest = found ? line.text.slice(found[0].length) : ''
  const isPlain = found !== null && !/^\s*(?:x|×|\*|-|–|to |or |bis |à |\(|\d|dozen)/i.test(rest) && !/\d/.test(rest)
  if (isPlain) return `${found[1]}${number}${rest}`
  const unit = line.unit === null ? '' : ` ${line.unit === 'fl_oz' ? 'fl oz' : line.unit}`
  return `${number}${unit} ${line.food}${line.preparation === '' ? '' : `, ${line.preparation}`}`
}

/** Days that cooked food keeps in each storage location (FoodKeeper, leftovers). */
export const leftoverDays = { FRIDGE: 3, FREEZER: 60, PANTRY: 1 } as const
