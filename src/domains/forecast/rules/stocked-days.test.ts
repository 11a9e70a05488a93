import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import type { HistoryEvent } from './history-types.ts'
import { defaultPriors } from './priors.ts'
import { restockRate } from './stocked-days.ts'

const today = '2026-11-21'
const on = (day: number) => addDays(today, day)

/** A pack of 100, half of which is used so many days after it was bought. */
const pack = (lotId: string, day: number, usedAfter: number): HistoryEvent[] => [
  { type: 'added', lotId, ingredientId: 'f', quantity: 100, on: on(day), effectiveExpiration: on(day + 60) },
  { type: 'used', lotId, ingredientId: 'f', quantity: 50, on: on(day + usedAfter) },
]
function rate(...events: HistoryEvent[][]): number {
  const [ingredient] = replayHistory({ today, ingredients: [], events: events.flat() })
  return ingredient ? restockRate(ingredient, defaultPriors) : Number.NaN
}

test('buying while an older lot is certainly in stock raises the rate', () => {
  const apart = rate(pack('a', -100, 10), pack('b', -80, 10), pack('c', -60, 10))
  expect(apart).toBeLessThan(0.1)
  expect(rate(pack('a', -100, 10), pack('b', -95, 10), pack('c', -60, 10))).toBeGreaterThan(0.4)
  // In stock through its last proven day.
  expect(rate(pack('a', -100, 10), pack('b', -90, 10), pack('c', -60, 10))).toBeGreaterThan(0.4)
  expect(rate(pack('a', -100, 10), pack('b', -95, 10), pack('c', -89, 10))).toBe(1)
})

test('lots bought on one day are one purchase', () => {
  expect(rate(pack('a', -100, 10), pack('b', -100, 10), pack('c', -60, 10))).toBeLessThan(0.1)
})
