import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { type Candidate, planValue, planWeek, type RiskLot, type WeekLimits } from './plan-week.ts'

const monday = '2026-11-23'
const days = (count: number) => Array.from({ length: count }, (_, at) => addDays(monday, at))
/** Returns what was chosen by day; null where nothing was. */
const planFor = (lots: readonly RiskLot[], candidates: readonly Candidate[], dates: readonly string[], limits: WeekLimits = {}) => {
  const choices = planWeek(lots, candidates, dates, limits)
  return dates.map((date) => candidates.find(({ id }) => id === choices.find((choice) => choice.date === date)?.id) ?? null)
}
const costOf = (plan: readonly (Candidate | null)[]) => plan.reduce((sum, one) => sum + (one?.cost ?? 0), 0)

/** Returns the value of the best plan, by trying every one. */
function best(lots: readonly RiskLot[], candidates: readonly Candidate[], dates: readonly string[], limits: WeekLimits = {}): number {
  const { budget = Number.POSITIVE_INFINITY, fixed = new Map<string, string>() } = limits
  const decided = new Set(fixed.values())
  const paid = candidates.reduce((sum, { id, cost = 0 }) => sum + (decided.has(id) ? cost : 0), 0)
  const go = (chosen: readonly (Candidate | null)[]): number => {
    const date = dates[chosen.length]
    if (date === undefined) return costOf(chosen) > Math.max(budget, paid) ? Number.NEGATIVE_INFINITY : planValue(lots, chosen, dates)
    const id = fixed.get(date)
    if (id !== undefined) return go([...chosen, candidates.find((one) => one.id === id) ?? null])
    const free = candidates.filter((one) => !chosen.includes(one) && !decided.has(one.id) && !one.notOn?.includes(date))
    return Math.max(go([...chosen, null]), ...free.map((candidate) => go([...chosen, candidate])))
  }
  return go([])
}

