import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Unit } from '#platform/shared/units.ts'
import { parseStock as parseText, type StockText } from './sql-expressions.ts'

const parseStock = (text: string | null) => parseText(text as StockText | null)

it('adds up an ingredient’s lots by unit: free, reserved and expired', () => {
  expect(parseStock(null)).toEqual([])
  expect(parseStock('g 500 0 0,kg 2000 2500 0,g 300 100 0,g 70 0 1,g 30 10 2')).toEqual([
    { unit: 'g', freeMilli: 700, heldMilli: 100, expiredMilli: 70, goneMilli: 30 },
    { unit: 'kg', freeMilli: 0, heldMilli: 2000, expiredMilli: 0, goneMilli: 0 },
  ])
})

it('accounts for the whole amount of any lots', () => {
  const anyLot = fc.record({ unit: fc.constantFrom(...Unit.options), milli: fc.nat(1e9), held: fc.nat(1e9), isExpired: fc.boolean() })
  fc.assert(
    fc.property(fc.array(anyLot, { minLength: 1, maxLength: 6 }), (lots) => {
      const stock = parseStock(lots.map(({ unit, milli, held, isExpired }) => `${unit} ${milli} ${held} ${isExpired ? 1 : 0}`).join(','))
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      expect(new Set(stock.map(({ unit }) => unit)).size).toBe(stock.length)
      expect(sum(stock.map(({ freeMilli, heldMilli, expiredMilli }) => freeMilli + heldMilli + expiredMilli))).toBe(
        sum(lots.map(({ milli }) => milli)),
      )
      expect(sum(stock.map(({ expiredMilli }) => expiredMilli))).toBe(sum(lots.map(({ milli, isExpired }) => (isExpired ? milli : 0))))
    }),
  )
})
