import { familyOf, type Unit } from '#platform/shared/units.ts'

export interface AnswerAmount {
  quantity: number
  /** Of what is recorded, in quarters; null for some of several pieces. */
  share: number | null
}

/** Up to this many pieces can be answered one by one. */
const fewPieces = 4

const isInPieces = (quantity: number, unit: Unit) => familyOf(unit) === 'count' && Number.isInteger(quantity)

const toThousandths = (quantity: number) => Number(Number(quantity.toPrecision(2)).toFixed(3))

/** What is probably left: whole pieces, or a quarter, half or three quarters. */
export type Guess = { readonly pieces: number } | { readonly share: number }

/** Returns what is probably left of `quantity`, as rough as it is known; null if that is nearly all. */
export function guessLeft(left: number, quantity: number, unit: Unit): Guess | null {
  if (isInPieces(quantity, unit)) {
    const pieces = Math.max(1, Math.round(left))
    return pieces < quantity ? { pieces } : null
  }
  const share = Math.max(0.25, Math.round((4 * left) / quantity) / 4)
  return share < 1 ? { share } : null
}

/**
 * Returns the amounts to answer how much is left with one tap, from none to all: quarters, or whole pieces. The last is `quantity` itself,
 * so that it confirms the record.
 */
export function answerAmounts(quantity: number, unit: Unit): AnswerAmount[] {
  if (!isInPieces(quantity, unit))
    return [0, 0.25, 0.5, 0.75, 1]
      .map((share) => ({ quantity: share === 1 ? quantity : toThousandths(quantity * share), share }))
      .filter((answer, i, all) => i === 0 || answer.quantity > (all[i - 1]?.quantity ?? 0))
  const pieces =
    quantity <= fewPieces
      ? Array.from({ length: quantity + 1 }, (_, i) => i)
      : [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(quantity * share))
  return pieces.map((one) => ({ quantity: one, share: one === 0 || one === quantity ? one / quantity : null }))
}
