import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { type Conversion, convert, Unit } from '#platform/shared/units.ts'
import { type AllocationLot, allocateFirstExpiring, compareWithPar } from './stock.ts'

const today = '2026-11-21'
let made = 0
const lot = (changes: Partial<AllocationLot> = {}): AllocationLot => {
  made += 1
  return {
    id: `lot-${made}`,
    milli: 1000,
    unit: 'l',
    expiresOn: null,
    createdAt: `2026-11-01T00:00:${made}Z`,
    reservedMilli: 0,
    ...changes,
  }
}

test('takes lots by expiration date, undated ones last, and the older of two equal ones', () => {
  const undated = lot()
  const late = lot({ expiresOn: '2026-12-01' })
  const soon = lot({ expiresOn: '2026-11-22' })
  const younger = lot({ expiresOn: '2026-11-22', createdAt: '2026-11-20T00:00:00Z' })
  const plan = allocateFirstExpiring([undated, late, younger, soon], 3500, 'l')
  expect(plan.takes).toEqual([
    { id: soon.id, milli: 1000 },
    { id: younger.id, milli: 1000 },
    { id: late.id, milli: 1000 },
    { id: undated.id, milli: 500 },
  ])
  expect(plan.shortMilli).toBe(0)
})

test('takes from a lot in its own unit', () => {
  const pounds = lot({ unit: 'lb', milli: 1000, expiresOn: today })
  const grams = lot({ unit: 'g', milli: 900_000 })
  expect(allocateFirstExpiring([grams, pounds], 1_000, 'kg').takes).toEqual([
    { id: pounds.id, milli: 1000 },
    { id: grams.id, milli: 546_408 },
  ])
})

test('returns the missing amount in the requested unit', () => {
  expect(allocateFirstExpiring([lot({ milli: 400 })], 1_000_000, 'ml')).toMatchObject({ takes: [{ milli: 400 }], shortMilli: 600_000 })
  expect(allocateFirstExpiring([], 5, 'each')).toEqual({ takes: [], shortMilli: 5, incomparable: [] })
})

test('skips and names lots in other units, unless there is a conversion', () => {
  const carrots = lot({ unit: 'each', milli: 5000 })
  expect(allocateFirstExpiring([carrots], 122_000, 'g')).toEqual({ takes: [], shortMilli: 122_000, incomparable: [carrots.id] })
  const taught: Conversion[] = [{ from: 'each', to: 'g', factor: 61 }]
  expect(allocateFirstExpiring([carrots], 122_000, 'g', taught)).toEqual({
    takes: [{ id: carrots.id, milli: 2000 }],
    shortMilli: 0,
    incomparable: [],
  })
})

test('takes reserved stock last, or not at all', () => {
  const held = lot({ expiresOn: today, reservedMilli: 800 })
  const free = lot({ expiresOn: '2026-12-01' })
  expect(allocateFirstExpiring([held, free], 1_500, 'l').takes).toEqual([
    { id: held.id, milli: 500 },
    { id: free.id, milli: 1000 },
  ])
  expect(allocateFirstExpiring([held, free], 1_500, 'l', [], { keepReserved: true })).toMatchObject({
    takes: [
      { id: held.id, milli: 200 },
      { id: free.id, milli: 1000 },
    ],
    shortMilli: 300,
  })
})

test('takes nothing for an amount below a lot’s smallest step, without calling it missing', () => {
  expect(allocateFirstExpiring([lot({ unit: 'kg', milli: 5000 })], 400, 'g')).toEqual({ takes: [], shortMilli: 0, incomparable: [] })
})

const anyUnit = fc.constantFrom(...Unit.options)
const conversions: Conversion[] = [
  { from: 'each', to: 'g', factor: 61 },
  { from: 'cup', to: 'g', factor: 128 },
]
const anyLots = fc
  .array(
    fc.record({
      milli: fc.integer({ min: 0, max: 2_000_000 }),
      unit: anyUnit,
      expiresOn: fc.option(
        fc.integer({ min: -5, max: 30 }).map((days) => addDays(today, days)),
        { nil: null },
      ),
      reservedMilli: fc.integer({ min: 0, max: 500_000 }),
    }),
    { maxLength: 12 },
  )
  .map((lots) => lots.map((one, at) => ({ ...one, id: `lot-${at}`, createdAt: `2026-11-${10 + (at % 5)}` })))

