import { convert, familyOf, type Unit } from '#platform/shared/units.ts'

/** What a row stands for: a food of the household, or only a name. */
export interface Thing {
  ingredientId: string | null
  /** The name as foods are found by it (`ingredientKey`). */
  ingredientKey: string
}

/** Two rows mean the same when they name one food; where one names none, when their names are the same. */
export const isSameThing = (a: Thing, b: Thing): boolean =>
  a.ingredientId !== null && b.ingredientId !== null ? a.ingredientId === b.ingredientId : a.ingredientKey === b.ingredientKey

export interface OpenRow extends Thing {
  id: string
  milli: number
  unit: Unit
  createdAt: string
}

/** What `milli` of `unit` is in the row's unit, in thousandths; null where that would have to be rounded or cannot be compared. */
function exactly(row: OpenRow, milli: number, unit: Unit): number | null {
  if (familyOf(row.unit) !== familyOf(unit)) return null
  const converted = convert(milli, unit, row.unit) ?? 0
  const whole = Math.round(converted)
  return whole > 0 && Math.abs(converted - whole) < 1e-6 ? whole : null
}

/**
 * Which of the rows that are still to be bought takes in more of the same thing, and by how much it grows. Null: it becomes a row
 * of its own, because it is on no such row or only in a unit in which it cannot be said exactly: no quantity is ever rounded away.
 */
export function rowToGrow<R extends OpenRow>(
  rows: readonly R[],
  added: Thing & { milli: number; unit: Unit },
): { row: R; milli: number } | null {
  const fits = rows
    .filter((row) => isSameThing(row, added))
    .map((row) => ({ row, milli: exactly(row, added.milli, added.unit) }))
    .filter((fit): fit is { row: R; milli: number } => fit.milli !== null)
  const keyOf = ({ row }: { row: R }) => `${row.unit === added.unit ? 0 : 1} ${row.createdAt} ${row.id}`
  return fits.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0] ?? null
}

export interface Amount {
  milli: number
  unit: Unit
}

/**
 * A row's quantity after the part of it that came under another id was changed from `before` to `after` (null: taken out), in thousandths
 * of the row's unit; 0 where nothing is left. Null: the row is in a unit by now in which the part cannot be said.
 */
export function withPart(row: Amount, before: Amount, after: Amount | null): number | null {
  const inRow = ({ milli, unit }: Amount) => (familyOf(unit) === familyOf(row.unit) ? (convert(milli, unit, row.unit) ?? 0) : null)
  const [was, is] = [inRow(before), after === null ? 0 : inRow(after)]
  return was === null || is === null ? null : Math.max(after === null ? 0 : 1, Math.round(row.milli - was + is))
}

/**
 * A row's quantity after somebody set it to `to`, in thousandths. Where they saw `was`, the difference counts, so that two who each
 * press plus once make it two more; a difference that would leave nothing stands for what was asked.
 */
export function quantityAfter(now: number, to: number, was: number | null): number {
  if (was === null) return to
  const moved = now + to - was
  return moved > 0 ? moved : to
}
