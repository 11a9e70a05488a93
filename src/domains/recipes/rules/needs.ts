import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert, familyOf, isUnit, type Unit, type UnitFamily } from '#platform/shared/units.ts'
import type { ParsedLine } from '../contract/recipe.ts'
import { readUnitAt } from './line-units.ts'
import { isTapWater } from './match-line.ts'
import { isOptional } from './optional-line.ts'

/** The amount a line needs. */
export interface Need {
  food: string
  /** In thousandths of `unit`, for the recipe's own servings; null if stock can't be measured that way. */
  milli: number | null
  unit: Unit | null
  /** In thousandths of the family's base unit. */
  base: number
  family: UnitFamily | null
  /** The pack or portion that the line counts, such as `can`, and how many for the recipe's own servings; null for an amount. */
  pack: { unit: string; count: number } | null
  /** Tap water, always available. */
  isFree: boolean
  /** The recipe works without it: it never counts as lacking, and isn't listed unasked. */
  isOptional: boolean
}

/** Foreign measures in units of stock. */
const measures: Record<string, [unit: Unit, times: number]> = { dl: ['ml', 100], cl: ['ml', 10], pint: ['cup', 2], quart: ['cup', 4] }
/** Packs and whole items, which stock counts too. */
const counted = new Set([
  'can',
  'jar',
  'bottle',
  'package',
  'bag',
  'tub',
  'box',
  'head',
  'loaf',
  'bunch',
  'ear',
  'block',
  'ball',
  'roll',
  'sheet',
  'bar',
])

/** Converts a line's amount to a unit of stock; null for portions such as a clove or a pinch. */
export function toStockUnit(quantity: number, unit: string | null): { quantity: number; unit: Unit } | null {
  if (unit === null) return { quantity, unit: 'each' }
  if (isUnit(unit)) return { quantity, unit }
  const measure = measures[unit]
  if (measure) return { quantity: quantity * measure[1], unit: measure[0] }
  return counted.has(unit) ? { quantity, unit: 'each' } : null
}

/** Returns what a line needs; null for a line without a food (a heading). */
export function needOf({
  food: ingredient,
  quantity,
  unit,
  preparation,
}: Pick<ParsedLine, 'food' | 'quantity' | 'unit' | 'preparation'>): Need | null {
  if (ingredient === '') return null
  const amount = quantity === null ? null : toStockUnit(quantity, unit)
  return {
    food: ingredient,
    pack: quantity !== null && unit !== null && !isUnit(unit) && !measures[unit] ? { unit, count: quantity } : null,
    ...measured(amount && Math.max(1, Math.round(amount.quantity * 1000)), amount?.unit ?? null),
    isFree: isTapWater(ingredient),
    isOptional: isOptional(preparation),
  }
}

const measured = (milli: number | null, unit: Unit | null) =>
  milli === null || unit === null
    ? { milli, unit, base: 0, family: null }
    : { milli, unit, base: inBase(milli, unit), family: familyOf(unit) }

/** Scales a need to other servings. */
export function scaleNeed(need: Need, servings: number, own: number): Need {
  if (servings === own || (need.milli === null && need.pack === null)) return need
  const pack = need.pack && { ...need.pack, count: (need.pack.count * servings) / own }
  return { ...need, pack, ...(need.milli === null ? {} : measured(scaled(need.milli, servings, own), need.unit)) }
}

const lineUnits = boundedCache<string, string | null>(1000)
/** Returns the unit of recipe lines that a name means: `pack` and `Packung` are a `package`. */
const lineUnitOf = (name: string) => lineUnits.getOrCreate(name, () => readUnitAt([name], 0)?.unit ?? null)

/** What is known of a need's ingredient. */
interface CountedIngredient {
  readonly ownUnits?: readonly OwnUnit[] | undefined
  /** Its stock by family. */
  readonly total?: Readonly<Record<UnitFamily, number>>
}

/**
 * Returns what two cans or cloves are, if the ingredient says how much one is. Cans that are in stock as pieces are still counted as pieces.
 */
export function needInOwnUnits(need: Need, ingredient: CountedIngredient | null | undefined): Need {
  const { pack } = need
  if (pack === null || !ingredient?.ownUnits || ingredient.ownUnits.length === 0) return need
  const one = ingredient.ownUnits.find(({ name }) => lineUnitOf(name) === pack.unit)
  if (!one) return need
  const { total } = ingredient
  if (need.family === 'count' && total && total.count > 0 && total[familyOf(one.unit)] === 0) return need
  return { ...need, ...measured(Math.max(1, Math.round(pack.count * toMilli(one.quantity))), one.unit) }
}

const scaled = (milli: number, servings: number, own: number) => Math.max(1, Math.round((milli * servings) / own))

/** The unit in which each family is summed up. */
export const bases: Record<UnitFamily, Unit> = { mass: 'g', volume: 'ml', count: 'each' }
/** Converts thousandths of a unit to thousandths of its family's base unit. */
export const inBase = (milli: number, unit: Unit): number => convert(milli, unit, bases[familyOf(unit)]) ?? 0
