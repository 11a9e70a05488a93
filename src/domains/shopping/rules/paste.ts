import { parseQuickAdd } from '#domains/inventory/rules/quick-add.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { decimalMark } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'

export interface PastedRow {
  name: string
  quantity: number
  unit: Unit
  /** No quantity was said: one piece stands there until somebody knows better. */
  isBare: boolean
}

// What other programs put before a line: bullets, boxes, ticks, "1." and "1)".
const mark = /^\s*(?:[-*•–·]\s*)?(?:\[[ xX]?\]|[☐☑☒✓✔]|\d{1,3}[.)](?=\s))?\s*/u

/**
 * Rows from text of many lines, read by the rules of quick add ("2 l milk, 6 eggs"). Headings that end in a colon and empty lines
 * are left out; what a line says of places and dates is not for the list.
 */
export function rowsFromText(
  text: string,
  today: CalendarDate,
  findIngredient?: (name: string) => { defaultUnit: Unit } | null,
): PastedRow[] {
  return text
    .split(/\r\n|[\n\r]/)
    .map((line) => line.replace(mark, '').trim())
    .filter((line) => line !== '' && !/^[^,;:]{1,40}:$/.test(line))
    .flatMap((line) => parseQuickAdd(line, { today, decimalMark: decimalMark(), ...(findIngredient && { findIngredient }) }))
    .map(({ name, text: whole, quantity, unit, sure }) => ({
      name: (name || whole).slice(0, 120).trim(),
      quantity: Math.max(0.001, Math.round(quantity * 1000) / 1000),
      unit,
      isBare: quantity === 1 && unit === 'each' && !sure,
    }))
    .filter(({ name }) => name !== '')
}
