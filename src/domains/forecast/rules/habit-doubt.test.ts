import { expect, test } from 'vitest'
import { doubtByHabits } from './habit-doubt.ts'
import { defaultPriors } from './priors.ts'
import type { Habits } from './recording-habits.ts'

const exact: Habits = { recorded: 1, first: 1, forgets: 0, inexact: 0, finishes: 0, thrownOut: 0.7, unspoken: 0.2 }
const inexact: Habits = { ...exact, recorded: 0.8, inexact: 0.2 }
const forgetful: Habits = { ...exact, forgets: 0.1 }
const simple = { ...defaultPriors, inexactDoubt: [-1, -0.5, 2], forgetfulDoubt: [1, -1, 0] } as const

test('the log odds change by the habit times the constants', () => {
  // Even odds, one use: 0.2 × −1 = −0.2.
  expect(doubtByHabits(0.5, 1, inexact, simple)).toBeCloseTo(1 / (1 + Math.exp(0.2)), 9)
  // Three uses: 0.2 × (−1 + 2 ln 3).
  expect(doubtByHabits(0.5, 3, inexact, simple)).toBeCloseTo(1 / (1 + Math.exp(-0.2 * (2 * Math.log(3) - 1))), 9)
  // Odds of 4: ln 4 + 0.1 × (1 − ln 4).
  expect(doubtByHabits(0.8, 1, forgetful, simple)).toBeCloseTo(1 / (1 + Math.exp(-0.1) * 4 ** -0.9), 9)
})

test('nothing changes for exact records and careful households, and what is certain stays so', () => {
  for (const probability of [0.1, 0.5, 0.93]) expect(doubtByHabits(probability, 4, exact, defaultPriors)).toBeCloseTo(probability, 12)
  for (const probability of [0, 1]) expect(doubtByHabits(probability, 4, inexact, defaultPriors)).toBe(probability)
})

test('the order of two chances and of two sizes stays, whatever the habits', () => {
  for (const habits of [inexact, forgetful, { ...inexact, inexact: 1 }, { ...forgetful, forgets: 1 }]) {
    const said = (probability: number, uses: number) => doubtByHabits(probability, uses, habits, defaultPriors)
    for (let p = 0.05; p < 0.95; p += 0.05) {
      expect(said(p + 0.05, 3)).toBeGreaterThan(said(p, 3))
      expect(said(p, 6)).toBeGreaterThan(said(p, 3))
    }
  }
})
