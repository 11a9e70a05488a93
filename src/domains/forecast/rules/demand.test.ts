import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Demand, outlastProbability } from './demand.ts'
import { gammaRatioCdf, logGamma, logRisingFactorial, normalCdf, unitMeanGammaCdf } from './distributions.ts'
import type { UseDay } from './history-types.ts'
import { defaultPriors } from './priors.ts'
import { addRateModels, countExposure, rateOver } from './rate-model.ts'
import { RateModelCandidates } from './rate-model-candidates.ts'
import { residualWaitingTime } from './rhythm.ts'
import { estimateAmounts, type UseAmounts } from './use-amounts.ts'
import { everyDayAlike } from './weekdays.ts'

/** A seeded random generator (mulberry32), for reproducible runs. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

test('the distribution functions match published tables', () => {
  expect(normalCdf(0)).toBeCloseTo(0.5, 7)
  expect(normalCdf(-1.959964)).toBeCloseTo(0.025, 6)
  expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 9)
  expect(logGamma(11)).toBeCloseTo(Math.log(3_628_800), 9)
  expect(logRisingFactorial(2.5, 3)).toBeCloseTo(Math.log(2.5 * 3.5 * 4.5), 12)
  // gamma with shape 3: 1 − e^−x (1 + x + x²/2) at x = 2
  expect(unitMeanGammaCdf(2 / 3, 3)).toBeCloseTo(1 - Math.exp(-2) * 5, 2)
  // F distribution with 6 and 10 degrees of freedom: upper 5 % at 3.217
  expect(gammaRatioCdf(3.217, 3, 5)).toBeCloseTo(0.95, 2)
})

const ones: UseAmounts = { mean: 1, variation: 0, doubt: 1e-6, step: 1, values: [1, 1, 1], exceeds: [0.67, 0.33, 0], atLeast: [] }

/** A nearly certain rate, Poisson uses, always one piece. */
const certain = (rate: number): Demand => ({
  rateModels: [{ kind: 0, weight: 1, shape: 1e6 * rate, days: 1e6, lasts: Infinity, longRun: 0, swing: 0, peak: 0 }],
  rhythm: { regularity: 1 / (1 - rate), ...residualWaitingTime(1 - rate), today: null },
  weekdays: everyDayAlike,
  amounts: ones,
  recorded: 1,
  arrivalsPerDay: 0,
  finishes: 0,
})

function binomialUnder(need: number, days: number, rate: number): number {
  let sum = 0
  let term = (1 - rate) ** days
  for (let n = 0; n < need; n++) {
    sum += term
    term *= ((days - n) / (n + 1)) * (rate / (1 - rate))
  }
  return sum
}

test('with a known rate and one piece per use the chance is binomial', () => {
  for (const [rate, days, need] of [
    [0.3, 10, 3],
    [0.7, 5, 4],
    [0.1, 30, 2],
    [0.5, 4, 1],
  ] as const)
    expect(outlastProbability(certain(rate), { from: 0, to: days - 1, share: 1 }, need)).toBeCloseTo(binomialUnder(need, days, rate), 2)
})

test('half the recorded share means twice the demand', () => {
  const half = { ...certain(0.2), recorded: 0.5 }
  const span = { from: 0, to: 9, share: 1 }
  expect(outlastProbability(half, span, 3)).toBeCloseTo(binomialUnder(3, 20, 0.2), 2)
})

test('an ingredient used on one weekday only has one chance a week', () => {
  // Half a use a week, and so every other time.
  const demand = { ...certain(1 / 14), rhythm: certain(0.5).rhythm, weekdays: [7, 0, 0, 0, 0, 0, 0] }
  const chance = (from: number, to: number, need: number) => outlastProbability(demand, { from, to, share: 1 }, need)
  expect(chance(0, 6, 1)).toBeCloseTo(0.5, 2)
  expect(chance(0, 13, 2)).toBeCloseTo(1 - 0.5 * 0.5, 2)
  expect(chance(1, 6, 1)).toBe(1)
  expect(outlastProbability(demand, { from: 0, to: 6, share: 1, except: [0] }, 1)).toBe(1)
  expect(outlastProbability(demand, { from: 0, to: 6, share: 1, except: [2] }, 1)).toBeCloseTo(0.5, 2)
})

