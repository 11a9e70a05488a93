import { convert, familyOf, Unit, type UnitFamily } from '#platform/shared/units.ts'
import type { ParsedLine } from '../contract/line.ts'
import { isFree } from './match-line.ts'

/** What one line asks of the kitchen. */
export interface Need {
  food: string
  /** In thousandths of `unit`, for the recipe's own servings; null: no amount that stock can be measured in. */
  milli: number | null
  unit: Unit | null
  /** The same amount in thousandths of its family's base. */
  base: number
  family: UnitFamily | null
  /** From the tap: always there. */
  isFree: boolean
}

/** Measures of other kitchens in a unit of stock. */
const measures: Record<string, [unit: Unit, times: number]> = { dl: ['ml', 100], cl: ['ml', 10], pint: ['cup', 2], quart: ['cup', 4] }
/** Packs and whole things that a shelf counts, too. */
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

const isStockUnit = (unit: string): unit is Unit => Unit.safeParse(unit).success

/** An amount of a line in units of stock; null for portions such as a clove or a pinch, which no shelf counts. */
export function inStockUnit(quantity: number, unit: string | null): { quantity: number; unit: Unit } | null {
  if (unit === null) return { quantity, unit: 'each' }
  if (isStockUnit(unit)) return { quantity, unit }
  const measure = measures[unit]
  if (measure) return { quantity: quantity * measure[1], unit: measure[0] }
  return counted.has(unit) ? { quantity, unit: 'each' } : null
}

/** What a line needs. A line without a food (a heading) needs nothing: null. */
export function needOf({ food: ingredient, quantity, unit }: Pick<ParsedLine, 'food' | 'quantity' | 'unit'>): Need | null {
  if (ingredient === '') return null
  const amount = quantity === null ? null : inStockUnit(quantity, unit)
  return {
    food: ingredient,
    ...measured(amount && Math.max(1, Math.round(amount.quantity * 1000)), amount?.unit ?? null),
    isFree: isFree(ingredient),
  }
}

const measured = (milli: number | null, unit: Unit | null) =>
  milli === null || unit === null
    ? { milli, unit, base: 0, family: null }
    : { milli, unit, base: inBase(milli, unit), family: familyOf(unit) }

/** A need for other servings than its recipe's own. */
export const needFor = (need: Need, servings: number, own: number): Need =>
  need.milli === null || servings === own ? need : { ...need, ...measured(scaled(need.milli, servings, own), need.unit) }

const scaled = (milli: number, servings: number, own: number) => Math.max(1, Math.round((milli * servings) / own))

/** Families are added up in these. */
export const bases: Record<UnitFamily, Unit> = { mass: 'g', volume: 'ml', count: 'each' }
/** Thousandths of a unit in thousandths of its family's base. */
export const inBase = (milli: number, unit: Unit): number => convert(milli, unit, bases[familyOf(unit)]) ?? 0
