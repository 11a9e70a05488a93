import { convert, familyOf, type Unit, type UnitFamily } from '#platform/shared/units.ts'

/** What prices are compared by. */
export type BaseUnit = 'kg' | 'l' | 'each'
const bases: Record<UnitFamily, BaseUnit> = { mass: 'kg', volume: 'l', count: 'each' }

export interface UnitPrice {
  /** Cents per kilogram, liter or piece, not rounded. */
  readonly cents: number
  readonly per: BaseUnit
}

/** Returns what one kilogram, liter or piece cost, if `cents` were paid for `milli` thousandths of `unit`. */
export function unitPriceOf(cents: number, milli: number, unit: Unit): UnitPrice {
  const per = bases[familyOf(unit)]
  return { cents: (cents * 1000) / (convert(milli, unit, per) ?? milli), per }
}
