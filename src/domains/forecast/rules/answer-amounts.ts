import { familyOf, type Unit } from '#platform/shared/units.ts'

export interface AnswerAmount {
  quantity: number
  /** Of what is recorded, in quarters; null for some of several pieces. */
  share: number | null
}

/** Up to this many pieces can be answered one by one. */
const fewPieces = 4

const isInPieces = (quantity: number, unit: Unit) => familyOf(unit) === 'count' && Number.isInteger(quantity)

/** Returns the expected number of pieces out of `quantity`, at least one; null for what isn't counted. */
export const guessPieces = (left: number, quantity: number, unit: Unit): number | null =>
  isInPieces(quantity, unit) ? Math.max(1, Math.round(left)) : null

/** Returns a share as one of a quarter, half and three quarters. */
export const nearestQuarter = (share: number): number => Math.min(0.75, Math.max(0.25, Math.round(4 * share) / 4))

/**
 * Returns the amounts to answer how much is left with one tap, from none to all: quarters, or whole pieces. The last is `quantity` itself,
 * so that it confirms the record.
 */
export function answerAmounts(quantity: number, unit: Unit): AnswerAmount[] {
  if (!isInPieces(quantity, unit))
    return [0, 0.25, 0.5, 0.75, 1].map((share) => ({ quantity: share === 1 ? quantity : Number((quantity * share).toPrecision(2)), share }))
  const pieces =
    quantity <= fewPieces
      ? Array.from({ length: quantity + 1 }, (_, i) => i)
      : [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(quantity * share))
  return pieces.map((one) => ({ quantity: one, share: one === 0 || one === quantity ? one / quantity : null }))
}
