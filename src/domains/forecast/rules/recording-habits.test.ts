import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import type { HistoryEvent } from './history-types.ts'
import { defaultPriors } from './priors.ts'
import { learnHabits } from './recording-habits.ts'
import { inferStock } from './stock-inference.ts'

const today = '2026-11-21'
const on = (day: number) => addDays(today, day)

/** Twenty consecutive packs of 100, each with `uses` uses of 25; `thrown` are the quantities discarded. */
function packs({ uses, thrownOut }: { uses: number; thrownOut: (pack: number) => number | null }): HistoryEvent[] {
  return Array.from({ length: 20 }, (_, pack): HistoryEvent[] => {
    const start = -300 + pack * 14
    const lotId = `l${pack}`
    const rest = thrownOut(pack)
    return [
      { type: 'added', lotId, ingredientId: 'f', quantity: 100, on: on(start), effectiveExpiration: on(start + 9) },
      ...Array.from(
        { length: uses },
        (_, i): HistoryEvent => ({ type: 'used', lotId, ingredientId: 'f', quantity: 25, on: on(start + 1 + 2 * i) }),
      ),
      ...(rest === null ? [] : [{ type: 'discarded' as const, lotId, quantity: rest, on: on(start + 10) }]),
    ]
  }).flat()
}
const habits = (events: HistoryEvent[]) => learnHabits(replayHistory({ today, ingredients: [], events }), defaultPriors)

test('complete records are trusted', () => {
  expect(habits(packs({ uses: 4, thrownOut: () => null })).recorded).toBe(1)
  expect(habits(packs({ uses: 3, thrownOut: () => 25 })).recorded).toBe(1)
})

test('recorded leftovers that were not fully discarded count as eaten unrecorded', () => {
  const { recorded } = habits(packs({ uses: 3, thrownOut: (pack) => (pack % 4 === 0 ? 10 : null) }))
  expect(recorded).toBeGreaterThan(0.68)
  expect(recorded).toBeLessThan(0.82)
})

test('if discards always match the records, only discards are unrecorded', () => {
  expect(habits(packs({ uses: 3, thrownOut: (pack) => (pack % 2 === 0 ? 25 : null) })).recorded).toBe(1)
  expect(habits(packs({ uses: 2, thrownOut: () => null })).recorded).toBe(1)
})

test('records are inexact by the share of discarded lots that were fuller than recorded', () => {
  // Three uses of 25 leave 25 of 100. Of 20 lots, five were discarded with 50: 5 / (20 + 3).
  expect(habits(packs({ uses: 3, thrownOut: (pack) => (pack % 4 === 0 ? 50 : 25) })).inexact).toBeCloseTo(5 / 23, 9)
  expect(habits(packs({ uses: 3, thrownOut: () => 25 })).inexact).toBe(0)
})

const belief = {
  usesPerDay: 0.6,
  recorded: 0.7,
  amounts: [20, 25, 30],
  lotSize: 100,
  restockRate: 0.1,
  otherFirst: 0.03,
  throwOutDays: 10,
}
/** Returns the probability of an empty shelf and the expected quantity. */
function shelf(events: HistoryEvent[], recorded = belief.recorded) {
  const [ingredient] = replayHistory({ today, ingredients: [], events })
  const possible = ingredient ? inferStock(ingredient, { ...belief, recorded }).possible : []
  expect(possible.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 3)
  return {
    empty: possible.filter(({ quantity }) => quantity === 0).reduce((sum, { chance }) => sum + chance, 0),
    expected: possible.reduce((sum, { quantity, chance }) => sum + quantity * chance, 0),
  }
}
const came = (lotId: string, day: number, due: number): HistoryEvent => ({
  type: 'added',
  lotId,
  ingredientId: 'f',
  quantity: 100,
  on: on(day),
  effectiveExpiration: on(due),
})
const use = (day: number, lotId?: string): HistoryEvent => ({ type: 'used', ingredientId: 'f', lotId, quantity: 25, on: on(day) })

test('days without records make an empty shelf likelier, a recorded use less likely', () => {
  const silent = shelf([came('a', -14, 30), use(-12), use(-10)])
  const seen = shelf([came('a', -14, 30), use(-12), use(-1)])
  expect(silent.empty).toBeGreaterThan(0.7)
  expect(seen.empty).toBeLessThan(silent.empty / 2)
})

test('a purchase makes it likelier that the older lot is gone', () => {
  const alone = shelf([came('a', -12, 30), use(-10)])
  const both = shelf([came('a', -12, 30), use(-10), came('b', -1, 40)])
  expect(both.expected - 100).toBeLessThan(alone.expected)
})

test('a discard shows that lots that expire later were still whole', () => {
  const events: HistoryEvent[] = [
    came('a', -20, -2),
    came('b', -20, 30),
    use(-10),
    { type: 'discarded', lotId: 'a', quantity: 40, on: on(-1) },
  ]
  const { empty, expected } = shelf(events)
  expect(empty).toBeLessThan(0.01)
  expect(expected).toBeGreaterThan(90)
})

test('with complete records the stock is the recorded one', () => {
  expect(shelf([came('a', -5, 30), use(-3), use(-1)], 1).expected).toBeCloseTo(50, 0)
})
