/** Properties that hold for any history. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import { epsilon, type HistoryEvent, type HouseholdHistory } from './history-types.ts'
import { defaultPriors } from './priors.ts'
import { localVariation } from './rhythm.ts'
import { predictWaste } from './waste-forecast.ts'
import { learnWeekdays } from './weekdays.ts'

const today = '2026-11-21'
const on = (day: number) => addDays(today, day)
const ingredients = ['milk', 'eggs', 'rice']
const inOrder = (events: HistoryEvent[]) => events.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
const household = (events: HistoryEvent[], more: Partial<HouseholdHistory> = {}): HouseholdHistory => ({
  today,
  ingredients: ingredients.map((id) => ({ id })),
  events,
  ...more,
})

/** Generates simple histories: packs of one size and partial uses, in thousandths. */
const tame = fc
  .array(
    fc.record({
      ingredient: fc.constantFrom(...ingredients),
      isUse: fc.integer({ min: 0, max: 9 }),
      day: fc.integer({ min: -200, max: -1 }),
      life: fc.integer({ min: 3, max: 60 }),
      milli: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 5, maxLength: 80 },
  )
  .map((drawn) =>
    inOrder(
      drawn.map(
        ({ ingredient, isUse, day, life, milli }, i): HistoryEvent =>
          isUse > 2
            ? { type: 'used', ingredientId: ingredient, quantity: milli / 1000, on: on(day) }
            : { type: 'added', lotId: `l${i}`, ingredientId: ingredient, quantity: 1, on: on(day), effectiveExpiration: on(day + life) },
      ),
    ),
  )

const chances = (events: HistoryEvent[], more?: Partial<HouseholdHistory>) =>
  new Map(predictWaste(household(events, more)).map(({ lotId, probability }) => [lotId, probability]))

test('a plan never raises a risk, and a larger plan lowers it at least as much', () => {
  fc.assert(
    fc.property(
      tame,
      fc.constantFrom(...ingredients),
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 0, max: 30 }),
      (events, ingredientId, milli, day) => {
        const without = chances(events)
        const plan = { ingredientId, quantity: milli / 1000, on: on(day) }
        const small = chances(events, { planned: [plan] })
        const large = chances(events, { planned: [{ ...plan, quantity: 2 * plan.quantity }] })
        for (const [lotId, chance] of without) {
          expect(small.get(lotId)).toBeLessThanOrEqual(chance + 1e-9)
          expect(large.get(lotId)).toBeLessThanOrEqual((small.get(lotId) ?? NaN) + 1e-9)
        }
      },
    ),
    { numRuns: 150 },
  )
})

/** Generates the days of use of an ingredient that is used often on some weekdays and rarely on others. */
const weekly = fc.noBias(
  fc
    .record({
      rare: fc.integer({ min: 1, max: 150 }),
      often: fc.integer({ min: 500, max: 1000 }),
      isOften: fc.array(
        fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
        { minLength: 7, maxLength: 7 },
      ),
      draws: fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 28, maxLength: 250, size: 'max' }),
    })
    .map(({ rare, often, isOften, draws }) =>
      draws.flatMap((draw, i) => (draw < (isOften[i % 7] ? often : rare) ? [i - draws.length] : [])),
    ),
)
const riceIn = (days: readonly number[]): HistoryEvent[] => [
  { type: 'added', lotId: 'old', ingredientId: 'rice', quantity: 200, on: on(-251), effectiveExpiration: on(-1) },
  ...days.map((day): HistoryEvent => ({ type: 'used', ingredientId: 'rice', quantity: 0.1, on: on(day) })),
]

test('whatever the weekdays of use, a risk is a number, and no later date and no planned meal raises it', () => {
  fc.assert(
    fc.property(weekly, fc.integer({ min: 50, max: 500 }), fc.integer({ min: 0, max: 13 }), (days, milli, day) => {
      const at = (due: number, planned: HouseholdHistory['planned'] = []) => {
        const [came, ends] = [on(-1), on(due)]
        const lot: HistoryEvent = {
          type: 'added',
          lotId: 'new',
          ingredientId: 'rice',
          quantity: milli / 1000,
          on: came,
          effectiveExpiration: ends,
        }
        return chances([...riceIn(days), lot], { planned }).get('new') ?? NaN
      }
      let before = 1
      for (let due = 0; due < 10; due++) {
        const chance = at(due)
        expect(chance).toBeGreaterThanOrEqual(0)
        expect(chance).toBeLessThanOrEqual(before + 0.02)
        before = chance
      }
      expect(at(9, [{ ingredientId: 'rice', quantity: 0.1, on: on(day) }])).toBeLessThanOrEqual(before + 1e-9)
    }),
    // Long histories shrink slowly.
    { numRuns: 200, endOnFailure: true },
  )
})

