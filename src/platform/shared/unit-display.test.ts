import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatQuantity, unitLabel, withRegionalUnits } from './unit-display.ts'
import { defaultUnitDisplay, Unit, type UnitDisplay } from './units.ts'

const prefs = (changes: Partial<UnitDisplay> = {}): UnitDisplay => ({ ...defaultUnitDisplay, ...changes })
const metric = prefs({ regional: 'metric', mass: { preferred: 'kg', precision: 2 }, volume: { preferred: 'l', precision: 1 } })

test.each([
  [309.57, 'ml', '310 ml'],
  [1.234, 'l', '1.23 l'],
  [0.5, 'cup', '0.5 cup'],
  [1250, 'g', '1250 g'],
  [6, 'each', '6'],
  [1.5, 'piece', '1.5'],
] as const)('says %d %s as people do: %s', (quantity, unit, words) => {
  expect(formatAmount(quantity, unit)).toBe(words)
})

test('shows a quantity in the preferred unit of its family, rounded to its precision', () => {
  expect(formatQuantity(1000, 'g', prefs()).text).toBe('2.2 lb')
  expect(formatQuantity(1, 'l', prefs()).text).toBe('4.23 cups')
  expect(formatQuantity(2, 'lb', metric).text).toBe('0.91 kg')
  expect(formatQuantity(3, 'cup', metric).text).toBe('0.7 l')
  expect(formatQuantity(6, 'piece', prefs()).text).toBe('6 each')
})

test('shows a quantity in its own unit without autoConvert', () => {
  expect(formatQuantity(1500, 'g', prefs({ autoConvert: false })).text).toBe('1,500 g')
  expect(formatQuantity(1.239, 'l', prefs({ autoConvert: false })).text).toBe('1.24 l')
  expect(formatQuantity(2, 'fl_oz', prefs({ autoConvert: false })).text).toBe('2 fl oz')
})

test('never shows a small quantity as 0', () => {
  expect(formatQuantity(1, 'g', prefs()).text).toBe('0.04 oz')
  expect(formatQuantity(200, 'g', prefs({ mass: { preferred: 'lb', precision: 0 } })).text).toBe('7 oz')
  expect(formatQuantity(0.4, 'g', metric).text).toBe('0.4 g')
  expect(formatQuantity(1, 'tsp', prefs({ volume: { preferred: 'gal', precision: 0 } })).text).toBe('1 tsp')
  expect(formatQuantity(0.4, 'each', prefs()).text).toBe('0.4 each')
  expect(formatQuantity(0.001, 'g', prefs()).text).toBe('<0.001 oz')
  expect(formatQuantity(0, 'g', prefs()).text).toBe('0 lb')
})

test('shows counts as integers unless their precision is higher', () => {
  expect(formatQuantity(2.4, 'each', prefs()).text).toBe('2 each')
  expect(formatQuantity(2.25, 'each', prefs({ count: { preferred: 'piece', precision: 2 } })).text).toBe('2.25 pieces')
})

test('adds the stored quantity if enabled and different', () => {
  const both = prefs({ showCanonical: true })
  expect(formatQuantity(1000, 'g', both)).toEqual({ text: '2.2 lb', canonical: '1,000 g' })
  expect(formatQuantity(1.125, 'lb', both)).toEqual({ text: '1.13 lb', canonical: '1.125 lb' })
  expect(formatQuantity(2, 'lb', both)).toEqual({ text: '2 lb', canonical: null })
  expect(formatQuantity(1000, 'g', prefs()).canonical).toBeNull()
})

test('formats numbers by locale', () => {
  expect(formatQuantity(1234.5, 'kg', metric, 'de-DE').text).toBe('1.234,5 kg')
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
      expect(text).toMatch(/^<?[\d,]*\.?\d+ [a-z ]+$/)
      expect(text).toMatch(/[1-9]/)
    }),
  )
})
