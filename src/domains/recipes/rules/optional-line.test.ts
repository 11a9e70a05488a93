import { expect, test } from 'vitest'
import { isOptional } from './optional-line.ts'
import { parseLine } from './parse-line.ts'

test.each([
  'thyme, optional',
  '1 leek (optional)',
  '2 tbsp honey, if desired',
  '50 g Nüsse (optional)',
  'Chili nach Belieben',
  '1 Bund Petersilie, nach Wunsch',
  '1 gousse d’ail (facultatif)',
  '2 figues, facultatives',
])('is optional: %s', (line) => {
  expect(isOptional(parseLine(line).preparation)).toBe(true)
})

test.each([
  '1 leek',
  '1 cup sugar, plus more if desired',
  '1 onion, plus chives to garnish (optional)',
  '2 eggs, beaten',
  'salt, to taste',
])('is needed: %s', (line) => {
  expect(isOptional(parseLine(line).preparation)).toBe(false)
})
