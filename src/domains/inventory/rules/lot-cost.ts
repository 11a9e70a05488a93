/** A lot's amounts in thousandths of its unit: the one its price was paid for, and what is left of it. */
interface Amounts {
  readonly originalMilli: number
  readonly milli: number
}

/**
 * Returns the price in cents of `milli` thousandths of a lot, or null without a price.
 * Computed as the difference in value of the remaining stock, so the parts of a lot add up to its price.
 */
export function costOf({ originalMilli, milli: left }: Amounts, priceCents: number | null, milli: number): number | null {
  if (priceCents === null) return null
  const worth = (quantity: number) => Math.round((priceCents * Math.min(quantity, originalMilli)) / originalMilli)
  return worth(left) - worth(left - milli)
}

/** Returns the original amount of what is left after `milli` thousandths were split off. */
export const originalAfterSplit = ({ originalMilli }: Pick<Amounts, 'originalMilli'>, milli: number): number =>
  Math.max(1, originalMilli - milli)

/**
 * Returns the original amount after a count of `milli` thousandths. An untouched lot was counted wrong from the start, so its original
 * amount is the count. After a change of unit, the ratio of original to remaining stays.
 */
export function originalAfterCount({ originalMilli, milli: left }: Amounts, milli: number, isSameUnit: boolean): number {
  if (milli === left || milli === 0) return originalMilli
  if (left === originalMilli) return milli
  if (isSameUnit) return originalMilli
  return Math.min(Math.max(1, Math.round((originalMilli * milli) / left)), Number.MAX_SAFE_INTEGER)
}
