import { builtInOwnUnitOf } from '#domains/ingredients/rules/own-unit-words.ts'
import type { Unit } from '#platform/shared/units.ts'

const separator = '; '

/**
 * Returns the pack that a counted row is in, such as bottles, and the rest of its note. A pack whose size the ingredient doesn't say is a part of
 * the note, in any language and number.
 */
export function readPackNote({ note = '', unit }: { note?: string | undefined; unit: Unit }): { pack: string | null; note: string } {
  const parts = note.split(separator)
  const at = unit === 'each' ? parts.findIndex((part) => builtInOwnUnitOf(part) !== null) : -1
  if (at < 0) return { pack: null, note }
  return { pack: builtInOwnUnitOf(parts[at] ?? ''), note: parts.filter((_, other) => other !== at).join(separator) }
}
