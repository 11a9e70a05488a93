import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import type { IngredientHistory } from './history-types.ts'
import { localVariation } from './rhythm.ts'
import { everyDayAlike, type Weekdays } from './weekdays.ts'

const today = '2026-11-21'
/** One lot for all days, used on these. */
function usedOn(days: readonly number[]): IngredientHistory {
  const start = Math.min(...days) - 1
  const [history] = replayHistory({
    today,
    ingredients: [],
    events: [
      { type: 'added', lotId: 'a', ingredientId: 'f', quantity: 1000, on: addDays(today, start) },
      ...days.map((day) => ({ type: 'used' as const, ingredientId: 'f', quantity: 1, on: addDays(today, day) })),
    ],
  })
  if (!history) throw new Error('No history.')
  return history
}
const variation = (days: number[], weekdays: Weekdays) => localVariation(usedOn(days), weekdays)

test('the variation of whole days is corrected for their rounding', () => {
  // Three and six days: 3 × (3 / (9 − 1))².
  expect(variation([-10, -7, -1], everyDayAlike)).toEqual({ sum: 3 * (3 / 8) ** 2, pairs: 1 })
  expect(variation([-9, -7, -5, -3], everyDayAlike)).toEqual({ sum: 0, pairs: 2 })
})

test('days of average use count, that of the use between two intervals half to each', () => {
  // Days −5 to −3 have factors 0.6, 0.4 and 0.6: 0.4 + 0.6 − 1 would be nothing.
  const weekdays = [2, 1, 0.6, 0.4, 0.6, 1, 1.4]
  expect(variation([-5, -4, -3], weekdays)).toEqual({ sum: 0, pairs: 1 })
  // Between the uses 0.4, and 1 + 1.4 + 2; the second use has a day of 0.6.
  expect(variation([-12, -10, -6], weekdays).sum).toBeCloseTo(3 * ((4.4 - 0.4) / (4.4 + 0.4 + 0.6)) ** 2, 9)
})
