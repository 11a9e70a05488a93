import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Conversion, convert, convertMilli, countUnits, familyOf, massUnits, Unit, volumeUnits } from './units.ts'

const anyUnit = fc.constantFrom(...Unit.options)
const anyMilli = fc.integer({ min: 1, max: 1_000_000_000 })
const carrot: Conversion[] = [{ from: 'each', to: 'g', factor: 61 }]
const flour: Conversion[] = [{ from: 'cup', to: 'g', factor: 120 }]

test('every unit belongs to its family in the spec', () => {
  for (const unit of massUnits) expect(familyOf(unit)).toBe('mass')
  for (const unit of volumeUnits) expect(familyOf(unit)).toBe('volume')
  for (const unit of countUnits) expect(familyOf(unit)).toBe('count')
})

test.each([
  [1, 'lb', 'g', 453.59237],
  [1, 'oz', 'g', 28.349523125],
  [16, 'oz', 'lb', 1],
  [1, 'kg', 'g', 1000],
  [1, 'cup', 'ml', 236.5882365],
  [1, 'gal', 'l', 3.785411784],
  [1, 'gal', 'cup', 16],
  [1, 'cup', 'tbsp', 16],
  [1, 'tbsp', 'tsp', 3],
  [8, 'fl_oz', 'cup', 1],
  [1, 'fl_oz', 'ml', 29.5735295625],
  [1, 'tsp', 'ml', 4.92892159375],
  [2.5, 'piece', 'unit', 2.5],
] as const)('%d %s is exactly %s: %d', (quantity, from, to, expected) => {
  expect(convert(quantity, from, to)).toBe(expected)
})

test('returns null, never 0, without a conversion', () => {
  expect(convert(1, 'cup', 'g')).toBeNull()
  expect(convert(0, 'each', 'g')).toBeNull()
  expect(convertMilli(1000, 'kg', 'l')).toBeNull()
  expect(convert(1, 'each', 'cup', carrot)).toBeNull()
})

test('a conversion works in both directions and for all units of the families', () => {
  expect(convert(2, 'each', 'g', carrot)).toBe(122)
  expect(convert(61, 'g', 'each', carrot)).toBe(1)
  expect(convert(1, 'piece', 'kg', carrot)).toBe(0.061)
  expect(convert(2, 'l', 'kg', flour)).toBeCloseTo((2000 / 236.5882365) * 0.12, 12)
})

test('two conversions chain through the third family', () => {
  const onion: Conversion[] = [
    { from: 'each', to: 'g', factor: 110 },
    { from: 'cup', to: 'g', factor: 160 },
  ]
  expect(convert(16, 'each', 'cup', onion)).toBe(11)
  expect(convert(11, 'cup', 'each', onion)).toBe(16)
})

test('no conversion changes a factor within a family', () => {
  expect(convert(1, 'lb', 'g', [{ from: 'lb', to: 'g', factor: 500 }])).toBe(453.59237)
  expect(convert(1, 'each', 'piece', [{ from: 'each', to: 'piece', factor: 8 }])).toBe(1)
})

test('the first matching conversion is used, also with the cache', () => {
  const two: Conversion[] = [{ from: 'each', to: 'g', factor: 50 }, ...carrot]
  expect(convert(1, 'each', 'g', two)).toBe(50)
})

test('thousandths round like exact fractions', () => {
  // The legal definitions in units of 1/32,000,000 ml and 1/1,600,000 g, computed without rounding.
  const exact: Partial<Record<Unit, bigint>> = { tsp: 157725491n, cup: 7570823568n, ml: 32000000n, gal: 121133177088n, l: 32000000000n }
  const units = fc.constantFrom('tsp', 'cup', 'ml', 'gal', 'l')
  fc.assert(
    fc.property(anyMilli, units, units, (milli, from, to) => {
      const [top, bottom] = [BigInt(milli) * (exact[from] ?? 0n), exact[to] ?? 1n]
      const got = BigInt(convertMilli(milli, from, to) ?? -1)
      const twiceOff = 2n * (got * bottom - top)
      expect(twiceOff <= bottom && -twiceOff <= bottom).toBe(true)
    }),
  )
})

test('converting there and back loses nothing visible', () => {
  fc.assert(
    fc.property(anyMilli, anyUnit, anyUnit, fc.double({ min: 0.001, max: 1000, noNaN: true }), (milli, from, to, factor) => {
      const taught: Conversion[] = [
        { from: 'each', to: 'g', factor },
        { from: 'g', to: 'ml', factor: 2 },
      ]
      const there = convert(milli, from, to, taught)
      expect(there).not.toBeNull()
      expect(convert(there ?? 0, to, from, taught)).toBeCloseTo(milli, 3)
    }),
  )
})

test('conversion is monotonic', () => {
  fc.assert(
    fc.property(anyMilli, anyMilli, anyUnit, anyUnit, (a, b, from, to) => {
      const [left, right] = [convertMilli(a, from, to), convertMilli(a + b, from, to)]
      expect(left === null ? right === null : left <= (right ?? -1)).toBe(true)
    }),
  )
})