test('whatever the weekdays of use, no two intervals vary more than they can', () => {
  fc.assert(
    fc.property(weekly, (days) => {
      const [rice] = replayHistory(household(riceIn(days))).filter(({ id }) => id === 'rice')
      if (!rice) throw new Error('There is no rice.')
      const { sum, pairs } = localVariation(rice, learnWeekdays(rice.stocked, rice.uses, defaultPriors))
      expect(sum).toBeGreaterThanOrEqual(0)
      expect(sum).toBeLessThanOrEqual(3 * pairs)
    }),
    { numRuns: 500 },
  )
})

test('the same quantity is left if lots are added before or after their uses within a day', () => {
  fc.assert(
    fc.property(tame, (events) => {
      const total = (of: HistoryEvent[]) =>
        replayHistory(household(of)).map(({ lots }) => Math.round(1000 * lots.reduce((sum, { left }) => sum + left, 0)))
      const cameFirst = (a: HistoryEvent, b: HistoryEvent) => Number(b.type === 'added') - Number(a.type === 'added')
      const other = events.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : -cameFirst(a, b)))
      expect(total(other)).toEqual(total(events.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : cameFirst(a, b)))))
    }),
  )
})

test('an undone event has no effect', () => {
  fc.assert(
    fc.property(tame, fc.constantFrom(...ingredients), fc.integer({ min: -200, max: -2 }), (events, ingredientId, day) => {
      const done: HistoryEvent = { type: 'used', ingredientId, quantity: 0.777, on: on(day) }
      expect(chances(inOrder([...events, done, { ...done, quantity: -0.777, on: on(day + 1) }]))).toEqual(chances(events))
    }),
    { numRuns: 50 },
  )
})

test('the risk is the same in grams and kilograms', () => {
  fc.assert(
    fc.property(tame, (events) => {
      const grams = chances(events.map((event) => ({ ...event, quantity: Math.round(1000 * event.quantity) })))
      for (const [lotId, chance] of chances(events)) expect(grams.get(lotId)).toBeCloseTo(chance, 1)
    }),
    { numRuns: 100 },
  )
})

const quantity = fc.oneof(
  fc.integer({ min: -3, max: 5 }),
  fc.double({ min: 0, max: 1e-3, noNaN: true }),
  fc.constantFrom(0.001, 1e300, Infinity, Number.NaN, -1e9),
)
const day = fc.oneof(fc.integer({ min: -60, max: 40 }), fc.constantFrom(-40_000, 60_000))
const lotId = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '')
const ingredientId = fc.constantFrom(...ingredients, 'unheard of', '__proto__')
const wild: fc.Arbitrary<HistoryEvent> = fc.oneof(
  fc.record({
    type: fc.constant('added' as const),
    lotId,
    ingredientId,
    quantity,
    on: day.map(on),
    effectiveExpiration: fc.option(day.map(on)),
  }),
  fc.record({ type: fc.constant('used' as const), ingredientId, lotId: fc.option(lotId), quantity, on: day.map(on) }),
  fc.record({
    type: fc.constant('discarded' as const),
    lotId,
    quantity,
    on: day.map(on),
    reason: fc.constantFrom(null, 'expired', 'other'),
  }),
)

test('for any events, exactly the open lots with a date get one forecast within bounds', () => {
  fc.assert(
    fc.property(fc.array(wild, { maxLength: 60 }), (events) => {
      const open = replayHistory(household(events)).flatMap(({ lots }) =>
        lots.filter(({ left, expiresOn }) => left > epsilon && expiresOn < Infinity),
      )
      const answers = predictWaste(household(events))
      expect(answers.map((answer) => answer.lotId).sort()).toEqual(open.map(({ id }) => id).sort())
      for (const { lotId: id, probability, expectedLeft, why } of answers) {
        const left = open.find((lot) => lot.id === id)?.left ?? NaN
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThanOrEqual(1)
        expect(expectedLeft).toBeGreaterThanOrEqual(0)
        expect(expectedLeft).toBeLessThanOrEqual(left)
        for (const figure of Object.values(why)) expect(figure).toEqual(expect.toSatisfy(Number.isFinite))
      }
    }),
    { numRuns: 400 },
  )
})

test('an empty history gives no forecasts', () => {
  expect(predictWaste(household([]))).toEqual([])
  expect(predictWaste({ today, ingredients: [], events: [] })).toEqual([])
  const nil: HistoryEvent = { type: 'added', lotId: 'a', ingredientId: 'milk', quantity: 0, on: on(-3), effectiveExpiration: on(3) }
  expect(predictWaste(household([nil, { ...nil, quantity: 0.0004, lotId: 'b' }]))).toEqual([])
})
