import { familyOf, type Unit } from '#platform/shared/units.ts'

const steps: Partial<Record<Unit, number>> = { g: 50, kg: 0.1, oz: 1, lb: 0.25, ml: 50, l: 0.25, gal: 0.25 }

/** Returns what one press of minus, plus or Use changes: a piece or a serving, at most `max`. */
export function amountStep(unit: Unit, max = Number.POSITIVE_INFINITY): number {
  const step = steps[unit] ?? (familyOf(unit) === 'count' ? 1 : 0.5)
  return step < max ? step : max > 0 ? max : step
}
