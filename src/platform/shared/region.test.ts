import { expect, test } from 'vitest'
import { currencyOf, initialUnitDisplay, regionalUnits } from './region.ts'
import { formatQuantity } from './unit-display.ts'
import { defaultUnitDisplay } from './units.ts'

test('uses US units in the United States, Liberia and Myanmar only', () => {
  expect(['US', 'LR', 'MM'].map(regionalUnits)).toEqual(['US', 'US', 'US'])
  expect(['GB', 'CA', 'DE', 'FR', 'IN'].map(regionalUnits)).toEqual(['metric', 'metric', 'metric', 'metric', 'metric'])
})

test('a new account has the units of its region and neither converts nor rounds to whole things; without a region it has the defaults', () => {
  expect(initialUnitDisplay('DE')).toMatchObject({
    regional: 'metric',
    mass: { preferred: 'g' },
    volume: { preferred: 'ml' },
    autoConvert: false,
  })
  expect(initialUnitDisplay('US')).toEqual({ ...defaultUnitDisplay, count: { preferred: 'each', precision: 2 }, autoConvert: false })
  expect(formatQuantity(0.5, 'each', initialUnitDisplay('DE'), 'en').text).toBe('0.5')
  expect(initialUnitDisplay(undefined)).toEqual(defaultUnitDisplay)
})

test('knows the currency of a region', () => {
  expect(['DE', 'FR', 'GB', 'CH', 'JP', 'US', 'BR'].map(currencyOf)).toEqual(['EUR', 'EUR', 'GBP', 'CHF', 'JPY', 'USD', 'BRL'])
  expect(currencyOf('ZZ')).toBe('USD')
})
