import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'

/** A completed loan that is not settled. `milli` is in thousandths of `unit`. */
export interface UnsettledLoan {
  id: string
  isOwedToUs: boolean
  /** Id of the other household. */
  otherId: string
  ingredient: string
  milli: number
  unit: Unit
  createdAt: string
}

/** The total owed of one ingredient in one direction between two households. */
interface DebtLine {
  ids: string[]
  isOwedToUs: boolean
  otherId: string
  ingredient: string
  /** In thousandths of `unit`, the unit of the oldest loan. */
  milli: number
  unit: Unit
  since: string
}

/** Adds up loans by household, direction, ingredient and unit family, oldest first. Amounts that can't be converted stay separate. */
export function groupDebts(loans: readonly UnsettledLoan[]): DebtLine[] {
  const lines = new Map<string, DebtLine & { exact: number }>()
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
