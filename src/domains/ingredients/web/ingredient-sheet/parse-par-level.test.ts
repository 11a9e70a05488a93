import { expect, test } from 'vitest'
import { ingredient } from '#tests/support/data/api-samples.ts'
import { parseParLevel } from './parse-par-level.ts'

const flour = ingredient({ defaultUnit: 'g' })
const tomatoes = ingredient({ defaultUnit: 'g', ownUnits: [{ name: 'can', quantity: 400, unit: 'g' }] })
const eggs = ingredient({ defaultUnit: 'each' })

test.each([
  ['2', flour, 2],
  ['1 kg', flour, 1000],
  ['1kg', flour, 1000],
  ['0.5 KG', flour, 500],
  ['250 g', flour, 250],
  ['2 cans', tomatoes, 800],
  ['', flour, null],
  ['6', eggs, 6],
  ['1 kg', eggs, Number.NaN],
  ['1 l', flour, Number.NaN],
  ['kg', flour, Number.NaN],
  ['a few', flour, Number.NaN],
  ['1 barrel', flour, Number.NaN],
] as const)('reads %j', (text, of, level) => {
  expect(parseParLevel(text, of)).toBe(level)
})
