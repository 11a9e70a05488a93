import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, fromMilli, Money, Quantity, QuantityOrZero, toCents, toMilli } from './quantity-and-money.ts'

const takes = (schema: typeof Quantity, value: unknown) => schema.safeParse(value).success

test('I-15 a quantity is above zero, at most a million, with at most three decimals', () => {
  for (const good of [0.001, 0.1 + 0.2, 1, 2.125, 1_000_000]) expect(takes(Quantity, good)).toBe(true)
  for (const bad of [-1, 0, 1e308, 1_000_000.001, 2 ** 53 + 1, 0.0001, 0.1234567890123456, Number.NaN, Infinity, '5', null]) {
    expect(takes(Quantity, bad)).toBe(false)
  }
  expect(takes(QuantityOrZero, 0)).toBe(true)
})

test('I-15 every quantity is unchanged after storage', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (milli) => {
      const quantity = fromMilli(milli)
      expect(takes(Quantity, quantity)).toBe(true)
      expect(toMilli(quantity)).toBe(milli)
    }),
  )
})

test('money is exact to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      expect(Money.safeParse(fromCents(cents)).success).toBe(true)
      expect(toCents(fromCents(cents))).toBe(cents)
    }),
  )
  for (const bad of [-0.01, 1.999, 1_000_000.01, '1']) expect(Money.safeParse(bad).success).toBe(false)
})
