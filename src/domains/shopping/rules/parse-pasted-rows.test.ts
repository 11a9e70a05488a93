import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePastedRows } from './parse-pasted-rows.ts'

const today = '2026-11-21'

test.each([
  ['milk', [['milk', 1, 'each', true]]],
  ['- [ ] 2 l milk', [['milk', 2, 'l', false]]],
  ['* [x] 6 eggs', [['eggs', 6, 'each', false]]],
  ['☑ 500g flour pantry', [['flour', 500, 'g', false]]],
  ['2. Rye bread', [['Rye bread', 1, 'each', true]]],
  ['1.5 l juice', [['juice', 1.5, 'l', false]]],
  [
    'eggs x6, milk 1 l',
    [
      ['eggs', 6, 'each', false],
      ['milk', 1, 'l', false],
    ],
  ],
  ['Vegetables:\r\ncarrots\r\n\r\n', [['carrots', 1, 'each', true]]],
])('parses %j', (text, rows) => {
  expect(parsePastedRows(text, today).map(({ name, quantity, unit, isBare }) => [name, quantity, unit, isBare])).toEqual(rows)
})

test('any text parses into valid rows: names of at most 120 characters and positive quantities', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab 12.,:;-*[]x½\n☐'), maxLength: 300 }), (text) => {
      for (const { name, quantity } of parsePastedRows(text, today)) {
        expect(name.trim()).toBe(name)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(120)
        expect(quantity).toBeGreaterThan(0)
      }
    }),
  )
})

test('I-46 parses hostile text in linear time', () => {
  expect(parsePastedRows('1 '.repeat(10_000), today).length).toBeGreaterThan(0)
  expect(parsePastedRows(`${'- '.repeat(9000)}milk`, today).length).toBeGreaterThan(0)
})
