import { formatNumber, many, say } from './say.ts'
import { convert, familyOf, type Unit, type UnitDisplay } from './units.ts'

/** Units of one system from large to small, to choose one for small amounts. */
const ladders: readonly (readonly Unit[])[] = [
  ['lb', 'oz'],
  ['kg', 'g'],
  ['gal', 'cup', 'fl_oz', 'tbsp', 'tsp'],
  ['l', 'ml'],
]

const labels: Partial<Record<Unit, (count: number) => string>> = {
  tsp: () => say`tsp`,
  tbsp: () => say`tbsp`,
  cup: (count) => say`${many(count, { one: 'cup', other: 'cups' })}`,
  fl_oz: () => say`fl oz`,
  gal: () => say`gal`,
  each: (count) => say`${many(count, { one: 'each', other: 'each' })}`,
  piece: (count) => say`${many(count, { one: 'piece', other: 'pieces' })}`,
  item: (count) => say`${many(count, { one: 'item', other: 'items' })}`,
  unit: (count) => say`${many(count, { one: 'unit', other: 'units' })}`,
}

/** Returns a unit's label in the reader's language: `fl oz`, `cups`. Singular for quantities up to one. */
export function unitLabel(unit: Unit, quantity = 1): string {
  const isOneOrPart = quantity > 0 && quantity <= 1
  return labels[unit]?.(isOneOrPart ? 1 : 2) ?? unit
}

/** Formats an amount in its own unit: `310 ml` for 309.57 ml, `6` for six eggs. At most three significant figures; counts are exact. */
export function formatAmount(quantity: number, unit: Unit): string {
  if (familyOf(unit) === 'count') return formatNumber(quantity)
  return `${formatNumber(Number(quantity.toPrecision(3)))} ${unitLabel(unit, quantity)}`
}

const formats = new Map<string, Intl.NumberFormat>()
function formatDecimals(value: number, decimals: number, locale: string): string {
  const key = `${locale} ${decimals}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
    formats.set(key, format)
  }
  return format.format(value)
}

const roundsToZero = (value: number, decimals: number) => Math.round(Math.abs(value) * 10 ** decimals) === 0
/** Decimals of stored quantities. */
const maxDecimals = 3

interface DisplayQuantity {
  value: number
  unit: Unit
  decimals: number
}

/** Never shows a positive quantity as 0: tries smaller units, then more decimals. */
function fit(quantity: number, unit: Unit, shownIn: Unit, precision: number): DisplayQuantity {
  const ladder = ladders.find((units) => units.includes(shownIn)) ?? [shownIn]
  const smaller = ladder.slice(ladder.indexOf(shownIn))
  let last: DisplayQuantity = { value: quantity, unit, decimals: precision }
  for (const candidate of smaller) {
    last = { value: convert(quantity, unit, candidate) ?? quantity, unit: candidate, decimals: precision }
    if (quantity === 0 || !roundsToZero(last.value, precision)) return last
  }
  while (last.decimals < maxDecimals && roundsToZero(last.value, last.decimals)) last = { ...last, decimals: last.decimals + 1 }
  return last
}

function write({ value, unit, decimals }: DisplayQuantity, locale: string): string {
  if (value !== 0 && roundsToZero(value, decimals)) return `<${formatDecimals(10 ** -decimals, decimals, locale)} ${unitLabel(unit)}`
  const rounded = Math.round(value * 10 ** decimals) / 10 ** decimals
  return `${formatDecimals(value, decimals, locale)} ${unitLabel(unit, rounded)}`
}

/**
 * Formats a quantity by a person's preferences: in the preferred unit of its family (in its own without `autoConvert`), rounded to the
 * family's precision. `regional` has no effect here; it only sets the initial units. `canonical` is the stored quantity with its unit if
 * the person wants it and it differs.
 */
export function formatQuantity(
  quantity: number,
  unit: Unit,
  prefs: UnitDisplay,
  locale = 'en-US',
): { text: string; canonical: string | null } {
  const family = prefs[familyOf(unit)]
  const text = write(fit(quantity, unit, prefs.autoConvert ? family.preferred : unit, family.precision), locale)
  const stored = write({ value: quantity, unit, decimals: maxDecimals }, locale)
  return { text, canonical: prefs.showCanonical && stored !== text ? stored : null }
}

/** Returns the preferences with the initial units of a region. Keeps precision and the two switches. */
export function withRegionalUnits(prefs: UnitDisplay, regional: UnitDisplay['regional']): UnitDisplay {
  const [mass, volume] = regional === 'US' ? (['lb', 'cup'] as const) : (['g', 'ml'] as const)
  return { ...prefs, regional, mass: { ...prefs.mass, preferred: mass }, volume: { ...prefs.volume, preferred: volume } }
}
