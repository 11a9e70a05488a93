import { figure, many, say } from './say.ts'
import { convert, familyOf, type Unit, type UnitDisplay } from './units.ts'

/** Units of one system from large to small: where an amount goes that is too small for the unit above. */
const ladders: readonly (readonly Unit[])[] = [
  ['lb', 'oz'],
  ['kg', 'g'],
  ['gal', 'cup', 'fl_oz', 'tbsp', 'tsp'],
  ['l', 'ml'],
]

const words: Partial<Record<Unit, (count: number) => string>> = {
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

/** A unit as a cook reads it, in the reader's language: `fl oz`, `cups`. `quantity` decides: half a cup and one cup, but two cups. */
export function unitLabel(unit: Unit, quantity = 1): string {
  const isOneOrPart = quantity > 0 && quantity <= 1
  return words[unit]?.(isOneOrPart ? 1 : 2) ?? unit
}

/** An amount as people say it, in its own unit: `310 ml` for 309.57 ml, `6` for six eggs. At most three significant figures; counts are exact. */
export function amountWords(quantity: number, unit: Unit): string {
  if (familyOf(unit) === 'count') return figure(quantity)
  return `${figure(Number(quantity.toPrecision(3)))} ${unitLabel(unit, quantity)}`
}

const formats = new Map<string, Intl.NumberFormat>()
function formatNumber(value: number, decimals: number, locale: string): string {
  const key = `${locale} ${decimals}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { maximumFractionDigits: decimals })
    formats.set(key, format)
  }
  return format.format(value)
}

const isNothing = (value: number, decimals: number) => Math.round(Math.abs(value) * 10 ** decimals) === 0
/** Decimals that stored quantities have. */
const max = 3

interface DisplayQuantity {
  value: number
  unit: Unit
  decimals: number
}

/** Something that is there must not read as 0: smaller units first, then more decimals. */
function fit(quantity: number, unit: Unit, shownIn: Unit, precision: number): DisplayQuantity {
  const ladder = ladders.find((units) => units.includes(shownIn)) ?? [shownIn]
  const smaller = ladder.slice(ladder.indexOf(shownIn))
  let last: DisplayQuantity = { value: quantity, unit, decimals: precision }
  for (const candidate of smaller) {
    last = { value: convert(quantity, unit, candidate) ?? quantity, unit: candidate, decimals: precision }
    if (quantity === 0 || !isNothing(last.value, precision)) return last
  }
  while (last.decimals < max && isNothing(last.value, last.decimals)) last = { ...last, decimals: last.decimals + 1 }
  return last
}

function write({ value, unit, decimals }: DisplayQuantity, locale: string): string {
  if (value !== 0 && isNothing(value, decimals)) return `<${formatNumber(10 ** -decimals, decimals, locale)} ${unitLabel(unit)}`
  const rounded = Math.round(value * 10 ** decimals) / 10 ** decimals
  return `${formatNumber(value, decimals, locale)} ${unitLabel(unit, rounded)}`
}

/**
 * A quantity in words, as this person wants it: in the preferred unit of its family (or, without `autoConvert`, in its own),
 * rounded to the family's precision. The preferred unit counts, whichever system it is of; `regional` only chooses the
 * units a person starts with. `canonical` is the stored quantity and unit, when it is asked for and says something else.
 */
export function display(quantity: number, unit: Unit, prefs: UnitDisplay, locale = 'en-US'): { text: string; canonical: string | null } {
  const family = prefs[familyOf(unit)]
  const text = write(fit(quantity, unit, prefs.autoConvert ? family.preferred : unit, family.precision), locale)
  const stored = write({ value: quantity, unit, decimals: max }, locale)
  return { text, canonical: prefs.showCanonical && stored !== text ? stored : null }
}

/** The units a person of that region starts with; precision and the two switches stay as they are. */
export function withRegion(prefs: UnitDisplay, regional: UnitDisplay['regional']): UnitDisplay {
  const [mass, volume] = regional === 'US' ? (['lb', 'cup'] as const) : (['g', 'ml'] as const)
  return { ...prefs, regional, mass: { ...prefs.mass, preferred: mass }, volume: { ...prefs.volume, preferred: volume } }
}
