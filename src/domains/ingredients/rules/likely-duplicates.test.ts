import { expect, test } from 'vitest'
import { randomFrom } from '#tests/support/data/random.ts'
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
  ['Frozen peas', 'Frozen pears'],
  ['Pickled beet', 'Pickled beef'],
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

test('compares ten thousand names by a few keys of each', () => {
  const random = randomFrom(7)
  const word = () => Array.from({ length: 10 }, () => String.fromCharCode(97 + random.below(26))).join('')
  const many = Array.from({ length: 10_000 }, () => named(`${word()} ${word()}`))
  let read = 0
  const counted = [...many, named('Mozarella'), named('Mozzarella')].map((one) => ({
    ...one,
    get name() {
      read++
      return one.name
    },
  }))
  expect(findLikelyDuplicates(counted)).toHaveLength(1)
  expect(read).toBeLessThan(30_000)
})