/** In lots: less than any saving that is worth a line on the screen. */
const negligible = 0.005

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
      .map(({ part, ...lot }): RiskLot => ({ ...lot, lotId: `${lot.ingredientId}${lot.milli}`, loss: lot.chance * part })),
    { maxLength: 8 },
  ),
  recipes: fc.array(
    fc.record({
      takes: fc.array(fc.record({ ingredientId: fc.constantFrom('a', 'b', 'c', 'd', 'e'), milli: fc.integer({ min: 1, max: 1500 }) }), {
        maxLength: 3,
      }),
      missing: fc.integer({ min: 0, max: 4 }),
      notOn: fc.subarray(days(4), { maxLength: 2 }),
      cost: fc.integer({ min: 0, max: 900 }),
      cuisine: fc.constantFrom('italian', 'asian', undefined),
      liking: fc.double({ min: -0.05, max: 0.02, noNaN: true }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  count: fc.integer({ min: 1, max: 4 }),
  budget: fc.option(fc.integer({ min: 0, max: 2500 }), { nil: undefined }),
  decided: fc.option(fc.record({ recipe: fc.nat({ max: 6 }), day: fc.nat({ max: 3 }) }), { nil: undefined }),
})

describe('a week of meals', () => {
  it('uses what is a kind of an ingredient for it, soonest first, after what only the kind will do for', () => {
    const lot = (ingredientId: string, milli: number, ahead: number): RiskLot => ({
      ...{ lotId: ingredientId, ingredientId, milli, expiresOn: addDays(monday, ahead), chance: 1, loss: 1 },
    })
    const lots = [lot('cheese', 200, 3), lot('brie', 2, 1)]
    const kinds = [{ ingredientId: 'brie', factor: 0.01 }]
    const cheese = { ingredientId: 'cheese', milli: 300, kinds }
    const both: Candidate = { id: 'both', missing: 0, takes: [cheese, { ingredientId: 'brie', milli: 1 }] }
    expect(planWeek(lots, [{ id: 'one', missing: 0, takes: [cheese] }], [monday])[0]?.lots).toEqual([
      { at: 1, share: 1 },
      { at: 0, share: 0.5 },
    ])
    expect(planValue(lots, [both], [monday])).toBe(2)
  })

  it('is within 5 % of the best and within the limits, in cases small enough to try every plan', () => {
    fc.assert(
      fc.property(smallCase, ({ lots, recipes, count, budget, decided }) => {
        const candidates = recipes.map(
          ({ cuisine, ...recipe }, at): Candidate => ({ ...recipe, ...(cuisine && { cuisine }), id: `r${at}` }),
        )
        const dates = days(count)
        const own = decided && candidates[decided.recipe % candidates.length]
        const fixed = new Map(own ? [[dates[decided.day % count] as string, own.id]] : [])
        const chosen = planFor(lots, candidates, dates, { budget, fixed })
        const max = best(lots, candidates, dates, { budget, fixed })
        const freeDays = Math.round(-max / 1000)
        expect(chosen.filter((one) => one === null)).toHaveLength(freeDays)
        const withMeals = max + freeDays * 1000
        expect(planValue(lots, chosen, dates) + freeDays * 1000).toBeGreaterThanOrEqual(withMeals - Math.abs(withMeals) * 0.05 - negligible)
        expect(costOf(chosen)).toBeLessThanOrEqual(Math.max(budget ?? Number.POSITIVE_INFINITY, own?.cost ?? 0))
        for (const [at, one] of chosen.entries()) if (one && one !== own) expect(one.notOn).not.toContain(dates[at])
        for (const [date, id] of fixed) expect(chosen[dates.indexOf(date)]?.id).toBe(id)
        const meals = chosen.filter((one) => one !== null)
        expect(new Set(meals).size).toBe(meals.length)
      }),
      { numRuns: 250 },
    )
  })
  it('uses what expires first on the first day', () => {
    const lots: RiskLot[] = [
      { lotId: 'leek', ingredientId: 'leek', milli: 3, expiresOn: monday, chance: 0.9, loss: 0.9 },
      { lotId: 'ham', ingredientId: 'ham', milli: 300, expiresOn: addDays(monday, 1), chance: 0.5, loss: 0.5 },
    ]
    const recipes: Candidate[] = [
      { id: 'rolls', takes: [{ ingredientId: 'ham', milli: 300 }], missing: 0 },
      { id: 'tart', takes: [{ ingredientId: 'leek', milli: 3 }], missing: 0 },
    ]
    expect(planWeek(lots, recipes, days(2))).toMatchObject([
      { date: monday, id: 'tart', saves: 0.9, lots: [{ at: 0, share: 0.9 }] },
      { date: addDays(monday, 1), id: 'rolls', saves: 0.5 },
    ])
  })
  it('counts only what is expected to be left as saved, however much is used', () => {
    const lots: RiskLot[] = [{ lotId: 'milk', ingredientId: 'milk', milli: 1000, expiresOn: monday, chance: 0.8, loss: 0.2 }]
    const shake: Candidate = { id: 'shake', takes: [{ ingredientId: 'milk', milli: 1000 }], missing: 0 }
    const tea: Candidate = { id: 'tea', takes: [{ ingredientId: 'milk', milli: 125 }], missing: 0 }
    expect(planValue(lots, [shake], days(1))).toBeCloseTo(0.2)
    expect(planValue(lots, [tea], days(1))).toBeCloseTo(0.1)
  })
})

it('leaves out what someone can’t have on a day, and prefers what is known', () => {
  const of = (id: string, more: Partial<Candidate> = {}): Candidate => ({ id, missing: 0, takes: [], ...more })
  const dates = ['2026-12-04', '2026-12-05'] as const
  const plan = (candidates: Candidate[]) => planWeek([], candidates, dates).map(({ date, id }) => [date, id])
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

it('keeps to a budget: the cheaper of two meals, and a free day where nothing is left for it', () => {
  const of = (id: string, cost: number, saves = 0): Candidate => ({
    id,
    cost,
    missing: 0,
    takes: saves ? [{ ingredientId: id, milli: 1 }] : [],
  })
  const lots: RiskLot[] = [{ lotId: 'roast', ingredientId: 'roast', milli: 1, expiresOn: addDays(monday, 1), chance: 0.9, loss: 0.9 }]
  const [roast, soup, stew] = [of('roast', 1200, 1), of('soup', 300), of('stew', 400)]
  const plan = (budget: number, fixed?: ReadonlyMap<string, string>) =>
    planFor(lots, [roast, soup, stew], days(2), { budget, fixed }).map((one) => one?.id ?? null)
  expect(plan(1500).toSorted()).toEqual(['roast', 'soup'])
  expect(plan(1400).toSorted()).toEqual(['soup', 'stew'])
  expect(new Set(plan(350))).toEqual(new Set(['soup', null]))
  // What is decided is bought anyway.
  expect(plan(100, new Map([[addDays(monday, 1), 'roast']]))).toEqual([null, 'roast'])
})

it('puts two cuisines on two days in a row, likes favorites, and what was not cooked a few days ago', () => {
  const of = (id: string, more: Partial<Candidate>): Candidate => ({ id, missing: 0, takes: [], ...more })
  const [pasta, pizza, curry] = [
    of('pasta', { cuisine: 'italian' }),
    of('pizza', { cuisine: 'italian' }),
    of('curry', { cuisine: 'asian' }),
  ]
  expect(planFor([], [pasta, pizza, curry], days(3)).map((one) => one?.cuisine)).toEqual(['italian', 'asian', 'italian'])
  // Two days apart, they may be alike.
  expect(planFor([], [pasta, pizza], [monday, addDays(monday, 2)])).not.toContain(null)
  expect(planFor([], [pasta, of('liked', { liking: 0.01 }), of('recent', { liking: -0.05 })], [monday])[0]?.id).toBe('liked')
})

describe('a week of many recipes', () => {
  const week = days(7)
  const of = (id: string, more: Partial<Candidate> = {}): Candidate => ({ id, missing: 0, takes: [], ...more })
  const many = (count: number, prefix: string, more: Partial<Candidate>) =>
    Array.from({ length: count }, (_, at) => of(`${prefix}${at}`, more))
  const lots: RiskLot[] = [{ lotId: 'leek', ingredientId: 'leek', milli: 9, expiresOn: addDays(monday, 9), chance: 0.9, loss: 0.9 }]
  const takes = [{ ingredientId: 'leek', milli: 1 }]

  it('fills days with few choices, also where hundreds of others save more', () => {
    const slow = many(300, 'slow', { takes, notOn: week.slice(0, 5) })
    expect(planFor(lots, [...slow, ...many(20, 'quick', {})], week)).not.toContain(null)
    const [first, second] = [of('first', { liking: 1 }), of('second', { liking: 1 })]
    const untimed = many(100, 'untimed', { notOn: week.slice(5) })
    const chosen = planFor(lots, [...untimed, first, second], week)
    expect(new Set(chosen.slice(5))).toEqual(new Set([first, second]))
    expect(chosen).not.toContain(null)
  })

  it('fills all days under a budget that only the cheap ones fit', () => {
    const dear = many(300, 'dear', { takes, cost: 3000 })
    const chosen = planFor(lots, [...dear, ...many(20, 'cheap', { cost: 100 })], week, { budget: 2000 })
    expect(chosen).not.toContain(null)
    expect(costOf(chosen)).toBeLessThanOrEqual(2000)
  })

  it('is of another cuisine than what is planned the day before or after', () => {
    const [pasta, curry] = [of('pasta', { cuisine: 'italian', liking: 0.01 }), of('curry', { cuisine: 'asian' })]
    const on = (planned: ReadonlyMap<string, readonly string[]>) => planFor([], [pasta, curry], [addDays(monday, 1)], { planned })[0]?.id
    expect(on(new Map())).toBe('pasta')
    for (const day of [monday, addDays(monday, 2)]) expect(on(new Map([[day, ['italian']]]))).toBe('curry')
    expect(on(new Map([[addDays(monday, 3), ['italian']]]))).toBe('pasta')
  })

  it('credits leftovers with their own lot alone', () => {
    const stew = (lotId: string, ahead: number): RiskLot => ({
      ...{ lotId, ingredientId: 'stew', milli: 2000, chance: 1, loss: 1 },
      expiresOn: addDays(monday, ahead),
    })
    const frozen = of('frozen', { takes: [{ ingredientId: 'stew', lotId: 'frozen', milli: 2000 }] })
    expect(planWeek([stew('fresh', 1), stew('frozen', 90)], [frozen], [monday])[0]?.lots).toEqual([{ at: 1, share: 1 }])
  })
})
