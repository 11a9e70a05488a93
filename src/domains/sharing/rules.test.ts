import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { groupDebts, type OpenLoan, offerEndsAt } from './rules.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/St_Johns',
]

describe('offerEndsAt', () => {
  it('returns the start of the day after the expiry date, in every zone and season', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 5 }),
        (zone, now, days) => {
          const last = addDays(dayIn(zone, now), days)
          const end = new Date(offerEndsAt(last, zone, now))
          expect(end > now).toBe(true)
          expect(dayIn(zone, end)).toBe(addDays(last, 1))
          expect(dayIn(zone, new Date(end.getTime() - 1))).toBe(last)
        },
      ),
    )
  })

  it('returns at most a week from now, and a day from now if the lot has expired', () => {
    const now = new Date('2026-11-21T10:00:00.000Z')
    expect(offerEndsAt('9999-12-31', 'UTC', now)).toBe('2026-11-28T10:00:00.000Z')
    expect(offerEndsAt('2026-11-20', 'UTC', now)).toBe('2026-11-22T10:00:00.000Z')
  })
})

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
          const lineLoans = line.ids.map((id) => byId.get(id) as OpenLoan)
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
