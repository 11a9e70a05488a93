import { describe, expect, it, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import type { HistoryEvent } from './history-types.ts'
import { chooseStockQuestions, type QuestionCandidate } from './stock-questions.ts'
import { forecastStock } from './waste-forecast.ts'

const today = '2027-03-01'
const on = (day: number) => addDays(today, day)
const added = (lotId: string, quantity: number, day: number, due: number | null): HistoryEvent => ({
  type: 'added',
  lotId,
  ingredientId: 'milk',
  quantity,
  on: on(day),
  effectiveExpiration: due === null ? null : on(due),
})
const used = (quantity: number, day: number): HistoryEvent => ({ type: 'used', ingredientId: 'milk', quantity, on: on(day) })
const counted = (lotId: string, quantity: number, day: number): HistoryEvent => ({ type: 'counted', lotId, quantity, on: on(day) })

/** A household that drinks a liter a week and records about half of it: it throws away less than the records say is left. */
function forgetful(): HistoryEvent[] {
  const events: HistoryEvent[] = []
  for (let week = 20; week >= 2; week--) {
    const day = -7 * week
    events.push(added(`w${week}`, 1000, day, day + 6), used(250, day + 1), used(250, day + 4))
    if (week % 3 === 0) events.push({ type: 'discarded', lotId: `w${week}`, quantity: 50, reason: 'expired', on: on(day + 7) })
  }
  return events
}
const doubts = (events: HistoryEvent[]) => forecastStock({ today, ingredients: [{ id: 'milk' }], events }).doubts
const doubtOf = (events: HistoryEvent[], lotId: string) => {
  const doubt = doubts(events).find((one) => one.lotId === lotId)
  if (!doubt) throw new Error(`no doubt about ${lotId}`)
  return doubt
}

describe('the doubts about a lot', () => {
  it('grow with the days without a record', () => {
    const [fresh, old] = [
      [...forgetful(), added('now', 1000, -1, 7)],
      [...forgetful(), added('now', 1000, -7, 7), used(250, -6)],
    ]
    expect(doubtOf(fresh, 'now').gone).toBeLessThan(0.05)
    const { gone, left } = doubtOf(old, 'now')
    expect(gone).toBeGreaterThan(0.2)
    expect(left).toBeLessThan(500)
  })

  it('end with a count, and begin again after it', () => {
    const events = [...forgetful(), added('now', 1000, -9, 9), used(250, -8), counted('now', 500, -1)]
    const { gone, left } = doubtOf(events, 'now')
    expect(gone).toBeLessThan(0.1)
    expect(left).toBeGreaterThan(350)
    expect(left).toBeLessThanOrEqual(500)
  })

  it('never expect more than is recorded, whatever else expires later', () => {
    const events = [...forgetful(), added('now', 1000, -7, 3), used(250, -6), added('later', 1000, -2, 9)]
    const [now, later] = [doubtOf(events, 'now'), doubtOf(events, 'later')]
    expect(now.gone).toBeGreaterThan(later.gone)
    expect(now.left).toBeLessThanOrEqual(750)
    expect(later.left).toBeLessThanOrEqual(1000)
  })

  it('don’t mix up two lots counted on one day, in any order', () => {
    const two = [...forgetful(), added('a', 1000, -5, 4), added('b', 1000, -2, 9)]
    const counts = (...of: HistoryEvent[]) => {
      const events = [...two, ...of]
      return [doubtOf(events, 'a'), doubts(events).find(({ lotId }) => lotId === 'b')]
    }
    for (const left of [0, 600]) {
      const [first, second] = [counts(counted('a', 1000, 0), counted('b', left, 0)), counts(counted('b', left, 0), counted('a', 1000, 0))]
      expect(first).toEqual(second)
      expect(first[0]?.gone).toBeLessThan(0.01)
      expect(first[0]?.left).toBeGreaterThan(900)
    }
    const [a, b] = counts(counted('b', 600, 0))
    expect(a?.gone).toBeGreaterThan(0.9)
    expect(b?.left).toBeGreaterThan(500)
  })

  it('leave a lot counted today as it was counted, also a small one', () => {
    const events = [...forgetful(), added('now', 1000, -3, 9)]
    for (const left of [1000, 700, 250]) {
      const doubt = doubtOf([...events, counted('now', left, 0)], 'now')
      expect([left, doubt.gone < 0.02, Math.abs(doubt.left - left) < 30]).toEqual([left, true, true])
    }
    for (const left of [100, 60, 20, 1]) {
      const known = doubts([...events, counted('now', left, 0)]).find(({ lotId }) => lotId === 'now')
      expect([left, (known?.gone ?? 0) < 0.02]).toEqual([left, true])
    }
    for (const bought of [5, 20, 100]) {
      const known = doubts([...forgetful(), added('now', bought, 0, 9)]).find(({ lotId }) => lotId === 'now')
      expect([bought, (known?.gone ?? 0) < 0.5]).toEqual([bought, true])
    }
  })

  it('are none if everything is recorded', () => {
    const events = [20, 18, 16, 14].flatMap((start) => [
      added(`l${start}`, 1000, -start, -start + 10),
      ...[0, 1].map((half) => used(500, half - start)),
    ])
    expect(forecastStock({ today, ingredients: [{ id: 'milk' }], events: [...events, added('now', 1000, -1, 9)] }).doubts).toEqual([])
  })

  it('are also known for lots without a date', () => {
    expect(doubtOf([...forgetful(), added('jar', 1000, -60, null)], 'jar').gone).toBeGreaterThan(0.1)
  })
})

test('a count takes what is missing and says that it was used unrecorded; more than recorded changes nothing', () => {
  const [ingredient] = replayHistory({
    today,
    ingredients: [{ id: 'milk' }],
    events: [added('a', 1000, -9, 9), used(250, -8), counted('a', 500, -5), counted('a', 900, -4), counted('a', 0, -2)],
  })
  expect(ingredient?.lots).toMatchObject([{ left: 0, used: 250, unaccounted: 750, provenOn: -4, leftWhenDue: 0 }])
  expect(ingredient?.useCount).toBe(1)
})

describe('the questions of a week', () => {
  const lot = (lotId: string, part: Partial<QuestionCandidate> = {}): QuestionCandidate => ({
    lotId,
    ingredientId: lotId,
    gone: 0.5,
    left: 500,
    recorded: 1000,
    whole: 1000,
    price: null,
    isPlanned: false,
    ...part,
  })
  const chosen = (...lots: QuestionCandidate[]) => chooseStockQuestions(lots, 3).map(({ lotId }) => lotId)

  it('are at most so many, about what is expected to be missing most', () => {
    expect(chosen(lot('a', { left: 900 }), lot('b', { left: 100 }), lot('c'), lot('d', { left: 700 }))).toEqual(['b', 'c', 'd'])
  })
  it('weigh by price, an unknown one as the average, and double what a meal needs', () => {
    expect(chosen(lot('cheap', { price: 50 }), lot('dear', { price: 950 }), lot('unknown'))).toEqual(['dear', 'unknown', 'cheap'])
    expect(chosen(lot('a', { left: 300 }), lot('planned', { isPlanned: true }))).toEqual(['planned', 'a'])
  })
  it('count a price for the whole package, of which only a part may be left', () => {
    const rest = lot('rest', { recorded: 100, left: 0, price: 400 })
    expect(chosen(rest, lot('full', { left: 800, price: 300 }))).toEqual(['full', 'rest'])
  })
  it('ask about one lot of an ingredient, and not about what is surely there', () => {
    const twice = [lot('a', { ingredientId: 'milk', left: 0 }), lot('b', { ingredientId: 'milk', left: 100 })]
    expect(chosen(...twice, lot('sure', { left: 951 }), lot('unsure', { left: 950 }), lot('empty', { recorded: 0, left: 0 }))).toEqual([
      'a',
      'unsure',
    ])
  })
})
