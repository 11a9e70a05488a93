import { amountOfKind } from '#domains/ingredients/rules/kinds.ts'
import type { Conversion, Unit } from '#platform/shared/units.ts'

/** Amounts of an ingredient in one unit, in thousandths. */
export interface UnitStock {
  unit: Unit
  /** Unexpired and not reserved. */
  freeMilli: number
  /** Unexpired and reserved. */
  heldMilli: number
  expiredMilli: number
  /** Unexpired and probably gone: recorded, but not to be relied on. */
  goneMilli: number
}

/** A kind of another ingredient, with its stock. */
export interface KindStock {
  readonly id: string
  readonly name: string
  readonly conversions: readonly Conversion[]
  readonly stock: readonly UnitStock[]
}

/** Returns the stock of the kinds of an ingredient as it counts them. `unit` is its default unit. */
export function stockOfKinds(kinds: readonly KindStock[], parent: { unit: Unit; conversions: readonly Conversion[] }): UnitStock[] {
  return kinds.flatMap((kind) =>
    kind.stock.map(({ unit, freeMilli, heldMilli, expiredMilli, goneMilli }) => {
      const inParentUnit = (milli: number) => amountOfKind({ milli, unit }, kind, parent)
      const free = inParentUnit(freeMilli)
      return {
        unit: free.unit,
        freeMilli: free.milli,
        heldMilli: inParentUnit(heldMilli).milli,
        expiredMilli: inParentUnit(expiredMilli).milli,
        goneMilli: inParentUnit(goneMilli).milli,
      }
    }),
  )
}
