import { expect, test } from 'vitest'
import { parseTextTable, translator } from './text-table.ts'

const table = `
Milk | Milch | Lait
Rice|Reis |  Riz
`

test('reads rows and cells without the space around them', () => {
  expect(parseTextTable(table)).toEqual([
    ['Milk', 'Milch', 'Lait'],
    ['Rice', 'Reis', 'Riz'],
  ])
})

test('translates what the table has, and throws for the rest', () => {
  const translate = translator(table)
  expect([translate('Milk', 'de'), translate('Rice', 'fr'), translate('Rice', 'en')]).toEqual(['Milch', 'Riz', 'Rice'])
  expect(() => translate('Tea', 'de')).toThrow('“Tea” isn’t translated.')
})
