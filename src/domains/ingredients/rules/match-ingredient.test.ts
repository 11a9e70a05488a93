import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexIngredients, ingredientKey, matchIngredient } from './match-ingredient.ts'

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
])('matches %s and %s', (one, other) => {
  expect(ingredientKey(other)).toBe(ingredientKey(one))
})

test.each([
  ['pea', 'pear'],
  ['plum', 'prune'],
  ['rice', 'rice milk'],
  ['tomato', 'tomatillo'],
  ['oat', 'goat'],
  ['brie', 'bread'],
])('tells %s and %s apart', (one, other) => {
  expect(ingredientKey(other)).not.toBe(ingredientKey(one))
})

const ingredients = [
  { name: 'Zucchini', aliases: ['courgette'] },
  { name: 'Pepper', aliases: [] },
  { name: 'Bell pepper', aliases: ['pepper', 'capsicum'] },
]

test('finds an ingredient by name or alias, names first', () => {
  expect(matchIngredient('Courgettes', ingredients)?.name).toBe('Zucchini')
  expect(matchIngredient('peppers', ingredients)?.name).toBe('Pepper')
  expect(matchIngredient('Capsicums', ingredients)?.name).toBe('Bell pepper')
})

test('does not match misspelled names', () => {
  expect(matchIngredient('zuchini', ingredients)).toBeNull()
  expect(matchIngredient('', ingredients)).toBeNull()
  expect(matchIngredient('!!!', ingredients)).toBeNull()
})

test('distinguishes names of symbols only', () => {
  expect(matchIngredient('🍋', [{ name: '🍊', aliases: [] }])).toBeNull()
  expect(matchIngredient('🍋', [{ name: '🍋', aliases: [] }])?.name).toBe('🍋')
})

test('finds every ingredient by its own name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (name) => {
      fc.pre(name.trim() !== '')
      const find = indexIngredients([{ name, aliases: [] }])
      expect(find(name)?.name).toBe(name)
      expect(find(` ${name} `)?.name).toBe(name)
    }),
  )
})

test('I-46 hostile names finish', () => {
  for (const unit of ['a', '1 ', "'", '-', 's', ' & ', 'é']) expect(typeof ingredientKey(unit.repeat(50_000))).toBe('string')
})
