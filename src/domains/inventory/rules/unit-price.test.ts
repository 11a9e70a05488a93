import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countUnits, massUnits, type Unit, volumeUnits } from '#platform/shared/units.ts'
import { unitPriceOf } from './unit-price.ts'

test('a unit price is for one kilogram, liter or piece', () => {
  expect(unitPriceOf(129, 500_000, 'g')).toEqual({ cents: 258, per: 'kg' })
  expect(unitPriceOf(90, 1_500, 'l')).toEqual({ cents: 60, per: 'l' })
  expect(unitPriceOf(300, 6_000, 'each')).toEqual({ cents: 50, per: 'each' })
  expect(unitPriceOf(0, 1_000, 'kg')).toEqual({ cents: 0, per: 'kg' })
})

const anyUnit = fc.constantFrom<Unit>(...massUnits, ...volumeUnits, ...countUnits)
const anyCents = fc.integer({ min: 0, max: 100_000_000 })
const anyMilli = fc.integer({ min: 1, max: 1_000_000_000 })

test('a unit price doubles with the price, halves with the amount, and never depends on the size of the pack alone', () => {
  fc.assert(
    fc.property(anyCents, anyMilli, anyUnit, fc.integer({ min: 2, max: 50 }), (cents, milli, unit, packs) => {
      const one = unitPriceOf(cents, milli, unit)
      expect(one.cents).toBeGreaterThanOrEqual(0)
      expect(unitPriceOf(cents * packs, milli, unit).cents).toBeCloseTo(
        one.cents * packs,
        -Math.floor(Math.log10(one.cents * packs + 1)) + 8,
      )
      const many = unitPriceOf(cents * packs, milli * packs, unit)
      expect(many.per).toBe(one.per)
      expect(Math.abs(many.cents - one.cents)).toBeLessThanOrEqual(one.cents * 1e-9)
    }),
  )
})
