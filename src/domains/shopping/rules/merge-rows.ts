import { mergeNotes } from '#domains/ingredients/rules/merge-notes.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { readPackNote } from './pack-in-note.ts'

/** A row's largest quantity, in thousandths. */
export const maxMilli = 1_000_000_000

/** What a row is about: an ingredient of the household, or only a name. */
export interface ItemIdentity {
  ingredientId: string | null
  /** The normalized name from `ingredientKey`. */
  ingredientKey: string
}

/** Compares by ingredient if both have one, otherwise by name. */
export const isSameItem = (a: ItemIdentity, b: ItemIdentity): boolean =>
  a.ingredientId !== null && b.ingredientId !== null ? a.ingredientId === b.ingredientId : a.ingredientKey === b.ingredientKey

export interface OpenRow extends ItemIdentity {
  id: string
  milli: number
  unit: Unit
  note: string
  createdAt: string
}

/** Converts `milli` of `unit` to the row's unit, in thousandths. Returns null if that requires rounding or is impossible. */
function exactly(row: OpenRow, milli: number, unit: Unit): number | null {
  if (familyOf(row.unit) !== familyOf(unit)) return null
  const converted = convert(milli, unit, row.unit) ?? 0
  const whole = Math.round(converted)
  return whole > 0 && Math.abs(converted - whole) < 1e-6 ? whole : null
}

/**
 * Returns the open row to add an item to, by how much it grows, and both notes. Returns null if the item needs its own row: no open row is about
 * the same thing in the same pack and in a unit that holds the quantity exactly, or their notes are too long together. Quantities are never
 * rounded.
 */
export function findRowToMerge<R extends OpenRow>(
  rows: readonly R[],
  added: ItemIdentity & { milli: number; unit: Unit; note: string },
): { row: R; milli: number; note: string } | null {
  const { pack, note: withoutPack } = readPackNote(added)
  const fits = rows
    .filter((row) => isSameItem(row, added) && readPackNote(row).pack === pack)
    .flatMap((row) => {
      const [milli, note] = [exactly(row, added.milli, added.unit), mergeNotes(row.note, withoutPack)]
      return milli === null || note === null ? [] : [{ row, milli, note }]
    })
  const keyOf = ({ row }: { row: R }) => `${row.unit === added.unit ? 0 : 1} ${row.createdAt} ${row.id}`
  return fits.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0] ?? null
}

export interface Amount {
  milli: number
  unit: Unit
}

/**
 * Returns a row's quantity after a part that was merged into it changes from `before` to `after` (null removes it), in thousandths of the
 * row's unit; 0 if nothing is left. Returns null if the part cannot be converted to the row's current unit.
 */
export function replaceMergedPart(row: Amount, before: Amount, after: Amount | null): number | null {
  const inRow = ({ milli, unit }: Amount) => (familyOf(unit) === familyOf(row.unit) ? (convert(milli, unit, row.unit) ?? 0) : null)
  const [was, is] = [inRow(before), after === null ? 0 : inRow(after)]
  return was === null || is === null ? null : Math.max(after === null ? 0 : 1, Math.round(row.milli - was + is))
}

/**
 * Returns a row's quantity after a person set it to `to`, in thousandths. If they saw `was`, only the difference is applied, so that two
 * people who each press plus add two. If that would leave nothing, returns `to`.
 */
export function quantityAfter(now: number, to: number, was: number | null): number {
  if (was === null) return to
  const moved = now + to - was
  return moved > 0 ? moved : to
}
