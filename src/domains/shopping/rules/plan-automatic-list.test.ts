import { expect, test } from 'vitest'
import { planAutomaticList } from './plan-automatic-list.ts'
import type { ParIngredient } from './plan-list.ts'

const cheese: ParIngredient = {
  id: 'cheese',
  name: 'Cheese',
  category: 'Dairy & Eggs',
  parMilli: 300_000,
  unit: 'g',
  conversions: [],
  packs: [],
  kinds: [{ id: 'brie', name: 'Brie', conversions: [] }],
  stock: [],
}
const brie: ParIngredient = { ...cheese, id: 'brie', name: 'Brie', parMilli: 200_000, kinds: [] }
const added = (...causes: Parameters<typeof planAutomaticList>[2]) =>
  planAutomaticList([cheese, brie], [], causes).add.map(({ name, milli }) => [name, milli])

test('what is bought of a kind counts for what it is a kind of', () => {
  expect(added()).toEqual([
    ['Brie', 200_000],
    ['Cheese', 100_000],
  ])
})

test('a kind that was taken off the list doesn’t count for what it is a kind of', () => {
  expect(added({ id: 'one', ingredientId: 'brie', itemId: 'gone', isPutAway: false })).toEqual([['Cheese', 300_000]])
})
