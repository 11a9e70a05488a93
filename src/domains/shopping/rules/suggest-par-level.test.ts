import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { type PastUse, suggestParLevel } from './suggest-par-level.ts'

const today = '2026-11-21'
const daysAgo = (days: number) => addDays(today, -days)
const past = (part: Partial<PastUse> = {}): PastUse => ({
  uses: [],
  purchases: [],
  unit: 'l',
  conversions: [],
  keepsDays: null,
  today,
  ...part,
})
const use = (days: number, milli: number, unit: PastUse['unit'] = 'l') => ({ on: daysAgo(days), milli, unit })
const weekly = (milli: number, weeks: number) => Array.from({ length: weeks }, (_, i) => use(i * 7, milli))

describe('a suggested par level', () => {
  it('needs three uses in convertible units', () => {
    expect(suggestParLevel(past({ uses: [use(1, 500), use(2, 500), use(3, 500, 'each')] }))).toEqual({
      parMilli: null,
      usesCounted: 2,
      why: 'After 3 uses we’ll suggest a minimum (2 so far).',
    })
  })

  it('covers the days from one purchase to the next', () => {
    const suggestion = suggestParLevel(past({ uses: weekly(1400, 8), purchases: [0, 14, 28, 42].map(daysAgo) }))
    expect(suggestion).toEqual({ parMilli: 3200, usesCounted: 8, why: 'You use about 1.6 l a week, so this lasts 14 days.' })
  })

  it('covers at most the shelf life', () => {
    const monthly = { uses: weekly(1400, 8), purchases: [0, 30, 60].map(daysAgo) }
    expect(suggestParLevel(past(monthly)).why).toMatch(/lasts 28 days/)
    expect(suggestParLevel(past({ ...monthly, keepsDays: 7 })).why).toMatch(/lasts 7 days/)
  })

  it('limits the weight of a single large use', () => {
    const usual = suggestParLevel(past({ uses: weekly(1000, 8) })).parMilli ?? 0
    const withParty = suggestParLevel(past({ uses: [...weekly(1000, 8), use(20, 50_000)] })).parMilli ?? 0
    expect(withParty).toBeLessThan(usual * 1.6)
  })

  it('is whole for counted ingredients and applies conversions', () => {
    const eggs = suggestParLevel(
      past({
        unit: 'each',
        uses: [use(1, 3000, 'each'), use(8, 2000, 'each'), use(15, 150_000, 'g')],
        conversions: [{ from: 'each', to: 'g', factor: 50 }],
      }),
    )
    expect(eggs.usesCounted).toBe(3)
    expect((eggs.parMilli ?? 1) % 1000).toBe(0)
  })

  it('grows with use and is positive', () => {
    const anyUses = fc.array(
      fc.record({
        on: fc.integer({ min: 0, max: 100 }).map(daysAgo),
        milli: fc.integer({ min: 1, max: 5000 }),
        unit: fc.constant('l' as const),
      }),
      { minLength: 3, maxLength: 20 },
    )
    fc.assert(
      fc.property(anyUses, (uses) => {
        const once = suggestParLevel(past({ uses })).parMilli ?? 0
        const twice = suggestParLevel(past({ uses: uses.map((one) => ({ ...one, milli: one.milli * 2 })) })).parMilli ?? 0
        expect(once).toBeGreaterThan(0)
        expect(twice).toBeGreaterThanOrEqual(once)
      }),
    )
  })
})
