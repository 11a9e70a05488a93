import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { backTest, forecastPast } from './backtest.ts'
import type { HistoryEvent, HouseholdHistory } from './history-types.ts'

const today = '2026-11-21'
const on = (day: number) => addDays(today, day)
const dayOf = (event: HistoryEvent) => Math.round((Date.parse(event.on) - Date.parse(today)) / 86_400_000)

/** Ingredients bought every ten days in packs of 100 that keep for twelve, with these `uses`, and discarded the day after the date. */
function kitchen(uses: (ingredient: number, day: number) => number, ingredients = 3): HouseholdHistory {
  const events: HistoryEvent[] = []
  for (let ingredient = 0; ingredient < ingredients; ingredient++) {
    const ingredientId = `f${ingredient}`
    const lots: { id: string; left: number; due: number }[] = []
    for (let day = -300; day < 0; day++) {
      for (const lot of lots)
        if (lot.left > 0 && lot.due === day - 1) {
          events.push({ type: 'discarded', lotId: lot.id, quantity: lot.left, reason: 'expired', on: on(day) })
          lot.left = 0
        }
      if (day % 10 === 0) {
        const lotId = `${ingredientId}@${day}`
        lots.push({ id: lotId, left: 100, due: day + 12 })
        events.push({ type: 'added', lotId, ingredientId, quantity: 100, on: on(day), effectiveExpiration: on(day + 12) })
      }
      const lot = lots.find(({ left, due }) => left > 0 && due >= day)
      const quantity = Math.min(lot?.left ?? 0, uses(ingredient, day))
      if (!lot || quantity <= 0) continue
      lot.left -= quantity
      events.push({ type: 'used', ingredientId, lotId: lot.id, quantity, on: on(day) })
    }
  }
  return {
    today,
    ingredients: [{ id: 'f0' }, { id: 'f1' }, { id: 'f2' }],
    events: events.sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
  }
}

/** The first ingredient is always used up in time, the second never, the third sometimes. */
const mixed = kitchen((ingredient, day) => (ingredient === 0 ? 12 : ingredient === 1 ? (day % 4 === 0 ? 10 : 0) : (day * day) % 23))

test('later events do not change past forecasts', () => {
  const unused = (event: HistoryEvent) => (event.type === 'used' ? [] : [event])
  const changed = fc.constantFrom<(event: HistoryEvent) => HistoryEvent[]>(
    unused,
    (event) => (event.type === 'used' ? [{ ...event, quantity: 2 * event.quantity }] : [event]),
    (event) => (event.type === 'discarded' ? [] : [event]),
    (event) => (event.type === 'added' ? [event, { ...event, lotId: `${event.lotId}+`, quantity: 7 }] : [event]),
    (event) => [event, { type: 'used', ingredientId: 'new', quantity: 1, on: event.on }],
  )
  const usual = forecastPast(mixed, 12)
  let compared = 0
  fc.assert(
    fc.property(changed, fc.integer({ min: -200, max: -20 }), (change, cut) => {
      const other = forecastPast({ ...mixed, events: mixed.events.flatMap((event) => (dayOf(event) < cut ? event : change(event))) }, 12)
      const same = new Map(other.map((verdict) => [`${verdict.lotId} ${verdict.on}`, verdict.said]))
      for (const { lotId, on: day, said } of usual) {
        if (day > cut || !same.has(`${lotId} ${day}`)) continue
        compared++
        expect(same.get(`${lotId} ${day}`)).toEqual(said)
      }
    }),
    // Without these uses the records aren't trusted, so other lots are evaluated.
    { numRuns: 12, examples: [[unused, -28]] },
  )
  expect(compared).toBeGreaterThan(20)
})

test('the same change before the day changes the forecast', () => {
  const usual = forecastPast(mixed)
  const idle = forecastPast({ ...mixed, events: mixed.events.filter((event) => event.type !== 'used' || dayOf(event) > -60) })
  const later = (verdicts: typeof usual) => verdicts.filter((verdict) => verdict.on > -60).map(({ said }) => said.larder)
  expect(later(idle)).not.toEqual(later(usual))
})

test('outcomes match the records, and each lot is evaluated once within its shelf life', () => {
  const verdicts = forecastPast(mixed)
  expect(new Set(verdicts.map(({ lotId }) => lotId)).size).toBe(verdicts.length)
  expect(verdicts.length).toBeGreaterThan(40)
  for (const { lotId, wasted, daysLeft } of verdicts) {
    expect(daysLeft).toBeGreaterThanOrEqual(0)
    expect(daysLeft).toBeLessThan(12)
    if (lotId.startsWith('f1')) expect(wasted).toBe(true)
    if (lotId.startsWith('f0')) expect(wasted).toBe(false)
  }
})

test('the forecast beats the base rate if ingredients differ', () => {
  const { lots, methods, bins } = backTest(mixed)
  const [base, days, larder] = methods
  expect(methods.map(({ name }) => name)).toEqual(['base_rate', 'days_left', 'larder'])
  expect(larder?.brier).toBeLessThan(0.5 * (base?.brier ?? 0))
  expect(larder?.brier).toBeLessThan(0.5 * (days?.brier ?? 0))
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(lots)
  const error = bins.reduce((sum, { said, happened, count }) => sum + (count * Math.abs(said - happened)) / lots, 0)
  expect(larder?.calibrationError).toBeCloseTo(error, 9)
  for (const { from, to, said } of bins) {
    expect(said).toBeGreaterThanOrEqual(from)
    expect(said).toBeLessThanOrEqual(to)
  }
})

test('lots discarded before their date or still edible are not evaluated', () => {
  const lot = (lotId: string, day: number, due: number): HistoryEvent => ({
    type: 'added',
    lotId,
    ingredientId: 'f0',
    quantity: 10,
    on: on(day),
    effectiveExpiration: on(due),
  })
  const events = [
    lot('first', -90, -80),
    lot('early', -40, -20),
    lot('judged', -40, -20),
    lot('open', -10, 0),
    { type: 'discarded', lotId: 'early', quantity: 10, reason: 'spoiled', on: on(-25) } as const,
    { type: 'discarded', lotId: 'judged', quantity: 10, reason: 'expired', on: on(-19) } as const,
  ]
  expect(forecastPast({ today, ingredients: [], events }).map(({ lotId, wasted }) => [lotId, wasted])).toEqual([['judged', true]])
})

test('without lots to evaluate the figures are empty', () => {
  const none = { brier: 0, calibrationError: 0 }
  expect(backTest({ today, ingredients: [], events: [] })).toEqual({
    lots: 0,
    methods: [
      { name: 'base_rate', ...none },
      { name: 'days_left', ...none },
      { name: 'larder', ...none },
    ],
    bins: [],
  })
})

test('limits the number of forecasts', () => {
  const days = (moments: number) => new Set(forecastPast(mixed, moments).map((verdict) => verdict.on)).size
  expect(days(5)).toBeLessThanOrEqual(5)
  expect(days(40)).toBeLessThanOrEqual(40)
})
