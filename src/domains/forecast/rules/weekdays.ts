import { logRisingFactorial } from './distributions.ts'
import type { DayRange, UseDay } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/**
 * How much more often than on an average day an ingredient is used on each day of the week. Index 0 is the weekday of today; the
 * mean is about 1.
 */
export type Weekdays = readonly number[]

export const everyDayAlike: Weekdays = [1, 1, 1, 1, 1, 1, 1]

/** Returns the index of a day's weekday; `day` is relative to today. */
const weekdayOf = (day: number) => ((day % 7) + 7) % 7

/**
 * Learns the weekdays of use: a mixture of no rhythm and gamma-distributed factors of several strengths, weighted by how well each
 * explains the days of use.
 */
export function learnWeekdays(stocked: readonly DayRange[], uses: readonly UseDay[], assume: ForecastPriors): Weekdays {
  if (uses.length < assume.weekdayUses) return everyDayAlike
  const { days, used } = countByWeekday(stocked, uses)
  const all = days.reduce((sum, count) => sum + count, 0)
  if (all < 14) return everyDayAlike
  const rate = uses.length / all
  const weights = [1 - assume.weekdayShare]
  const factors = [[1, 1, 1, 1, 1, 1, 1]]
  for (const strength of assume.weekdayStrengths) {
    let log = 0
    for (let i = 0; i < 7; i++) {
      const [count, expected] = [used[i] ?? 0, rate * (days[i] ?? 0)]
      log += logRisingFactorial(strength, count) - count * Math.log(strength + expected)
      log += strength * Math.log(strength / (strength + expected)) + expected
    }
    weights.push((assume.weekdayShare / assume.weekdayStrengths.length) * Math.exp(Math.min(50, log)))
    factors.push(used.map((count, i) => (count + strength) / (rate * (days[i] ?? 0) + strength)))
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const mixed = used.map((_, i) => factors.reduce((sum, own, k) => sum + ((weights[k] ?? 0) / total) * (own[i] ?? 1), 0))
  // What the factors say about the days in stock agrees with the rate.
  const mean = mixed.reduce((sum, factor, i) => sum + factor * (days[i] ?? 0), 0) / all
  return mixed.map((factor) => factor / mean)
}

function countByWeekday(stocked: readonly DayRange[], uses: readonly UseDay[]) {
  const days = [0, 0, 0, 0, 0, 0, 0]
  const used = [0, 0, 0, 0, 0, 0, 0]
  for (const { from, to } of stocked) {
    const weeks = Math.floor((to - from + 1) / 7)
    for (let i = 0; i < 7; i++) days[i] = (days[i] ?? 0) + weeks
    for (let day = from + 7 * weeks; day <= to; day++) days[weekdayOf(day)] = (days[weekdayOf(day)] ?? 0) + 1
  }
  for (const { day } of uses) used[weekdayOf(day)] = (used[weekdayOf(day)] ?? 0) + 1
  return { days, used }
}

/** Returns the sum and the maximum of the weekday factors from a day to another, both included, `except` some days of them. */
export function weigh(weekdays: Weekdays, from: number, to: number, except: readonly number[] = []): { sum: number; max: number } {
  const length = Math.max(0, to - from + 1)
  if (weekdays === everyDayAlike) return { sum: length - except.length, max: 1 }
  let sum = 0
  let max = 0
  for (let i = 0; i < 7; i++) {
    let count = Math.floor((length + 6 - weekdayOf(i - from)) / 7)
    for (const day of except) if (weekdayOf(day) === i) count--
    if (count === 0) continue
    const factor = weekdays[i] ?? 1
    sum += count * factor
    max = Math.max(max, factor)
  }
  return { sum, max }
}
