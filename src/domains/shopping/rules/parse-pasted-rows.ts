import { type KnownIngredient, parseQuickAdd } from '#domains/inventory/rules/quick-add.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { decimalMark } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'

export interface PastedRow {
  /** The part of the line that it was read from. */
  text: string
  name: string
  quantity: number
  unit: Unit
  /** A can or another pack that was counted as a piece. */
  pack?: string
  /** The line had no quantity; `quantity` is a placeholder of one piece. */
  isBare: boolean
}

// List markers of other programs: bullets, checkboxes, `1.` and `1)`.
const listMarker = /^\s*(?:[-*•–·]\s*)?(?:\[[ xX]?\]|[☐☑☒✓✔]|\d{1,3}[.)](?=\s))?\s*/u

/**
 * Parses pasted text into rows, each line as quick add does (`2 l milk, 6 eggs`). Skips empty lines and headings that end in a colon,
 * and ignores places and dates.
 */
export function parsePastedRows(text: string, today: CalendarDate, findIngredient?: (name: string) => KnownIngredient | null): PastedRow[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replace(listMarker, '').trim())
    .filter((line) => line !== '' && !/^[^,;:]{1,40}:$/.test(line))
    .flatMap((line) => parseQuickAdd(line, { today, decimalMark: decimalMark(), ...(findIngredient && { findIngredient }) }))
    .map(({ name, text, quantity, unit, pack, sure }) => ({
      text,
      name: (name || text).slice(0, 120).trim(),
      quantity: Math.max(0.001, Math.round(quantity * 1000) / 1000),
      unit,
      ...(pack === undefined ? {} : { pack }),
      isBare: quantity === 1 && unit === 'each' && !sure,
    }))
    .filter(({ name }) => name !== '')
}
