import { expect, test } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import { learnFinishedShare } from './finished-rests.ts'
import { defaultPriors } from './priors.ts'

const today = '2026-11-21'
/** Lots of 100, each used once so that `rest` is left. */
const restsOf = (...rests: number[]) =>
  replayHistory({
    today,
    ingredients: [],
    events: rests.flatMap((rest, i) => [
      { type: 'added' as const, lotId: `l${i}`, ingredientId: 'f', quantity: 100, on: addDays(today, -99 + i) },
      { type: 'used' as const, lotId: `l${i}`, ingredientId: 'f', quantity: 100 - rest, on: addDays(today, -99 + i) },
    ]),
  })
const simple = { ...defaultPriors, finishers: [0.5, 0.25, 0.25], finishedAnyway: 0.1, finishedShare: 1 } as const

test('counts rests relative to the use, without halves and whole uses', () => {
  // 10 of 90, 30 of 70, 45 of 55; a third of the lot is half a use, and half of the lot is as much as the use.
  expect(restsOf(10, 30, 45, 100 / 3, 50)[0]?.rests).toEqual([1, 1, 1])
})

test('is the mean of nothing, a fifth and half of a use, weighted by how rarely such rests are left', () => {
  expect(learnFinishedShare([], simple)).toBeCloseTo(0.25 * 0.2 + 0.25 * 0.5, 9)
  // Two rests of 45 after 55: 0.45 of 0.95, of 0.02 + 0.3 + 0.45, and of 0.02 + 0.03 + 0.45.
  const [none, tiny, small] = [0.5 * (0.45 / 0.95) ** 2, 0.25 * (0.45 / 0.77) ** 2, 0.25 * (0.45 / 0.5) ** 2]
  expect(learnFinishedShare(restsOf(45, 45), simple)).toBeCloseTo((0.2 * tiny + 0.5 * small) / (none + tiny + small), 9)
})

test('is nothing if rests of all sizes are left', () => {
  expect(learnFinishedShare(restsOf(5, 10, 15, 20, 25, 30, 35, 40, 45, 12, 22, 38), defaultPriors)).toBeLessThan(0.01)
})
