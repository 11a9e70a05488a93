import { z } from 'zod'

/** Maximum on the wire. In thousandths, even the sum of a household is far below 2^53. */
const maxQuantity = 1_000_000

/** The maximum in thousandths. */
export const maxMilli = maxQuantity * 1000

const thousandths = (n: number) => Math.round(n * 1000)
const hasThreeDecimals = (n: number) => Math.abs(n * 1000 - thousandths(n)) < 1e-6

/** A plain decimal number, 0 to 1,000,000, with at most three decimals. */
export const QuantityOrZero = z.number().min(0).max(maxQuantity).refine(hasThreeDecimals, 'Use at most three decimal places.')

/** Like `QuantityOrZero`, but at least a thousandth. */
export const Quantity = QuantityOrZero.refine((n) => thousandths(n) > 0, 'Enter an amount above zero.')

/** Converts a quantity on the wire to stored integer thousandths. */
export const toMilli = thousandths
/** Converts stored integer thousandths to a quantity on the wire. */
export const fromMilli = (milli: number) => milli / 1000

/** Money on the wire: a decimal with at most two places, 0 to 1,000,000. */
export const Money = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'Use at most two decimal places.')
export const toCents = (amount: number) => Math.round(amount * 100)
export const fromCents = (cents: number) => cents / 100
