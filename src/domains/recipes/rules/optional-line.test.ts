import { expect, test } from 'vitest'
import { isOptional } from './optional-line.ts'
import { parseLine } from './parse-line.ts'
import { scaleLine } from './servings.ts'

test.each([
  'thyme, optional',
  '1 leek (optional)',
  '2 tbsp honey, if desired',
  '50 g Nüsse (optional)',
  'Chili nach Belieben',
  '1 Bund Petersilie, nach Wunsch',
  '1 gousse d’ail (facultatif)',
  '2 figues, facultatives',
  'Optional: 2 tbsp honey',
  '(optional) chives',
  '- Optional: 1 EL Kapern, gehackt',
  'Nach Belieben: Kresse',
  'Facultatif : 2 figues',
])('is optional: %s', (line) => {
  expect(isOptional(parseLine(line).preparation)).toBe(true)
})

test.each([
  '1 leek',
  '1 cup sugar, plus more if desired',
  '1 onion, plus chives to garnish (optional)',
  '2 eggs, beaten',
  'salt, to taste',
  'Optional:',
  'Optional toppings:',
])('is needed: %s', (line) => {
  expect(isOptional(parseLine(line).preparation)).toBe(false)
})

test.each([
  ['Optional: 2 tbsp honey', { quantity: 2, unit: 'tbsp', food: 'honey' }],
  ['(optional) 3 leeks, sliced', { quantity: 3, unit: null, food: 'leeks', preparation: 'optional, sliced' }],
  ['Nach Belieben: 50 g Nüsse', { quantity: 50, unit: 'g', food: 'Nüsse' }],
  ['Facultatif : 2 figues', { quantity: 2, unit: null, food: 'figues' }],
  ['Optional:', { quantity: null, food: '' }],
])('reads the amount and the food behind the label: %s', (line, parsed) => {
  expect(parseLine(line)).toMatchObject(parsed)
})

test('scales the amount behind the label', () => {
  expect(scaleLine(parseLine('Optional: 2 tbsp honey'), 2)).toBe('Optional: 4 tbsp honey')
})