test('a day on which it is rarely used makes a use more likely, after a day on which it often is', () => {
  // On half of the Sundays and every tenth Monday, so for both days 0.5 × 0.9 = 0.45.
  const demand = { ...certain(1 / 7), rhythm: certain(0.5).rhythm, weekdays: [3.5, 0.7, 0, 0, 0, 0, 0] }
  const chance = (to: number) => outlastProbability(demand, { from: 0, to, share: 1 }, 1)
  expect(chance(0)).toBeCloseTo(0.5, 2)
  expect(chance(1)).toBeCloseTo(0.45, 1)
  expect(chance(1)).toBeLessThan(chance(0) - 0.04)
})

test('a rest that is finished with the last use is not left', () => {
  // Of 2.5, two uses leave half a use, which is eaten with the second if rests up to 0.6 of a use are.
  const demand = { ...certain(0.2), amounts: { ...ones, step: 0 } }
  const chance = (finishes: number) => outlastProbability({ ...demand, finishes }, { from: 0, to: 9, share: 1 }, 2.5)
  expect(chance(0)).toBeCloseTo(binomialUnder(3, 10, 0.2), 2)
  expect(chance(0.6)).toBeCloseTo(binomialUnder(2, 10, 0.2), 2)
})

const history = fc.record({
  uses: fc.array(fc.record({ gap: fc.integer({ min: 1, max: 12 }), quantity: fc.integer({ min: 1, max: 40 }), emptied: fc.boolean() }), {
    maxLength: 40,
  }),
  lot: fc.integer({ min: 1, max: 100 }),
})

type Seen = ReturnType<typeof countExposure>
/** Returns the rate models of the last ingredient, learned together with the others. */
const lastCourses = (ingredients: readonly Seen[]) => {
  const candidates = new RateModelCandidates(ingredients.length, defaultPriors)
  for (const seen of ingredients) addRateModels(candidates, seen, defaultPriors.rateShape, defaultPriors.rateShape / 0.25, defaultPriors)
  candidates.weigh()
  return candidates.likelyModels(ingredients.length - 1)
}

function demandOf({ uses, lot }: { uses: { gap: number; quantity: number; emptied: boolean }[]; lot: number }): Demand {
  let day = -1
  const days = uses.map(({ gap, quantity, emptied }): UseDay => {
    day -= gap
    return { day, quantity, emptied }
  })
  days.reverse()
  return {
    rateModels: lastCourses([countExposure([{ from: day - 3, to: -1 }], days, 0.6)]),
    rhythm: { regularity: 1.2, ...residualWaitingTime(1 / 1.2), today: null },
    weekdays: everyDayAlike,
    amounts: estimateAmounts(days, lot, Math.log(0.3 * lot), defaultPriors),
    recorded: 1,
    arrivalsPerDay: 0,
    finishes: 0,
  }
}

test('risk rises with the need, falls with the days, and is zero without a need', () => {
  fc.assert(
    fc.property(history, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 80 }), (past, need, days) => {
      const demand = demandOf(past)
      const at = (n: number, d: number) => outlastProbability(demand, { from: 0, to: d - 1, share: 1 }, n)
      const chance = at(need, days)
      expect(chance).toBeGreaterThanOrEqual(0)
      expect(chance).toBeLessThanOrEqual(1)
      expect(at(0, days)).toBe(0)
      // The switch from counting uses to one gamma sum isn't quite smooth.
      expect(at(need + 7, days)).toBeGreaterThanOrEqual(chance - 0.02)
      expect(at(need, days + 5)).toBeLessThanOrEqual(chance + 0.02)
    }),
  )
})

