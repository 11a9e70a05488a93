import { familyOf, type Unit } from '#platform/shared/units.ts'

/**
 * Tells whether using an amount opens a sealed lot: part of something measured, or part of the last piece. Whole pieces leave the others
 * sealed. Amounts are thousandths.
 */
export function isOpenedByUse(lot: { isOpened: boolean; milli: number; unit: Unit }, usedMilli: number): boolean {
  const left = lot.milli - usedMilli
  return !lot.isOpened && left > 0 && (familyOf(lot.unit) !== 'count' || left < 1000)
}
