import { expect, test } from 'vitest'
import { spellName, suggestBasics, suggestFoods } from './suggest-foods.ts'

const names = (text: string, language: 'en' | 'de' | 'fr') => suggestFoods(text, language, 6).map(({ name }) => name)

test.each([
  ['bre', 'en', 'Bread'],
  ['bro', 'de', 'Brot'],
  ['brok', 'de', 'Brokkoli'],
  ['pai', 'fr', 'Pain'],
  ['toilet', 'en', 'Toilet paper'],
  ['apf', 'de', 'Äpfel'],
] as const)('%s (%s) suggests %s', (text, language, name) => {
  expect(names(text, language)).toContain(name)
})

test('names that start with the text come first, each food once', () => {
  const found = suggestFoods('milk', 'en', 20)
  expect(found[0]?.name).toBe('Milk')
  expect(new Set(found.map(({ food }) => food)).size).toBe(found.length)
  expect(names('  ', 'en')).toEqual([])
})

test('what most households buy has a name in each language', () => {
  expect(suggestBasics('en').map(({ name }) => name)).toContain('Milk')
  expect(suggestBasics('de').map(({ name }) => name)).toContain('Milch')
  expect(suggestBasics('fr')).toHaveLength(10)
})

test.each([
  ['tomatoes', 'en', 'Tomatoes'],
  ['olive oil', 'en', 'Olive oil'],
  ['brot', 'de', 'Brot'],
  ['rote zwiebeln', 'de', 'Rote Zwiebeln'],
  ['milch fettarm', 'de', 'Milch fettarm'],
  ['äpfel', 'de', 'Äpfel'],
  ['papier toilette', 'fr', 'Papier toilette'],
  ['œufs', 'fr', 'Œufs'],
  ['Bio-hafer', 'de', 'Bio-hafer'],
  ['iPhone cable', 'en', 'iPhone cable'],
  ['7up', 'en', '7up'],
] as const)('%s (%s) is spelled %s', (typed, language, spelled) => {
  expect(spellName(typed, language)).toBe(spelled)
})
