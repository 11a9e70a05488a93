import { fromMilli } from './quantity-and-money.ts'
import { formatNumber, many, messageLocale, say } from './say.ts'
import { convert, familyOf, type Unit, type UnitDisplay } from './units.ts'

type System = UnitDisplay['regional']
/** Units that are only shown, never stored. */
type ShownUnit = Unit | 'qt'

/** The system of a unit. Spoons are used everywhere, and counts have none. */
const systems: Partial<Record<Unit, System>> = {
  g: 'metric',
  kg: 'metric',
  ml: 'metric',
  l: 'metric',
  oz: 'US',
  lb: 'US',
  fl_oz: 'US',
  cup: 'US',
  gal: 'US',
}
/** Everyday units of a system from large to small. A converted amount is shown in the first one of which there is at least one. */
const everyday: Readonly<Record<System, Readonly<Record<'mass' | 'volume', readonly ShownUnit[]>>>> = {
  metric: { mass: ['kg', 'g'], volume: ['l', 'ml'] },
  US: { mass: ['lb', 'oz'], volume: ['qt', 'fl_oz'] },
}

const labels: Partial<Record<ShownUnit, (count: number) => string>> = {
  qt: () => say`qt`,
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
export function unitLabel(unit: ShownUnit, quantity = 1): string {
  const isOneOrPart = quantity > 0 && quantity <= 1
  return labels[unit]?.(isOneOrPart ? 1 : 2) ?? unit
}

/** Returns the label next to a field or number: empty for counts. */
export const unitSuffix = (unit: Unit, quantity = 1): string => (familyOf(unit) === 'count' ? '' : unitLabel(unit, quantity))

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

/** Decimals of stored quantities. */
const maxDecimals = 3

/**
 * Formats an amount with at most three significant figures and `decimals` decimals, but never a positive amount as 0. Counts aren't limited
 * to three figures and have no unit.
 */
function format(quantity: number, unit: ShownUnit, decimals: number, locale: string): string {
  const isCount = unit !== 'qt' && familyOf(unit) === 'count'
  const value = isCount ? quantity : Number(quantity.toPrecision(3))
  const roundTo = (places: number) => Math.round(value * 10 ** places) / 10 ** places
  let places = decimals
  while (places < maxDecimals && value !== 0 && roundTo(places) === 0) places++
  const rounded = roundTo(places)
  const isTooSmall = value !== 0 && rounded === 0
  const number = isTooSmall ? `<${formatDecimals(10 ** -places, places, locale)}` : formatDecimals(value, places, locale)
  return isCount ? number : `${number} ${unitLabel(unit, rounded)}`
}

/** Formats an amount in its own unit, for messages: `310 ml` for 309.57 ml, `6` for six eggs. */
export const formatAmount = (quantity: number, unit: Unit): string => format(quantity, unit, maxDecimals, messageLocale())

/** Formats an exact amount in thousandths, without a unit for counts: `0.5 l`, `12`. */
export function formatExactAmount(milli: number, unit: Unit): string {
  const quantity = fromMilli(milli)
  return familyOf(unit) === 'count' ? formatNumber(quantity) : `${formatNumber(quantity)} ${unitLabel(unit, quantity)}`
}

/** Adds the name of the thing to a formatted amount. One of something counted is `Eggs (1)`, because many names are plural. */
export const withName = (amount: string, quantity: number, unit: Unit, name: string): string =>
  familyOf(unit) === 'count' && quantity === 1 ? `${name} (${amount})` : `${amount} ${name}`

/** Formats an amount with the name of the thing: `2 l Milk`, `6 Eggs`, `Eggs (1)`. `format` formats the amount alone. */
export const formatAmountOf = (quantity: number, unit: Unit, name: string, format = formatAmount): string =>
  withName(format(quantity, unit), quantity, unit, name)

/** Like `formatAmountOf`, for an exact amount in thousandths. */
export const formatExactAmountOf = (milli: number, unit: Unit, name: string): string =>
  withName(formatExactAmount(milli, unit), fromMilli(milli), unit, name)

const millilitersPerQuart = 946.352946
const convertTo = (quantity: number, unit: Unit, target: ShownUnit): number =>
  target === 'qt' ? (convert(quantity, unit, 'ml') ?? 0) / millilitersPerQuart : (convert(quantity, unit, target) ?? 0)

/** Returns an amount of the other system in everyday units of the reader's: a pound as 454 g, 2 l as 2.11 qt. */
function toSystem(quantity: number, unit: Unit, system: System): { value: number; unit: ShownUnit } {
  const family = familyOf(unit)
  const units = family === 'count' ? [] : everyday[system][family]
  const converted = units.map((target) => ({ value: convertTo(quantity, unit, target), unit: target }))
  return converted.find(({ value }) => value >= 1) ?? converted.at(-1) ?? { value: quantity, unit }
}

/**
 * Formats a quantity for a person: in the unit it was entered in or, with `autoConvert`, in everyday units of the person's system if it was
 * entered in the other one. The preferred unit of the family tells the system. Rounded to three significant figures and the family's
 * precision. `canonical` is the amount as entered, if the person wants it and it reads differently.
 */
export function formatQuantity(
  quantity: number,
  unit: Unit,
  prefs: UnitDisplay,
  locale = messageLocale(),
): { text: string; canonical: string | null } {
  const { preferred, precision } = prefs[familyOf(unit)]
  const system = systems[preferred] ?? prefs.regional
  const isForeign = systems[unit] !== undefined && systems[unit] !== system
  const shown = prefs.autoConvert && isForeign ? toSystem(quantity, unit, system) : { value: quantity, unit }
  const text = format(shown.value, shown.unit, precision, locale)
  if (!prefs.showCanonical) return { text, canonical: null }
  const entered = format(quantity, unit, maxDecimals, locale)
  return { text, canonical: entered === text ? null : entered }
}

/** Returns the preferences with the initial units of a region. Keeps precision and the two switches. */
export function withRegionalUnits(prefs: UnitDisplay, regional: UnitDisplay['regional']): UnitDisplay {
  const [mass, volume] = regional === 'US' ? (['lb', 'cup'] as const) : (['g', 'ml'] as const)
  return { ...prefs, regional, mass: { ...prefs.mass, preferred: mass }, volume: { ...prefs.volume, preferred: volume } }
}
