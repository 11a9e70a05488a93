import { expect, test } from 'vitest'
import { plusAmount, roundUpToBuy } from './sensible-amount.ts'

test.each([
  [309.57, 'ml', 310],
  [29.574, 'ml', 30],
  [60, 'g', 60],
  [1801, 'ml', 1850],
  [0.02, 'cup', 0.25],
  [1.5, 'each', 2],
  [0.51, 'kg', 0.55],
  [0.3, 'l', 0.3],
] as const)('rounds %d %s up to %d', (quantity, unit, bought) => expect(roundUpToBuy(quantity, unit)).toBe(bought))

test.each([
  [50, 'g', null, 10],
  [310, 'ml', null, 50],
  [800, 'g', null, 100],
  [2, 'l', null, 1],
  [3, 'each', null, 1],
  [310, 'ml', 500, 500],
  [12, 'each', 10, 10],
] as const)('plus adds to %d %s, last bought by %d, %d', (suggestedQuantity, unit, packQuantity, step) =>
  expect(plusAmount({ suggestedQuantity, unit, packQuantity })).toBe(step),
)
