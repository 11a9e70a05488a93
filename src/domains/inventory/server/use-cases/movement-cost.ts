import type { LotRow } from '../store/lots.ts'

/**
 * The share of a lot's price that `milli` thousandths of it stand for, in cents; null without a price.
 * Shares are differences of what the remaining stock is worth, so the parts of a lot add up to its price to the cent.
 */
export function costOf(
  { price_cents: price, whole_milli: whole, milli: left }: Pick<LotRow, 'price_cents' | 'whole_milli' | 'milli'>,
  milli: number,
): number | null {
  if (price === null) return null
  const worth = (quantity: number) => Math.round((price * Math.min(quantity, whole)) / whole)
  return worth(left) - worth(left - milli)
}
