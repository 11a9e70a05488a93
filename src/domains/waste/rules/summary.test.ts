import fc from 'fast-check'
import { expect, it } from 'vitest'
import { discardReasons } from '#domains/inventory/contract.ts'
import { Unit } from '#platform/shared/units.ts'
import { isAvoidable, summarizeWaste, topEntries, type WasteEntry, wastedFractionOfSpending } from './summary.ts'

const entry = (part: Partial<WasteEntry> = {}): WasteEntry => ({
  id: 'a',
  lotId: 'lot',
  ingredientId: 'milk',
  on: '2026-11-21',
  reason: 'expired',
  milli: 1000,
  unit: 'g',
  cents: 100,
  ...part,
})
const anyEntry = fc
  .record({
    reason: fc.constantFrom(...discardReasons),
    milli: fc.integer({ min: 1, max: 1e9 }),
    unit: fc.constantFrom(...Unit.options),
    cents: fc.option(fc.nat(1e8)),
    ingredientId: fc.constantFrom('milk', 'carrot'),
  })
  .map(entry)
const ingredients = new Map([
  ['milk', { name: 'Milk', conversions: [] }],
  ['carrot', { name: 'Carrot', conversions: [{ from: 'each' as const, to: 'g' as const, factor: 61 }] }],
])

it('adds up to the cent: reasons to the total, counted and left-out records to all', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), fc.boolean(), (entries, includeGiven) => {
      const sums = summarizeWaste(entries, ingredients, includeGiven)
      const all = entries.reduce((cents, { cents: own }) => cents + (own ?? 0), 0)
      const reasons = [...sums.byReason.values()]
      expect(reasons.reduce((cents, own) => cents + own.cents, 0)).toBe(sums.cents)
      expect(reasons.reduce((items, own) => items + own.items, 0)).toBe(sums.items)
      expect(sums.cents + sums.leftOut.cents).toBe(all)
      expect(sums.items + sums.leftOut.items).toBe(entries.length)
      if (includeGiven) expect(sums.leftOut).toEqual({ cents: 0, items: 0 })
      const avoidable = [...sums.byReason].filter(([reason]) => isAvoidable(reason))
      expect(avoidable.reduce((cents, [, own]) => cents + own.cents, 0)).toBe(sums.avoidableCents)
    }),
  )
})

it('is independent of the order, and the sums of two halves add up', () => {
  fc.assert(
    fc.property(fc.array(anyEntry), fc.nat(), (entries, cut) => {
      const middle = entries.length === 0 ? 0 : cut % entries.length
      const [some, others] = [
        summarizeWaste(entries.slice(0, middle), ingredients, false),
        summarizeWaste(entries.slice(middle), ingredients, false),
      ]
      const total = summarizeWaste(entries.toReversed(), ingredients, false)
      expect(some.cents + others.cents).toBe(total.cents)
      expect(some.unpriced + others.unpriced).toBe(total.unpriced)
      expect(some.unweighed + others.unweighed).toBe(total.unweighed)
      expect(some.grams + others.grams).toBeCloseTo(total.grams, 3)
    }),
  )
})

it('sums weights of convertible units and counts the rest', () => {
  const sums = summarizeWaste(
    [entry({ milli: 1_500, unit: 'kg' }), entry({ milli: 2_000, unit: 'each', ingredientId: 'carrot' }), entry({ unit: 'l' })],
    ingredients,
    false,
  )
  expect([sums.grams, sums.unweighed]).toEqual([1622, 1])
})

it('treats poor quality as unavoidable and gifts as no waste', () => {
  const sums = summarizeWaste(
    [entry({ reason: 'quality' }), entry({ reason: 'spoiled', cents: 30 }), entry({ reason: 'donated' })],
    ingredients,
    false,
  )
  expect([sums.cents, sums.avoidableCents, sums.leftOut.cents]).toEqual([130, 30, 100])
})

it('puts the costliest first and records without a price last', () => {
  const entries = [entry({ id: 'none', cents: null }), entry({ id: 'small', cents: 1 }), entry({ id: 'large', cents: 900 })]
  expect(topEntries([...entries, entry({ id: 'gift', cents: 999, reason: 'composted' })], 3, false).map(({ id }) => id)).toEqual([
    'large',
    'small',
    'none',
  ])
})

it('has no share if nothing was paid', () => {
  expect([wastedFractionOfSpending(5, 0), wastedFractionOfSpending(25, 200), wastedFractionOfSpending(0, 10)]).toEqual([null, 0.125, 0])
})
