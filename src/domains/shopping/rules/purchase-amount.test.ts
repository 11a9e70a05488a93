import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { formatPacks, plusAmount, roundUpToBuy, type SoldAs, wholePacks } from './purchase-amount.ts'

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
  expect(plusAmount({ suggestedQuantity, unit, packQuantity, packs: null })).toBe(step),
)

const soldIn = (...packs: [quantity: number, unit: Unit][]): SoldAs => ({
  packs: packs.map(([quantity, unit]) => ({ quantity, unit })),
  conversions: [{ from: 'cup', to: 'g', factor: 120 }],
})

test.each([
  [700, 'g', soldIn([500, 'g']), 1000],
  [700, 'g', soldIn([500, 'g'], [750, 'g']), 750],
  [0.4, 'kg', soldIn([500, 'g']), 0.5],
  [500, 'g', soldIn([500, 'g'], [1, 'kg']), 500],
  [400, 'g', soldIn([20, 'g'], [500, 'g']), 500],
  [60, 'g', soldIn([20, 'g'], [500, 'g']), 60],
  [3, 'l', soldIn([1, 'l'], [1.5, 'l']), 3],
  [750, 'g', soldIn([250, 'g'], [1, 'kg']), 750],
  [12, 'each', soldIn([10, 'each']), 20],
  [1, 'cup', soldIn([1, 'kg']), 8.334],
  [700, 'g', soldIn([12, 'each']), 700],
  [700, 'g', soldIn([10, 'g']), 700],
  [3, 'lb', soldIn([16, 'oz']), 3],
] as const)('rounds %d %s up to whole packs %#', (quantity, unit, sold, bought) => expect(roundUpToBuy(quantity, unit, sold)).toBe(bought))

test.each([
  [1000, 'g', soldIn([500, 'g']), '2 × 500 g'],
  [1, 'kg', soldIn([500, 'g'], [1000, 'g']), '1000 g'],
  [8.334, 'cup', soldIn([1, 'kg']), '1 kg'],
  [700, 'g', soldIn([500, 'g']), null],
  [20, 'each', soldIn([10, 'each']), '2 × 10 each'],
  [1000, 'g', soldIn([10, 'g']), null],
] as const)('names the packs in %d %s %#', (quantity, unit, sold, words) => {
  const packs = wholePacks(quantity, unit, sold)
  expect(packs && formatPacks(packs, (amount, of) => `${amount} ${of}`)).toBe(words)
})

test('buys and names the same packs in any order', () => {
  const sizes: [number, Unit][] = [
    [20, 'g'],
    [0.5, 'kg'],
    [500, 'g'],
  ]
  for (const sold of [soldIn(...sizes), soldIn(...sizes.toReversed())]) {
    expect(roundUpToBuy(0.4, 'kg', sold)).toBe(0.5)
    expect(wholePacks(1000, 'g', sold)).toEqual({ count: 2, quantity: 500, unit: 'g', name: null })
  }
})

test('never buys less than is needed, and no more when rounded twice', () => {
  const anyPack = fc.record({
    quantity: fc.integer({ min: 1, max: 3_000_000 }).map(fromMilli),
    unit: fc.constantFrom<Unit>('g', 'kg', 'oz', 'lb', 'cup'),
  })
  const anyNeed = fc.integer({ min: 1, max: 5_000_000 }).map(fromMilli)
  fc.assert(
    fc.property(anyNeed, fc.constantFrom<Unit>('g', 'kg', 'oz', 'cup'), fc.array(anyPack, { maxLength: 3 }), (need, unit, packs) => {
      const sold: SoldAs = { packs, conversions: [{ from: 'cup', to: 'g', factor: 120 }] }
      const bought = roundUpToBuy(need, unit, sold)
      expect(bought).toBeGreaterThanOrEqual(need)
      expect(roundUpToBuy(bought, unit, sold)).toBe(bought)
    }),
  )
})

test('plus adds another pack as listed', () =>
  expect(plusAmount({ suggestedQuantity: 1, unit: 'kg', packQuantity: 3, packs: { count: 2, quantity: 500, unit: 'g', name: null } })).toBe(
    0.5,
  ))
