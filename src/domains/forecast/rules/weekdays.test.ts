import { expect, test } from 'vitest'
import type { UseDay } from './history-types.ts'
import { defaultPriors } from './priors.ts'
import { everyDayAlike, learnWeekdays, weigh } from './weekdays.ts'

const usedOn = (...days: number[]): UseDay[] => days.map((day) => ({ day, quantity: 1, emptied: false }))
const fourWeeks = [{ from: -28, to: -1 }]
const sure = { ...defaultPriors, weekdayShare: 1, weekdayStrengths: [2] }

test('factors are uses over expected uses, each plus the strength of the prior', () => {
  // One use in seven days, so 4/7 are expected on four equal weekdays: (4 + 2) / (4/7 + 2) = 7/3 and (0 + 2) / (4/7 + 2) = 7/9.
  const weekdays = learnWeekdays(fourWeeks, usedOn(-25, -18, -11, -4), sure)
  for (const [i, factor] of weekdays.entries()) expect(factor).toBeCloseTo(i === 3 ? 7 / 3 : 7 / 9, 9)
  const week = weigh(weekdays, 0, 6)
  expect(week.sum).toBeCloseTo(7, 9)
  expect(week.max).toBeCloseTo(7 / 3, 9)
  expect(weigh(weekdays, 4, 9)).toEqual({ sum: expect.closeTo((6 * 7) / 9, 9), max: expect.closeTo(7 / 9, 9) })
  // Without the first of two such days, and without both.
  expect(weigh(weekdays, 0, 13, [3])).toEqual({ sum: expect.closeTo(14 - 7 / 3, 9), max: expect.closeTo(7 / 3, 9) })
  expect(weigh(weekdays, 0, 13, [3, 10])).toEqual({ sum: expect.closeTo((12 * 7) / 9, 9), max: expect.closeTo(7 / 9, 9) })
  expect(weigh(weekdays, -7 * 3 - 4, -1).sum).toBeCloseTo(3 * 7 + 7 / 3 + (3 * 7) / 9, 9)
})

test('a weekday is believed the more weeks it is kept', () => {
  const kept = (weeks: number) => {
    const days = Array.from({ length: weeks }, (_, i) => -7 * (weeks - i) + 3)
    return learnWeekdays([{ from: -7 * weeks, to: -1 }], usedOn(...days), defaultPriors)[3] ?? NaN
  }
  expect(kept(3)).toBeLessThan(3.5)
  expect(kept(6)).toBeGreaterThan(kept(3))
  expect(kept(20)).toBeGreaterThan(6)
})

test('uses spread over the week and too few uses show no rhythm', () => {
  for (const factor of learnWeekdays([{ from: -70, to: -1 }], usedOn(-66, -57, -48, -39, -30, -21, -12, -3), defaultPriors))
    expect(factor).toBeCloseTo(1, 1)
  expect(learnWeekdays(fourWeeks, usedOn(-25, -18), defaultPriors)).toBe(everyDayAlike)
  expect(learnWeekdays([], usedOn(-25, -18, -4), defaultPriors)).toBe(everyDayAlike)
})
