import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import type { HistoryEvent, HouseholdHistory } from './history-types.ts'
import { predictWaste, riskOf } from './waste-forecast.ts'

const today = '2026-11-21'
const on = (day: number) => addDays(today, day)
const added = (lotId: string, quantity: number, day: number, due: number | null, ingredientId = 'milk'): HistoryEvent => ({
  type: 'added',
  lotId,
  ingredientId,
  quantity,
  on: on(day),
  effectiveExpiration: due === null ? null : on(due),
})
const used = (quantity: number, day: number, ingredientId = 'milk'): HistoryEvent => ({ type: 'used', ingredientId, quantity, on: on(day) })

/** Ten packs of 100 in 100 days, each used up by four uses of 25, two days apart. */
const regular = (ingredientId = 'milk', gap = 2): HistoryEvent[] =>
  Array.from({ length: 10 }, (_, i) => {
    const start = -110 + 10 * i
    return [
      added(`${ingredientId}${i}`, 100, start, start + 12, ingredientId),
      ...Array.from({ length: 4 }, (_, n) => used(25, start + 1 + gap * n, ingredientId)),
    ]
  }).flat()

const household = (events: HistoryEvent[], more: Partial<HouseholdHistory> = {}): HouseholdHistory => ({
  today,
  ingredients: [{ id: 'milk' }],
  events,
  ...more,
})
const chance = (events: HistoryEvent[], lotId: string, more?: Partial<HouseholdHistory>) =>
  predictWaste(household(events, more)).find((lot) => lot.lotId === lotId)?.probability

test('a lot that is soon used up has a low risk, one that cannot be a high risk', () => {
  expect(chance([...regular(), added('x', 100, -1, 20)], 'x')).toBeLessThan(0.05)
  expect(chance([...regular(), added('x', 100, -1, 2)], 'x')).toBeGreaterThan(0.9)
})

test('a lot due today has one more day', () => {
  const [due0, due1, past] = [0, 1, -1].map((due) => chance([...regular(), added('x', 25, -3, due)], 'x') ?? NaN)
  expect(due0).toBeGreaterThan(0.2)
  expect(due0).toBeLessThan(0.9)
  expect(due1).toBeLessThan(due0 ?? 0)
  expect(past).toBe(1)
})

test('what is eaten on one weekday is at risk if that day comes too late', () => {
  const weekly = Array.from({ length: 12 }, (_, i) => [added(`w${i}`, 100, -7 * (i + 2), -7 * (i + 1)), used(100, -7 * (i + 2) + 3)])
    .flat()
    .sort((a, b) => (a.on < b.on ? -1 : 1))
  expect(chance([...weekly, added('x', 100, -1, 2)], 'x')).toBeGreaterThan(0.85)
  expect(chance([...weekly, added('x', 100, -1, 3)], 'x')).toBeLessThan(0.25)
})

test('a day on which it is never eaten does not raise the risk after a day on which it is', () => {
  const days = Array.from({ length: 20 }, (_, i) => [-140 + 7 * i, -134 + 7 * i]).flat()
  const twice = [
    added('old', 4000, -140, -1),
    ...days.map((day): HistoryEvent => ({ type: 'used', ingredientId: 'milk', lotId: 'old', quantity: 100, on: on(day) })),
  ]
  const [soon = NaN, later = NaN] = [0, 1].map((due) => chance([...twice, added('x', 100, -1, due)], 'x'))
  expect(soon).toBeLessThan(0.3)
  expect(later).toBeLessThanOrEqual(soon)
})

test('a meal planned for the weekday on which it is eaten anyway is not eaten in addition', () => {
  const weekly = [
    added('old', 2000, -140, -1),
    ...Array.from({ length: 20 }, (_, i): HistoryEvent => ({ ...used(100, -140 + 7 * i + 3), lotId: 'old' }) as HistoryEvent),
    added('x', 200, -1, 6),
  ]
  const planned = (day: number) => chance(weekly, 'x', { planned: [{ ingredientId: 'milk', lotId: 'x', quantity: 100, on: on(day) }] })
  const none = chance(weekly, 'x') ?? NaN
  expect(none).toBeGreaterThan(0.75)
  expect(planned(3)).toBeGreaterThan(none - 0.05)
  expect(planned(1)).toBeLessThan(0.3)
})

