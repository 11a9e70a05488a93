import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foodKey, indexFoods, matchFood } from './match-ingredient.ts'

test.each([
  ['tomato', 'Tomatoes'],
  ['egg', 'EGGS'],
  ['berry', 'berries'],
  ['cookie', 'cookies'],
  ['pie', 'pies'],
  ['leaf', 'leaves'],
  ['loaf', 'loaves'],
  ['radish', 'radishes'],
  ['peach', 'peaches'],
  ['cheese', 'cheeses'],
  ['anchovy', 'anchovies'],
  ['mango', 'mangoes'],
  ['mango', 'mangos'],
  ['glass', 'glasses'],
  ['green bean', 'green beans'],
  ['Crème fraîche', 'creme  fraiche'],
  ['half-and-half', 'half & half'],
  ["goat's cheese", 'goats cheese'],
  ['bird’s eye chilli', "bird's eye chillies"],
])('%s and %s are the same food', (one, other) => {
  expect(foodKey(other)).toBe(foodKey(one))
})

test.each([
  ['pea', 'pear'],
  ['plum', 'prune'],
  ['rice', 'rice milk'],
  ['tomato', 'tomatillo'],
  ['oat', 'goat'],
  ['brie', 'bread'],
])('%s and %s are two foods', (one, other) => {
  expect(foodKey(other)).not.toBe(foodKey(one))
})

const foods = [
  { name: 'Zucchini', aliases: ['courgette'] },
  { name: 'Pepper', aliases: [] },
  { name: 'Bell pepper', aliases: ['pepper', 'capsicum'] },
]

test('a food is found by any of its names, a name before another food’s alias', () => {
  expect(matchFood('Courgettes', foods)?.name).toBe('Zucchini')
  expect(matchFood('peppers', foods)?.name).toBe('Pepper')
  expect(matchFood('Capsicums', foods)?.name).toBe('Bell pepper')
})

test('a misspelt name is never matched silently', () => {
  expect(matchFood('zuchini', foods)).toBeNull()
  expect(matchFood('', foods)).toBeNull()
  expect(matchFood('!!!', foods)).toBeNull()
})

test('names made of signs alone are still told apart', () => {
  expect(matchFood('🍋', [{ name: '🍊', aliases: [] }])).toBeNull()
  expect(matchFood('🍋', [{ name: '🍋', aliases: [] }])?.name).toBe('🍋')
})

test('every food is found by its own name, however it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
      fc.pre(name.trim() !== '')
      const find = indexFoods([{ name, aliases: [] }])
      expect(find(name)?.name).toBe(name)
      expect(find(` ${name} `)?.name).toBe(name)
    }),
  )
})

test('I-46 hostile names come to an end', () => {
  for (const unit of ['a', '1 ', "'", '-', 's', ' & ', 'é']) expect(typeof foodKey(unit.repeat(50_000))).toBe('string')
})
