import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'

/** One completed loan nobody has settled. Amounts in thousandths of `unit`. */
export interface OpenLoan {
  id: string
  isOwedToUs: boolean
  /** The other household. */
  otherId: string
  ingredient: string
  milli: number
  unit: Unit
  createdAt: string
}

/** What is owed of one food in one direction between two households. */
export interface Line {
  ids: string[]
  isOwedToUs: boolean
  otherId: string
  ingredient: string
  /** Thousandths of `unit`, which is the oldest loan's. */
  milli: number
  unit: Unit
  since: string
}

/** Adds loans up per household, direction, food and kind of unit, oldest first; what cannot be compared stays apart. */
export function linesOf(loans: readonly OpenLoan[]): Line[] {
  const lines = new Map<string, Line & { exact: number }>()
  for (const { id, milli, unit, createdAt, ...loan } of loans.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
    const key = JSON.stringify([loan.otherId, loan.isOwedToUs, ingredientKey(loan.ingredient), familyOf(unit)])
    const line = lines.get(key)
    if (!line) {
      lines.set(key, { ...loan, ids: [id], milli, exact: milli, unit, since: createdAt })
      continue
    }
    line.ids.push(id)
    line.exact += convert(milli, unit, line.unit) ?? 0
    line.milli = Math.round(line.exact)
  }
  return [...lines.values()].map(({ exact: _exact, ...line }) => line)
}