test('a lot may be forgotten when newer ones arrive, more likely the longer it lasts', () => {
  const forgets = Array.from({ length: 10 }, (_, i) => [
    added(`old${i}`, 100, -200 + 15 * i, -190 + 15 * i),
    added(`new${i}`, 100, -199 + 15 * i, -180 + 15 * i),
    ...Array.from({ length: 4 }, (_, n): HistoryEvent => ({ ...used(25, -198 + 15 * i + 2 * n), lotId: `new${i}` }) as HistoryEvent),
    { type: 'discarded' as const, lotId: `old${i}`, quantity: 100, reason: 'expired', on: on(-189 + 15 * i) },
  ]).flat()
  const events = forgets.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
  const small = chance([...events, added('x', 25, -1, 40)], 'x') ?? NaN
  expect(small).toBeGreaterThan(0.02)
  expect(chance([...events, added('x', 100, -1, 40)], 'x')).toBeGreaterThan(small + 0.05)
})

test('exactly the open lots with a date are forecast', () => {
  const events = [added('open', 5, -3, 4), added('undated', 5, -3, null), added('empty', 5, -4, 1), added('past', 5, -9, -4), used(5, -3)]
  const answers = predictWaste(household(events))
  expect(answers.map(({ lotId }) => lotId).sort()).toEqual(['open', 'past'])
})

test('lots that expire earlier are eaten first', () => {
  const before = [added('a', 100, -1, 9), added('b', 100, -1, 11), added('c', 100, -1, 13)]
  const alone = chance([...regular(), added('c', 100, -1, 13)], 'c') ?? NaN
  const behind = predictWaste(household([...regular(), ...before]))
  const c = behind.find(({ lotId }) => lotId === 'c')
  expect(c?.probability).toBeGreaterThan(alone + 0.3)
  expect(c?.why.ahead).toBeGreaterThan(190)
  // The order of purchase doesn't matter.
  expect(chance([...regular(), ...before.toReversed()], 'c')).toBeCloseTo(c?.probability ?? NaN, 6)
})

test('fewer than three recorded uses are not enough data but still give a number', () => {
  const two = predictWaste(household([added('x', 100, -9, 20), used(10, -5), used(10, -4)]))
  expect(two).toMatchObject([{ enoughData: false }])
  const three = predictWaste(household([added('x', 100, -9, 20), used(10, -5), used(10, -4), used(10, -2)]))
  expect(three).toMatchObject([{ enoughData: true }])
  const none = predictWaste(household([added('x', 100, -1, 7)]))
  expect(none).toMatchObject([{ enoughData: false }])
  expect(none[0]?.probability).toBeGreaterThan(0.05)
  expect(none[0]?.probability).toBeLessThan(0.95)
})

test('an ingredient without history is forecast from the household’s other ingredients', () => {
  const brisk = ['a', 'b', 'c', 'd'].flatMap((ingredient) => regular(ingredient, 1))
  const slow = ['a', 'b', 'c', 'd'].flatMap((ingredient) => regular(ingredient).filter(({ type }, i) => type === 'added' || i % 4 === 0))
  const lot = added('x', 100, -1, 9)
  expect(chance([...brisk, lot], 'x')).toBeLessThan((chance([...slow, lot], 'x') ?? 0) - 0.1)
})

test('planned uses lower the risk', () => {
  const events = [...regular(), added('x', 100, -1, 4)]
  const planned = [{ ingredientId: 'milk', quantity: 75, on: on(2) }]
  expect(chance(events, 'x', { planned })).toBeLessThan((chance(events, 'x') ?? 0) - 0.3)
  expect(chance(events, 'x', { planned: [{ ...planned[0], ingredientId: 'milk', quantity: 75, on: on(5) }] })).toBe(chance(events, 'x'))
})

test('a planned use of one lot also lowers the risk of the lots eaten after it', () => {
  const events = [...regular(), added('x', 100, -1, 4), added('y', 100, -1, 6)]
  const planned = [{ ingredientId: 'milk', lotId: 'x', quantity: 75, on: on(2) }]
  for (const lotId of ['x', 'y']) expect(chance(events, lotId, { planned }), lotId).toBeLessThan((chance(events, lotId) ?? 0) - 0.05)
})

test('the forecast is deterministic and ignores the order of ingredients', () => {
  const events = [...regular('milk'), ...regular('eggs', 1), added('x', 100, -1, 6), added('y', 70, -2, 5, 'eggs')].sort((a, b) =>
    a.on < b.on ? -1 : 1,
  )
  const answer = predictWaste(household(events))
  expect(predictWaste(household(events))).toEqual(answer)
  const other = predictWaste(household(events, { ingredients: [{ id: 'eggs' }, { id: 'milk' }] }))
  expect(new Set(other.map(({ lotId, probability }) => `${lotId} ${probability.toFixed(9)}`))).toEqual(
    new Set(answer.map(({ lotId, probability }) => `${lotId} ${probability.toFixed(9)}`)),
  )
})

