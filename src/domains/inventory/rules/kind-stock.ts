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
    kind.stock.map(({ unit, freeMilli, heldMilli, expiredMilli }) => {
      const [free, held, expired] = [freeMilli, heldMilli, expiredMilli].map((milli) => amountOfKind({ milli, unit }, kind, parent))
      return { unit: free?.unit ?? unit, freeMilli: free?.milli ?? 0, heldMilli: held?.milli ?? 0, expiredMilli: expired?.milli ?? 0 }
    }),
  )
}
