import { familyOf, type Unit } from '#platform/shared/units.ts'

/** Up to this many pieces can be answered one by one. */
const fewPieces = 4

/** Rounds an expected amount so that it doesn't look measured: to one digit, or to whole pieces. */
export const roughAmount = (quantity: number, unit: Unit): number =>
  familyOf(unit) === 'count' ? Math.max(1, Math.round(quantity)) : Number(quantity.toPrecision(1))

/**
 * Returns the amounts to answer how much is left with one tap, from none to all: quarters, or whole pieces. The last is `quantity` itself,
 * so that it confirms the record.
 */
export function answerAmounts(quantity: number, unit: Unit): number[] {
  const isCounted = familyOf(unit) === 'count' && Number.isInteger(quantity)
  if (isCounted && quantity <= fewPieces) return Array.from({ length: quantity + 1 }, (_, i) => i)
  const quarters = [0.25, 0.5, 0.75].map((share) => (isCounted ? Math.round(quantity * share) : Number((quantity * share).toPrecision(2))))
  return [...new Set([0, ...quarters.filter((amount) => amount > 0 && amount < quantity), quantity])]
}