test('leap days count: equal distances give equal forecasts', () => {
  const events = (from: string): HistoryEvent[] => {
    const at = (day: number) => addDays(from, day)
    return regular().map((event) => {
      const day = Math.round((Date.parse(event.on) - Date.parse(today)) / 86_400_000)
      if (event.type !== 'added') return { ...event, on: at(day) }
      return { ...event, on: at(day), effectiveExpiration: at(day + 12) }
    })
  }
  const answer = (from: string) =>
    predictWaste({
      today: from,
      ingredients: [],
      events: [
        ...events(from),
        { type: 'added', lotId: 'x', ingredientId: 'milk', quantity: 100, on: addDays(from, -1), effectiveExpiration: addDays(from, 6) },
      ],
    })
  expect(answer('2024-03-02')).toEqual(answer('2025-03-02'))
})

const past = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 9 }), quantity: fc.integer({ min: 5, max: 60 }) }), {
  minLength: 1,
  maxLength: 30,
})

test('risk rises with the quantity, falls with a later date, and stays within bounds', () => {
  fc.assert(
    fc.property(past, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 60 }), (uses, quantity, due) => {
      let day = -160
      // Enough equal packs that one more or less doesn't change the typical lot size.
      const events = Array.from({ length: 9 }, (_, i) => added(`p${i}`, 100, -160 + 15 * i, -150 + 15 * i))
      for (const use of uses) {
        day += use.gap
        if (day < -10) events.push(used(use.quantity, day))
      }
      for (let i = 0; i < 9; i++) events.push({ type: 'discarded', lotId: `p${i}`, quantity: 0.001, on: on(-149 + 15 * i) })
      events.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
      const answer = (q: number, d: number) => predictWaste(household([...events, added('x', q, -1, d)])).find(({ lotId }) => lotId === 'x')
      const now = answer(quantity, due)
      const [probability, left] = [now?.probability ?? NaN, now?.expectedLeft ?? NaN]
      expect(probability).toBeGreaterThanOrEqual(0)
      expect(probability).toBeLessThanOrEqual(1)
      expect(left).toBeGreaterThanOrEqual(0)
      expect(left).toBeLessThanOrEqual(quantity)
      expect(answer(quantity + 20, due)?.probability).toBeGreaterThanOrEqual(probability - 0.02)
      expect(answer(quantity, due + 4)?.probability).toBeLessThanOrEqual(probability + 0.02)
    }),
    { numRuns: 60 },
  )
})

/** Counts calls of elementary functions, a cost measure that is independent of the machine. */
function operations(run: () => void): number {
  let count = 0
  const names = ['exp', 'log', 'cbrt', 'sqrt'] as const
  const real = names.map((name) => Math[name])
  for (const [i, name] of names.entries())
    Math[name] = (x: number) => {
      count++
      return real[i]?.(x) ?? NaN
    }
  try {
    run()
  } finally {
    for (const [i, name] of names.entries()) Math[name] = real[i] ?? Math[name]
  }
  return count
}

test('the cost is linear in ingredients and lots and nearly independent of the length of the history', () => {
  const ingredients = (count: number, years: number, lots: number): HouseholdHistory =>
    household(
      Array.from({ length: count }, (_, f) => [
        ...Array.from({ length: 100 * years }, (_, i) => used(10 + (i % 7), -1 - 3 * i, `f${f}`)),
        ...Array.from({ length: lots }, (_, i) => added(`f${f}-${i}`, 100, -1, 3 + i, `f${f}`)),
      ]).flat(),
    )
  const cost = (count: number, years: number, lots: number) => operations(() => predictWaste(ingredients(count, years, lots)))
  const small = cost(20, 1, 5)
  expect(cost(80, 1, 5) / small).toBeLessThan(4.4)
  expect(cost(20, 1, 20) / small).toBeLessThan(4.4)
  expect(cost(20, 3, 5) / small).toBeLessThan(2)
  // Low enough that 10,000 lots take far less than half a second.
  expect(cost(100, 3, 1) / 100).toBeLessThan(6000)
})

test('risk is high from 0.6 and medium from 0.3', () => {
  expect([0.6, 0.59, 0.3, 0.29].map(riskOf)).toEqual(['high', 'medium', 'medium', 'low'])
})