/** Uses of 100 ± 50 from packs of 150, limited by the stock. */
function greedy(seed: number): UseDay[] {
  const draw = seeded(seed)
  let left = 150
  return Array.from({ length: 120 }, (_, i) => {
    const wanted = 50 + 100 * draw()
    const quantity = Math.min(wanted, left)
    left = left - quantity > 0 ? left - quantity : 150
    return { day: i - 120, quantity, emptied: left === 150 }
  })
}

test('amounts that emptied the shelf are treated as censored, which avoids underestimating demand', () => {
  const seeds = [1, 2, 3, 4, 5, 6, 7, 8]
  const mean = (ofUses: (uses: UseDay[]) => UseDay[]) =>
    seeds.reduce((sum, seed) => sum + estimateAmounts(ofUses(greedy(seed)), 150, Math.log(45), defaultPriors).mean, 0) / seeds.length
  expect(mean((uses) => uses)).toBeGreaterThan(90)
  expect(mean((uses) => uses)).toBeLessThan(112)
  expect(mean((uses) => uses.map((use) => ({ ...use, emptied: false })))).toBeLessThan(85)
})

/** About one use every three days for 300 days. */
const usesAt = (rateOn: (day: number) => number, seed: number): UseDay[] => {
  const draw = seeded(seed)
  return Array.from({ length: 300 }, (_, i) => i - 300).flatMap((day) =>
    draw() < rateOn(day) ? [{ day, quantity: 1, emptied: false }] : [],
  )
}
const coursesOf = (uses: UseDay[], stocked = [{ from: -300, to: -1 }]) => lastCourses([countExposure(stocked, uses, 1)])
const rateNow = (uses: UseDay[], stocked?: { from: number; to: number }[]) =>
  coursesOf(uses, stocked).reduce((sum, course) => sum + course.weight * rateOver(course, 0, 6), 0)

test('days without stock do not lower the rate', () => {
  // In stock on 100 of 300 days.
  const stocked = Array.from({ length: 10 }, (_, i) => ({ from: -300 + 30 * i, to: -291 + 30 * i }))
  const uses = usesAt((day) => ((day + 300) % 30 < 10 ? 0.3 : 0), 11)
  expect(rateNow(uses, stocked)).toBeGreaterThan(0.22)
  expect(rateNow(uses, stocked)).toBeLessThan(0.4)
  expect(rateNow(uses)).toBeLessThan(0.16)
})

test('a changed rate is detected and a steady one is not mistaken for it', () => {
  expect(rateNow(usesAt((day) => (day < -40 ? 0.5 : 0.05), 12))).toBeLessThan(0.15)
  expect(rateNow(usesAt((day) => (day < -40 ? 0.1 : 0.6), 13))).toBeGreaterThan(0.42)
  const steadyRates = [21, 22, 23, 24, 25, 26].map((seed) => rateNow(usesAt(() => 0.3, seed)))
  expect(steadyRates.reduce((sum, rate) => sum + rate, 0) / steadyRates.length).toBeCloseTo(0.3, 1)
})

test('a seasonal pattern is extrapolated', () => {
  const uses = usesAt((day) => 0.3 * (1 + 0.8 * Math.cos((2 * Math.PI * (day + 180)) / 365.25)), 14)
  const courses = coursesOf(uses)
  const over = (from: number, to: number) => courses.reduce((sum, course) => sum + course.weight * rateOver(course, from, to), 0)
  expect(over(150, 200)).toBeGreaterThan(2 * over(0, 20))
})

test('an ingredient without history learns from the others', () => {
  const changing = [31, 32, 33, 34, 35].map((seed) =>
    countExposure(
      [{ from: -300, to: -1 }],
      usesAt((day) => (day < -60 ? 0.5 : 0.1), seed),
      1,
    ),
  )
  const unsure = countExposure(
    [{ from: -300, to: -1 }],
    usesAt((day) => (day < -60 ? 0.12 : 0.05), 36),
    1,
  )
  const changedShare = (ingredients: Seen[]) =>
    lastCourses(ingredients)
      .filter(({ kind }) => kind === 1)
      .reduce((sum, { weight }) => sum + weight, 0)
  expect(changedShare([...changing, unsure])).toBeGreaterThan(1.3 * changedShare([unsure]))
})
