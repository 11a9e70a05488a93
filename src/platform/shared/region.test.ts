import { expect, test } from 'vitest'
import { currencyOf, regionalUnits } from './region.ts'

test('uses US units in the United States, Liberia and Myanmar only', () => {
  expect(['US', 'LR', 'MM'].map(regionalUnits)).toEqual(['US', 'US', 'US'])
  expect(['GB', 'CA', 'DE', 'FR', 'IN'].map(regionalUnits)).toEqual(['metric', 'metric', 'metric', 'metric', 'metric'])
})

test('knows the currency of a region', () => {
  expect(['DE', 'FR', 'GB', 'CH', 'JP', 'US', 'BR'].map(currencyOf)).toEqual(['EUR', 'EUR', 'GBP', 'CHF', 'JPY', 'USD', 'BRL'])
  expect(currencyOf('ZZ')).toBe('USD')
})
