import { expect, test } from 'vitest'
import { isTooLittleToBuy } from './buyable-amount.ts'

const ada = { firstName: 'Ada', lastName: 'Cook' }
const forRecipe = { reason: 'requested', why: 'For Pancakes', addedBy: ada } as const

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
  expect(isTooLittleToBuy({ ...forRecipe, ...little, why: 'Added by Ada' })).toBe(false)
  expect(isTooLittleToBuy({ ...forRecipe, ...little, why: 'Added by you', addedBy: null })).toBe(false)
  expect(isTooLittleToBuy({ ...forRecipe, ...little, reason: 'low_stock', why: '2 g left; minimum 9 g', addedBy: null })).toBe(false)
  expect(isTooLittleToBuy({ ...forRecipe, ...little, packs: { count: 1, quantity: 7, unit: 'g', name: null } })).toBe(false)
})