test('never takes more than a lot holds or than requested, and is short only of stock that is missing', () => {
  fc.assert(
    fc.property(anyLots, fc.integer({ min: 1, max: 5_000_000 }), anyUnit, fc.boolean(), (lots, milli, unit, keepReserved) => {
      const plan = allocateFirstExpiring(lots, milli, unit, conversions, { keepReserved })
      const byId = new Map(lots.map((one) => [one.id, one]))
      let total = 0
      let coarsest = 1
      for (const take of plan.takes) {
        const from = byId.get(take.id)
        expect(Number.isInteger(take.milli) && take.milli > 0).toBe(true)
        expect(take.milli).toBeLessThanOrEqual((from?.milli ?? 0) - (keepReserved ? (from?.reservedMilli ?? 0) : 0))
        total += convert(take.milli, from?.unit ?? unit, unit, conversions) ?? 0
        coarsest = Math.max(coarsest, convert(1, from?.unit ?? unit, unit, conversions) ?? 0)
      }
      expect(new Set(plan.takes.map((take) => take.id)).size).toBe(plan.takes.length)
      expect(total).toBeLessThanOrEqual(milli + coarsest / 2 + 1e-6)
      const left = (one: AllocationLot) =>
        one.milli - (keepReserved ? one.reservedMilli : 0) - (plan.takes.find((take) => take.id === one.id)?.milli ?? 0)
      if (plan.shortMilli > 0) {
        expect(lots.every((one) => left(one) <= 0 || plan.incomparable.includes(one.id))).toBe(true)
        expect(Math.abs(milli - total - plan.shortMilli)).toBeLessThanOrEqual(1)
      } else {
        const step = Math.max(coarsest, ...lots.filter((one) => left(one) > 0).map((one) => convert(1, one.unit, unit, conversions) ?? 0))
        expect(milli - total).toBeLessThanOrEqual(step / 2 + 1e-6)
      }
    }),
  )
})

test('never takes from a lot while an earlier one has unreserved stock', () => {
  fc.assert(
    fc.property(anyLots, fc.integer({ min: 1, max: 3_000_000 }), (all, milli) => {
      const lots = all.map((one) => ({ ...one, unit: 'g' as const, reservedMilli: 0 }))
      const { takes } = allocateFirstExpiring(lots, milli, 'g')
      const latest = lots.filter((one) => takes.some((take) => take.id === one.id)).map((one) => one.expiresOn ?? '9999')
      const last = latest.toSorted().at(-1)
      for (const one of lots.filter((earlier) => last !== undefined && (earlier.expiresOn ?? '9999') < last && earlier.milli > 0)) {
        expect(takes).toContainEqual({ id: one.id, milli: one.milli })
      }
    }),
  )
})

const ingredient = (parMilli: number | null, taught: Conversion[] = []) => ({ parMilli, unit: 'g' as const, conversions: taught })

test('reports low stock below the par level', () => {
  const grams = lot({ unit: 'g', milli: 300_000 })
  const ounces = lot({ unit: 'oz', milli: 4000 })
  expect(compareWithPar(ingredient(null), [], today).verdict).toBe('no_par')
  expect(compareWithPar(ingredient(1), [], today).verdict).toBe('low')
  expect(compareWithPar(ingredient(0), [], today).verdict).toBe('enough')
  expect(compareWithPar(ingredient(413_398), [grams, ounces], today)).toEqual({ verdict: 'enough', totalMilli: 413_398, incomparable: [] })
  expect(compareWithPar(ingredient(413_399), [grams, ounces], today).verdict).toBe('low')
})

test('counts stock that expires today, but not expired stock', () => {
  const expired = lot({ unit: 'g', milli: 500_000, expiresOn: '2026-11-20' })
  const todays = lot({ unit: 'g', milli: 500_000, expiresOn: today })
  expect(compareWithPar(ingredient(400_000), [expired], today)).toMatchObject({ verdict: 'low', totalMilli: 0 })
  expect(compareWithPar(ingredient(400_000), [todays], today).verdict).toBe('enough')
})

test('returns unknown, not low, if stock doesn’t convert', () => {
  const grams = lot({ unit: 'g', milli: 300_000 })
  const bags = lot({ unit: 'each', milli: 2000 })
  expect(compareWithPar(ingredient(400_000), [grams, bags], today)).toEqual({
    verdict: 'unknown',
    totalMilli: 300_000,
    incomparable: [bags.id],
  })
  expect(compareWithPar(ingredient(300_000), [grams, bags], today).verdict).toBe('enough')
  const taught: Conversion[] = [{ from: 'each', to: 'g', factor: 61 }]
  expect(compareWithPar(ingredient(400_000, taught), [grams, bags], today)).toMatchObject({ verdict: 'enough', totalMilli: 422_000 })
})
