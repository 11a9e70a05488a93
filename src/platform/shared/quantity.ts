import { z } from 'zod'

/** Largest quantity on the wire; in thousandths it stays far below 2^53 even summed over a household. */
const largest = 1_000_000

/** The same in thousandths. */
export const maxMilli = largest * 1000

const thousandths = (n: number) => Math.round(n * 1000)
const hasThreeDecimals = (n: number) => Math.abs(n * 1000 - thousandths(n)) < 1e-6

/** A plain decimal number, 0 to 1,000,000, with at most three decimals. */
export const QuantityOrZero = z.number().min(0).max(largest).refine(hasThreeDecimals, 'Use at most three decimal places.')

/** As `QuantityOrZero`, but at least a thousandth. */
export const Quantity = QuantityOrZero.refine((n) => thousandths(n) > 0, 'Enter an amount above zero.')

/** Wire quantity → stored integer thousandths. */
export const toMilli = thousandths
/** Stored integer thousandths → wire quantity. */
export const fromMilli = (milli: number) => milli / 1000

/** Money on the wire: a decimal with at most two places, 0 to 1,000,000. */
export const Money = z
  .number()
  .min(0)
  .max(1_000_000)
  .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'Use at most two decimal places.')
export const toCents = (amount: number) => Math.round(amount * 100)
export const fromCents = (cents: number) => cents / 100
