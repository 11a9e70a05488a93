import { expect, test } from 'vitest'
import { isTooLittleToBuy } from './buyable-amount.ts'

const forRecipe = { reason: 'requested', isByHand: false } as const

test.each([
  [1, 'tsp', true],
  [3, 'tbsp', true],
  [20, 'g', true],
  [1, 'oz', true],
  [30, 'ml', true],
  [50, 'g', false],
  [0.5, 'l', false],
  [1, 'each', false],
] as const)('%d %s for a recipe: %s', (suggestedQuantity, unit, isLittle) => {
  expect(isTooLittleToBuy({ ...forRecipe, suggestedQuantity, unit })).toBe(isLittle)
})

test('what a person typed, a minimum asks for or is sold in packs is shown', () => {
  const little = { suggestedQuantity: 7, unit: 'g' } as const
  expect(isTooLittleToBuy({ ...forRecipe, ...little, isByHand: true })).toBe(false)
  expect(isTooLittleToBuy({ reason: 'requested', ...little })).toBe(false)
  expect(isTooLittleToBuy({ ...forRecipe, ...little, reason: 'low_stock' })).toBe(false)
  expect(isTooLittleToBuy({ ...forRecipe, ...little, packs: { count: 1, quantity: 7, unit: 'g', name: null } })).toBe(false)
})
