import { expect, test } from 'vitest'
import { findLikelyDuplicates } from './likely-duplicates.ts'

const named = (name: string, { aliases = [] as string[], category = 'Produce' } = {}) => ({ id: name, name, aliases, category })
const pairsOf = (...ingredients: ReturnType<typeof named>[]) =>
  findLikelyDuplicates(ingredients).map((pair) => pair.map(({ name }) => name))

test.each([
  ['Tomato', 'tomatoes'],
  ['Flour, wheat', 'Wheat flour'],
  ['Crème fraîche', 'Creme fraiche!'],
  ['Mozarella', 'Mozzarella'],
  ['Zuchini', 'Zucchini'],
  ['Brocoli', 'Broccoli'],
  ['Spagehtti', 'Spaghetti'],
])('proposes %s and %s', (one, other) => {
  expect(pairsOf(named(one), named(other))).toEqual([[one, other].toSorted()])
})

test.each([
  ['Lime', 'Line'],
  ['Beer', 'Beet'],
  ['Pears', 'Peas'],
  ['Milk 3.5%', 'Milk 1.5%'],
  ['Vitamin B12', 'Vitamin B6'],
  ['Cheddar', 'Chowder'],
  ['Red onion', 'Onion'],
])('does not propose %s and %s', (one, other) => {
  expect(pairsOf(named(one), named(other))).toEqual([])
})

test('finds other names, and no typo across aisles', () => {
  expect(pairsOf(named('Scallions', { aliases: ['Spring onions'] }), named('Spring onion'))).toEqual([['Scallions', 'Spring onion']])
  expect(pairsOf(named('Chicken', { category: 'Meat' }), named('Chickens', { category: 'Pets' }))).toHaveLength(1)
  expect(pairsOf(named('Tuna fish', { category: 'Seafood' }), named('Tuna dish', { category: 'Pets' }))).toEqual([])
})

test('names each pair once, also if three are the same', () => {
  const pairs = pairsOf(named('Potato'), named('potatoes'), named('POTATO'))
  expect(pairs).toHaveLength(2)
  expect(new Set(pairs.map(String)).size).toBe(2)
})

test('handles ten thousand ingredients', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => named(`Ingredient ${String.fromCharCode(97 + (at % 26))} ${at}`))
  expect(findLikelyDuplicates([...many, named('Mozarella'), named('Mozzarella')])).toHaveLength(1)
})
