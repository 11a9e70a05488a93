import { DiscardReason } from '#domains/inventory/contract.ts'
import { joinMovements, type PastMovement } from '#domains/inventory/rules/past-movements.ts'
import { convert, isUnit, type Unit } from '#platform/shared/units.ts'
import { dateOf, noteOf, numberOf, optional, roundAmount, type TableRow, textOf } from './parse-cell.ts'

/** Loans, splits and mistaken entries leave no trace: they are neither used nor wasted. */
const kinds: readonly unknown[] = ['use', 'discard', 'correct'] satisfies PastMovement['kind'][]

/**
 * Returns what left a lot by its rows of the exported ledger, in `unit`. An undo takes back the last movement of its amount. Leaves out
 * what was recorded in a unit that can't be converted.
 */
export function movementsInLedger(rows: readonly TableRow[], unit: Unit): PastMovement[] {
  /** All decreases, since an undo may take back any of them. */
  const decreases: { quantity: number; movement: PastMovement | null }[] = []
  const seqOf = (row: TableRow) => numberOf(row['seq']) ?? 0
  for (const row of rows.toSorted((a, b) => seqOf(a) - seqOf(b))) {
    const [delta, from] = [numberOf(row['delta']) ?? 0, row['unit']]
    const converted = isUnit(from) ? convert(Math.abs(delta), from, unit) : null
    const quantity = converted === null ? null : roundAmount(converted)
    const on = dateOf(row['on_date'])
    if (quantity === null || on === null) continue
    if (row['kind'] === 'undo' && delta > 0) {
      const at = decreases.findLastIndex((decrease) => Math.abs(decrease.quantity - quantity) < 0.0015)
      if (at >= 0) decreases.splice(at, 1)
    } else if (delta < 0) decreases.push({ quantity, movement: kinds.includes(row['kind']) ? { ...kindOf(row), quantity, on } : null })
  }
  return joinMovements(decreases.flatMap(({ movement }) => movement ?? []))
}

function kindOf(row: TableRow): Pick<PastMovement, 'kind' | 'reason' | 'notes'> {
  const kind = textOf(row['kind']) as PastMovement['kind']
  if (kind !== 'discard') return { kind }
  return { kind, reason: DiscardReason.safeParse(row['reason']).data ?? 'other', ...optional('notes', noteOf(row['notes'])) }
}
