import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { groupDebts, type UnsettledLoan } from './group-debts.ts'

const loan = fc.record({
  id: fc.uuid(),
  isOwedToUs: fc.boolean(),
  otherId: fc.constantFrom('b', 'c'),
  ingredient: fc.constantFrom('Milk', 'milks', 'Eggs'),
  milli: fc.integer({ min: 1, max: 1_000_000 }),
  unit: fc.constantFrom<Unit>('g', 'kg', 'l', 'ml', 'each'),
  createdAt: fc.constantFrom('2026-01-01', '2026-01-02', '2026-01-03'),
})
const loans = fc.uniqueArray(loan, { selector: ({ id }) => id, maxLength: 30 })
const inGrams = ({ milli, unit }: { milli: number; unit: Unit }) =>
  convert(milli, unit, familyOf(unit) === 'mass' ? 'g' : familyOf(unit) === 'volume' ? 'ml' : 'each') ?? 0

describe('groupDebts', () => {
  it('includes every loan once', () => {
    fc.assert(
      fc.property(loans, (all) => {
        const included = groupDebts(all).flatMap(({ ids }) => ids)
        expect(included.toSorted()).toEqual(all.map(({ id }) => id).toSorted())
      }),
    )
  })

  it('adds up the included loans to rounding and starts with the oldest', () => {
    fc.assert(
      fc.property(loans, (all) => {
        const byId = new Map(all.map((one) => [one.id, one]))
        for (const line of groupDebts(all)) {
          const lineLoans = line.ids.map((id) => byId.get(id) as UnsettledLoan)
          const sum = lineLoans.reduce((total, one) => total + inGrams(one), 0)
          expect(Math.abs(inGrams(line) - sum)).toBeLessThanOrEqual(inGrams({ milli: 1, unit: line.unit }))
          expect(line.since).toBe(lineLoans.map(({ createdAt }) => createdAt).toSorted()[0])
          for (const one of lineLoans) expect([one.otherId, one.isOwedToUs]).toEqual([line.otherId, line.isOwedToUs])
        }
      }),
    )
  })

  it('keeps masses and volumes, and different households, separate', () => {
    fc.assert(
      fc.property(loans, (all) => {
        const keys = groupDebts(all).map((line) =>
          [line.otherId, line.isOwedToUs, line.ingredient.toLowerCase().replace(/s$/, ''), familyOf(line.unit)].join(),
        )
        expect(new Set(keys).size).toBe(keys.length)
      }),
    )
  })
})
