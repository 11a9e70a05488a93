import { nameKey } from '#platform/shared/name-key.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { formatNumber, many, say } from '#platform/shared/say.ts'
import { formatAmount, withName } from '#platform/shared/unit-display.ts'
import { convertMilli, type Unit } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'

/** Own units that have a name in every language, in the order in which they are offered. */
export const builtInOwnUnits = ['can', 'pack', 'jar', 'bottle', 'box', 'bag', 'slice', 'clove', 'bunch', 'portion'] as const
type BuiltInOwnUnit = (typeof builtInOwnUnits)[number]

const labels: Record<BuiltInOwnUnit, (count: number) => string> = {
  can: (count) => say`${many(count, { one: 'can', other: 'cans' })}`,
  pack: (count) => say`${many(count, { one: 'pack', other: 'packs' })}`,
  jar: (count) => say`${many(count, { one: 'jar', other: 'jars' })}`,
  bottle: (count) => say`${many(count, { one: 'bottle', other: 'bottles' })}`,
  box: (count) => say`${many(count, { one: 'box', other: 'boxes' })}`,
  bag: (count) => say`${many(count, { one: 'bag', other: 'bags' })}`,
  slice: (count) => say`${many(count, { one: 'slice', other: 'slices' })}`,
  clove: (count) => say`${many(count, { one: 'clove', other: 'cloves' })}`,
  bunch: (count) => say`${many(count, { one: 'bunch', other: 'bunches' })}`,
  portion: (count) => say`${many(count, { one: 'portion', other: 'portions' })}`,
}

/** Returns an own unit's name in the reader's language: `can`, `cans`. A name that the household made up is returned as written. */
export const ownUnitLabel = (name: string, count = 1): string =>
  Object.hasOwn(labels, name) ? labels[name as BuiltInOwnUnit](count > 0 && count <= 1 ? 1 : 2) : name

/** Returns the name to store for one that was typed in a form: a built-in own unit's if it is called so in the reader's language. */
export function ownUnitName(typed: string): string {
  const key = nameKey(typed)
  const isCalled = (name: string) => [name, ownUnitLabel(name), ownUnitLabel(name, 2)].some((label) => nameKey(label) === key)
  return builtInOwnUnits.find(isCalled) ?? typed.trim()
}

/** Returns the ingredient's own unit of that name, or null. Names differ by more than case and accents. */
export const ownUnitOf = (ownUnits: readonly OwnUnit[] | undefined, name: string | null | undefined): OwnUnit | null =>
  (name && ownUnits?.find((one) => nameKey(one.name) === nameKey(name))) || null

/** Returns whether one of each is as much: 400 g and 0.4 kg. */
export const isSameSize = (a: Pick<OwnUnit, 'quantity' | 'unit'>, b: Pick<OwnUnit, 'quantity' | 'unit'>): boolean =>
  convertMilli(toMilli(a.quantity), a.unit, b.unit) === toMilli(b.quantity)

/** An amount in whole own units, and the rest in the unit of the amount. */
export interface AmountInOwnUnits {
  count: number
  name: string
  rest: number
}

/** Returns null if not even one is there, or if the unit doesn't convert to the own unit's. */
export function inOwnUnits(quantity: number, unit: Unit, ownUnit: OwnUnit | null): AmountInOwnUnits | null {
  const one = ownUnit && convertMilli(toMilli(ownUnit.quantity), ownUnit.unit, unit)
  if (!one) return null
  const milli = toMilli(quantity)
  const nearest = Math.round(milli / one)
  // A converted size is rounded to thousandths, once for each.
  const isWhole = nearest > 0 && Math.abs(milli - nearest * one) <= (ownUnit.unit === unit ? 0 : nearest)
  const count = isWhole ? nearest : Math.floor(milli / one)
  return count === 0 ? null : { count, name: ownUnit.name, rest: isWhole ? 0 : fromMilli(milli - count * one) }
}

type Format = (quantity: number, unit: Unit) => string

/** Returns the value and what follows it: `2` and `cans`, `1` and `can + 160 g`. `format` formats the rest. */
export const ownAmountParts = ({ count, name, rest }: AmountInOwnUnits, unit: Unit, format: Format = formatAmount) => ({
  value: formatNumber(count),
  unit: rest === 0 ? ownUnitLabel(name, count) : `${ownUnitLabel(name, count)} + ${format(rest, unit)}`,
})

/**
 * Formats an amount in whole own units and the rest: `2 cans`, `1 can + 160 g`. Without an own unit, with less than one of it, or if it
 * doesn't convert, only as `format` does: `160 g`.
 */
export function formatOwnAmount(quantity: number, unit: Unit, ownUnit: OwnUnit | null, format: Format = formatAmount): string {
  const amount = inOwnUnits(quantity, unit, ownUnit)
  if (!amount) return format(quantity, unit)
  const parts = ownAmountParts(amount, unit, format)
  return `${parts.value} ${parts.unit}`
}

/** Like `formatOwnAmount`, with the name of the thing: `2 cans Tomatoes`, and one of something counted as `Eggs (1)`. */
export function formatOwnAmountWithName(
  quantity: number,
  unit: Unit,
  ownUnit: OwnUnit | null,
  name: string,
  format: Format = formatAmount,
): string {
  const amount = formatOwnAmount(quantity, unit, ownUnit, format)
  return inOwnUnits(quantity, unit, ownUnit) ? `${amount} ${name}` : withName(amount, quantity, unit, name)
}

/** Returns how much `count` of an own unit are, rounded to thousandths. */
export const ofOwnUnit = (count: number, { quantity, unit }: Pick<OwnUnit, 'quantity' | 'unit'>): { quantity: number; unit: Unit } => ({
  quantity: fromMilli(Math.round(count * toMilli(quantity))),
  unit,
})
