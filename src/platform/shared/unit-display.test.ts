import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatAmountOf, formatExactAmountOf, formatQuantity, unitLabel, withRegionalUnits } from './unit-display.ts'
import { defaultUnitDisplay, Unit, type UnitDisplay } from './units.ts'

const prefs = (changes: Partial<UnitDisplay> = {}): UnitDisplay => ({ ...defaultUnitDisplay, ...changes })
const metric = prefs({ regional: 'metric', mass: { preferred: 'kg', precision: 2 }, volume: { preferred: 'l', precision: 1 } })

test.each([
  [309.57, 'ml', '310 ml'],
  [1.234, 'l', '1.23 l'],
  [0.5, 'cup', '0.5 cup'],
  [1250, 'g', '1,250 g'],
  [1234, 'g', '1,230 g'],
  [6, 'each', '6'],
  [1.5, 'piece', '1.5'],
] as const)('says %d %s as people do: %s', (quantity, unit, words) => {
  expect(formatAmount(quantity, unit)).toBe(words)
})

test.each([
  [2, 'l', 'Milk', '2 l Milk'],
  [6, 'each', 'Eggs', '6 Eggs'],
  [1, 'each', 'Eggs', 'Eggs (1)'],
  [0.5, 'piece', 'Eggs', '0.5 Eggs'],
  [1, 'kg', 'Apples', '1 kg Apples'],
] as const)('names a thing whose name may be plural: %d %s of %s is %s', (quantity, unit, name, words) => {
  expect(formatAmountOf(quantity, unit, name)).toBe(words)
  expect(formatExactAmountOf(quantity * 1000, unit, name)).toBe(words)
})

test('shows a quantity in the unit it was entered in', () => {
  expect(formatQuantity(1500, 'g', metric).text).toBe('1,500 g')
  expect(formatQuantity(1.239, 'l', metric).text).toBe('1.2 l')
  expect(formatQuantity(0.25, 'cup', prefs()).text).toBe('0.25 cup')
  expect(formatQuantity(1, 'lb', prefs()).text).toBe('1 lb')
  expect(formatQuantity(2, 'tbsp', metric).text).toBe('2 tbsp')
})

test.each([
  [2, 'l', '2.11 qt'],
  [500, 'ml', '16.9 fl oz'],
  [500, 'g', '1.1 lb'],
  [120, 'g', '4.23 oz'],
  [2, 'g', '0.07 oz'],
  [1.5, 'kg', '3.31 lb'],
] as const)('shows %d %s to an American as %s', (quantity, unit, text) => {
  expect(formatQuantity(quantity, unit, prefs()).text).toBe(text)
})

test.each([
  [1, 'lb', '454 g'],
  [3, 'lb', '1.36 kg'],
  [12, 'fl_oz', '355 ml'],
  [1, 'cup', '237 ml'],
  [1, 'gal', '3.8 l'],
] as const)('shows %d %s to a metric reader as %s', (quantity, unit, text) => {
  expect(formatQuantity(quantity, unit, metric).text).toBe(text)
})

test('converts only with autoConvert', () => {
  expect(formatQuantity(2, 'l', prefs({ autoConvert: false })).text).toBe('2 l')
  expect(formatQuantity(2, 'fl_oz', { ...metric, autoConvert: false }).text).toBe('2 fl oz')
})

test('takes the system of each family from its preferred unit', () => {
  const mixed = prefs({ mass: { preferred: 'g', precision: 0 }, volume: { preferred: 'fl_oz', precision: 1 } })
  expect([formatQuantity(1, 'lb', mixed).text, formatQuantity(1, 'l', mixed).text]).toEqual(['454 g', '1.1 qt'])
})

test('never shows a small quantity as 0', () => {
  expect(formatQuantity(0.4, 'g', metric).text).toBe('0.4 g')
  expect(formatQuantity(1, 'ml', prefs({ volume: { preferred: 'gal', precision: 0 } })).text).toBe('0.03 fl oz')
  expect(formatQuantity(0.4, 'each', prefs()).text).toBe('0.4')
  expect(formatQuantity(0.001, 'g', prefs()).text).toBe('<0.001 oz')
  expect(formatQuantity(0, 'g', metric).text).toBe('0 g')
})

test('shows counts as integers without a unit unless their precision is higher', () => {
  expect(formatQuantity(6, 'piece', prefs()).text).toBe('6')
  expect(formatQuantity(2.4, 'each', prefs()).text).toBe('2')
  expect(formatQuantity(2.25, 'each', prefs({ count: { preferred: 'piece', precision: 2 } })).text).toBe('2.25')
})

test('adds the amount as entered if enabled and different', () => {
  const both = prefs({ showCanonical: true })
  expect(formatQuantity(1000, 'g', both)).toEqual({ text: '2.2 lb', canonical: '1,000 g' })
  expect(formatQuantity(1.125, 'lb', { ...both, mass: { preferred: 'lb', precision: 1 } })).toEqual({
    text: '1.1 lb',
    canonical: '1.13 lb',
  })
  expect(formatQuantity(2, 'lb', both)).toEqual({ text: '2 lb', canonical: null })
  expect(formatQuantity(1000, 'g', prefs()).canonical).toBeNull()
})

test('formats numbers by locale', () => {
  expect(formatQuantity(1234.5, 'kg', metric, 'de-DE').text).toBe('1.230 kg')
})

test('labels are singular or plural', () => {
  expect([unitLabel('fl_oz', 2), unitLabel('cup', 1), unitLabel('cup', 0.5), unitLabel('cup', 2), unitLabel('cup', 0)]).toEqual([
    'fl oz',
    'cup',
    'cup',
    'cups',
    'cups',
  ])
  expect([unitLabel('piece'), unitLabel('piece', 3), unitLabel('lb', 3)]).toEqual(['piece', 'pieces', 'lb'])
})

test('a region sets the initial units and keeps other preferences', () => {
  const chosen = withRegionalUnits(prefs({ showCanonical: true }), 'metric')
  expect([chosen.regional, chosen.mass.preferred, chosen.volume.preferred, chosen.showCanonical]).toEqual(['metric', 'g', 'ml', true])
  expect(withRegionalUnits(chosen, 'US')).toEqual(prefs({ showCanonical: true }))
})

test('shows no positive quantity as 0, in any unit with any preference', () => {
  const anyPrefs = fc.record({
    mass: fc.constantFrom('g', 'oz', 'lb', 'kg'),
    volume: fc.constantFrom('ml', 'tsp', 'tbsp', 'cup', 'fl_oz', 'l', 'gal'),
    precision: fc.integer({ min: 0, max: 3 }),
    autoConvert: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), fc.constantFrom(...Unit.options), anyPrefs, (milli, unit, chosen) => {
      const { text } = formatQuantity(milli / 1000, unit, {
        ...defaultUnitDisplay,
        mass: { preferred: chosen.mass as 'g', precision: chosen.precision },
        volume: { preferred: chosen.volume as 'ml', precision: chosen.precision },
        count: { preferred: 'each', precision: Math.min(2, chosen.precision) },
        autoConvert: chosen.autoConvert,
      })
      expect(text).toMatch(/^<?[\d,]*\.?\d+( [a-z ]+)?$/)
      expect(text).toMatch(/[1-9]/)
    }),
  )
})
