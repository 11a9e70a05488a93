import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { type Candidate, planValue, planWeek, type RiskLot } from './plan-week.ts'

const monday = '2026-11-23'
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays(monday, at))
const planWithValue = (lots: readonly RiskLot[], candidates: readonly Candidate[], dates: readonly string[]) => {
  const chosen = planWeek(lots, candidates, dates).map(({ recipeId }) => candidates.find((one) => one.recipeId === recipeId) as Candidate)
  return { chosen, worth: planValue(lots, chosen, dates) }
}

/** Tries every plan. */
function best(lots: readonly RiskLot[], candidates: readonly Candidate[], dates: readonly string[]): number {
  const go = (chosen: readonly Candidate[]): number => {
    const free = candidates.filter((candidate) => !chosen.includes(candidate))
    if (chosen.length === dates.length || free.length === 0) return planValue(lots, chosen, dates)
    return Math.max(...free.map((candidate) => go([...chosen, candidate])))
  }
  return go([])
}

const smallCase = fc.record({
  lots: fc.array(
    fc
      .record({
        ingredientId: fc.constantFrom('a', 'b', 'c', 'd'),
        milli: fc.integer({ min: 1, max: 1000 }),
        expiresOn: fc.integer({ min: 0, max: 5 }).map((ahead) => addDays(monday, ahead)),
        chance: fc.double({ min: 0.01, max: 1, noNaN: true }),
        part: fc.double({ min: 0.1, max: 1, noNaN: true }),
      })
      .map(({ part, ...lot }): RiskLot => ({ ...lot, loss: lot.chance * part })),
    { maxLength: 8 },
  ),
  recipes: fc.array(
    fc.record({
      takes: fc.array(fc.record({ ingredientId: fc.constantFrom('a', 'b', 'c', 'd', 'e'), milli: fc.integer({ min: 1, max: 1500 }) }), {
        maxLength: 3,
      }),
      missing: fc.integer({ min: 0, max: 4 }),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  count: fc.integer({ min: 1, max: 4 }),
})

describe('a week of meals', () => {
  it('uses what is a kind of an ingredient for it, soonest first, after what only the kind will do for', () => {
    const lot = (ingredientId: string, milli: number, ahead: number): RiskLot => ({
      ...{ ingredientId, milli, expiresOn: addDays(monday, ahead), chance: 1, loss: 1 },
    })
    const lots = [lot('cheese', 200, 3), lot('brie', 2, 1)]
    const kinds = [{ ingredientId: 'brie', factor: 0.01 }]
    const cheese = { ingredientId: 'cheese', milli: 300, kinds }
    const both: Candidate = { recipeId: 'both', missing: 0, takes: [cheese, { ingredientId: 'brie', milli: 1 }] }
    expect(planWeek(lots, [{ recipeId: 'one', missing: 0, takes: [cheese] }], [monday])[0]?.lots).toEqual([
      { at: 1, share: 1 },
      { at: 0, share: 0.5 },
    ])
    expect(planValue(lots, [both], [monday])).toBe(2)
  })

  it('avoids within 5 % of the most waste possible, in cases small enough to try every plan', () => {
    fc.assert(
      fc.property(smallCase, ({ lots, recipes, count }) => {
        const candidates = recipes.map((recipe, at): Candidate => ({ ...recipe, recipeId: `r${at}` }))
        const dates = days(count)
        const { chosen, worth } = planWithValue(lots, candidates, dates)
        const max = best(lots, candidates, dates)
        expect(worth).toBeGreaterThanOrEqual(max - Math.abs(max) * 0.05 - 1e-9)
        expect(new Set(chosen).size).toBe(Math.min(dates.length, candidates.length))
      }),
      { numRuns: 250 },
    )
  })
  it('uses what expires first on the first day', () => {
    const lots: RiskLot[] = [
      { ingredientId: 'leek', milli: 3, expiresOn: monday, chance: 0.9, loss: 0.9 },
      { ingredientId: 'ham', milli: 300, expiresOn: addDays(monday, 1), chance: 0.5, loss: 0.5 },
    ]
    const recipes: Candidate[] = [
      { recipeId: 'rolls', takes: [{ ingredientId: 'ham', milli: 300 }], missing: 0 },
      { recipeId: 'tart', takes: [{ ingredientId: 'leek', milli: 3 }], missing: 0 },
    ]
    expect(planWeek(lots, recipes, days(2))).toMatchObject([
      { date: monday, recipeId: 'tart', saves: 0.9, lots: [{ at: 0, share: 0.9 }] },
      { date: addDays(monday, 1), recipeId: 'rolls', saves: 0.5 },
    ])
  })
  it('counts only what is expected to be left as saved, however much is used', () => {
    const lots: RiskLot[] = [{ ingredientId: 'milk', milli: 1000, expiresOn: monday, chance: 0.8, loss: 0.2 }]
    const shake: Candidate = { recipeId: 'shake', takes: [{ ingredientId: 'milk', milli: 1000 }], missing: 0 }
    const tea: Candidate = { recipeId: 'tea', takes: [{ ingredientId: 'milk', milli: 125 }], missing: 0 }
    expect(planValue(lots, [shake], days(1))).toBeCloseTo(0.2)
    expect(planValue(lots, [tea], days(1))).toBeCloseTo(0.1)
  })
})

it('leaves out what someone can’t have on a day, and prefers what is known', () => {
  const of = (recipeId: string, more: Partial<Candidate> = {}): Candidate => ({ recipeId, missing: 0, takes: [], ...more })
  const dates = ['2026-12-04', '2026-12-05'] as const
  const plan = (candidates: Candidate[]) => planWeek([], candidates, dates).map(({ date, recipeId }) => [date, recipeId])
  const nuts = of('nuts', { notOn: ['2026-12-05'] })
  expect(plan([of('soup'), nuts])).toEqual([
    ['2026-12-04', 'nuts'],
    ['2026-12-05', 'soup'],
  ])
  expect(plan([nuts])).toEqual([['2026-12-04', 'nuts']])
  expect(plan([of('nuts', { notOn: dates })])).toEqual([])
  expect(
    plan([of('curry', { unknown: 2 }), of('soup'), of('rice', { unknown: 1 })])
      .map(([, id]) => id)
      .toSorted(),
  ).toEqual(['rice', 'soup'])
})
