import { expect, test } from 'vitest'
import { findBuiltInFood } from './find-food.ts'

test.each([
  ['toilet paper', 'en', 'Household'],
  ['Bin bags', 'en', 'Household'],
  ['nappies', 'en', 'Baby'],
  ['cat litter', 'en', 'Pets'],
  ['tooth brush heads', 'en', undefined],
  ['Klopapier', 'de', 'Household'],
  ['Zahnbürsten', 'de', 'Health & Beauty'],
  ['Katzenstreu', 'de', 'Pets'],
  ['Windeln', 'de', 'Baby'],
  ['brosse à dents', 'fr', 'Health & Beauty'],
  ['croquettes chien', 'fr', 'Pets'],
  ['sacs poubelle', 'fr', 'Household'],
  ['Milch', 'fr', 'Dairy & Eggs'],
] as const)('%s (%s) is in the aisle %s', (name, language, category) => {
  expect(findBuiltInFood(name, language)?.category).toBe(category)
})

test('a word of two languages is the reader’s', () => {
  expect(findBuiltInFood('Paprika', 'de')?.name).not.toBe(findBuiltInFood('Paprika', 'en')?.name)
})
