import { meanLogShare, readAmounts } from './amounts.ts'
import type { Assumptions } from './assumptions.ts'
import { Candidates } from './candidates.ts'
import { middleOf } from './chances.ts'
import type { Demand } from './demand.ts'
import type { IngredientHistory, Stretch } from './history.ts'
import { nothing } from './history.ts'
import { addCourses, type Exposure, expose, exposureRoom, type RatePhase, rateOver } from './rate-model.ts'
import type { Habits } from './records.ts'
import { localVariation, readRhythm } from './rhythm.ts'
import { presentStretches } from './unrecorded.ts'

/** A food with what is believed of its use. */
export interface KnownIngredient {
  history: IngredientHistory
  lotSize: number
  demand: Demand
}

/**
 * Learns each food's demand from its own records, drawn toward what this household's other foods show, and those toward what is usual:
 * the less there is of a food's own, the more. One by one, those of which there is something: thousands are not held at once.
 */
export function* learnIngredients(
  ingredients: readonly IngredientHistory[],
  habits: Habits,
  assume: Assumptions,
): Generator<KnownIngredient> {
  const stocked = ingredients.map((ingredient) =>
    habits.recorded < assume.recordsTrusted ? presentStretches(ingredient, habits.recorded) : ingredient.stocked,
  )
  const arrivalShare = firstDayShare(ingredients, stocked, assume)
  // one piece for all: thousands of small ones cost more than what is in them
  const room = new Float64Array(ingredients.length * exposureRoom)
  const seen = ingredients.map((ingredient, i) =>
    expose(stocked[i] ?? [], ingredient.uses, arrivalShare, room.subarray(i * exposureRoom, (i + 1) * exposureRoom)),
  )
  // of a food without a lot nothing is asked, and its amounts cannot be held against a lot
  const lotSizes = ingredients.map(({ lots }) =>
    middleOf(
      lots.map(({ added }) => added),
      1,
    ),
  )
  const share = pooledShare(ingredients, lotSizes, assume)
  const amounts = ingredients.map(({ uses }, i) => readAmounts(uses, lotSizes[i] ?? 1, share + Math.log(lotSizes[i] ?? 1), assume))

  /** Lots eaten in a lot's life at one use a day. */
  const perLife = ingredients.map(({ lots }, i): number | null => {
    if (lots.length === 0) return null
    const lives: number[] = []
    for (const { expiresOn, cameOn } of lots) if (expiresOn < Infinity) lives.push(expiresOn - cameOn + 1)
    return ((amounts[i]?.mean ?? 1) * Math.max(1, middleOf(lives, 30))) / (lotSizes[i] ?? 1)
  })
  const rates = pooledRates(seen, perLife, assume)
  const candidates = new Candidates(ingredients.length, assume)
  for (const [i, exposure] of seen.entries()) addCourses(candidates, exposure, assume.rateShape, assume.rateShape / (rates[i] ?? 1), assume)
  candidates.weigh()

  const variations = ingredients.map(localVariation)
  const pairs = variations.reduce((sum, variation) => sum + variation.pairs, 0)
  const variation = (variations.reduce((sum, own) => sum + own.sum, 0) + assume.chancePairs) / (pairs + assume.chancePairs)
  for (const [i, ingredient] of ingredients.entries()) {
    const [own, amount] = [variations[i], amounts[i]]
    if (!own || !amount || ingredient.lots.every(({ left }) => left <= nothing)) continue
    const courses = candidates.likely(i)
    const rate = courses.reduce((sum: number, course: RatePhase) => sum + course.weight * rateOver(course, 0, 0), 0)
    const rhythm = readRhythm(ingredient, own, variation, rate, assume)
    yield { history: ingredient, lotSize: lotSizes[i] ?? 1, demand: { courses, rhythm, amounts: amount, recorded: habits.recorded } }
  }
}

/** Share of the day on which something comes into an empty larder that it can be used: told from how often it is. */
function firstDayShare(ingredients: readonly IngredientHistory[], stocked: readonly (readonly Stretch[])[], assume: Assumptions): number {
  let uses = 0
  let chances = 0
  for (const [i, ingredient] of ingredients.entries()) {
    const stretches = stocked[i] ?? []
    const days = stretches.reduce((sum, { from, to }) => sum + to - from + 1, 0)
    let place = 0
    for (const { from } of stretches) {
      while ((ingredient.uses[place]?.day ?? 0) < from) place++
      if (ingredient.uses[place]?.day === from) uses++
    }
    chances += (stretches.length * ingredient.uses.length) / Math.max(1, days)
  }
  return Math.min(1, (uses + assume.arrivalShare * assume.arrivalUses) / (chances + assume.arrivalUses))
}

/** Logarithm of a use over a lot, as usual in this household. */
function pooledShare(ingredients: readonly IngredientHistory[], lotSizes: readonly number[], assume: Assumptions): number {
  const general = Math.log(assume.lotShare)
  let sum = 0
  let weights = assume.generalFoods
  for (const [i, { uses, lots }] of ingredients.entries()) {
    const own = lots.length > 0 ? meanLogShare(uses, lotSizes[i] ?? 1) : null
    if (!own) continue
    const weight = 1 / (assume.lotShareDeviation ** 2 + 0.4 / own.count)
    sum += weight * (own.mean - general)
    weights += weight
  }
  return general + sum / weights
}

/** Days of use per day to be expected of each food before its own records: from the household's other rates, and from what it buys. */
function pooledRates(seen: readonly Exposure[], perLife: readonly (number | null)[], assume: Assumptions): number[] {
  const mean = (general: number, deviation: number, addOf: (i: number) => number | null) => {
    let sum = 0
    let weights = assume.generalFoods / deviation ** 2
    for (const [i, { totalDays, totalUses }] of seen.entries()) {
      const add = addOf(i)
      if (totalDays <= 0 || add === null) continue
      const log = Math.log((totalUses + 0.5) / (totalDays + 0.5 / assume.usesPerDay))
      const weight = 1 / (1 / (totalUses + 0.5) + deviation ** 2)
      sum += weight * (log + add - general)
      weights += weight
    }
    return general + sum / weights
  }
  const rate = mean(Math.log(assume.usesPerDay), assume.usesPerDayDeviation, () => 0)
  const logs = perLife.map((own) => (own === null ? null : Math.log(own)))
  const lots = mean(Math.log(assume.lotsPerLife), assume.lotsPerLifeDeviation, (i) => logs[i] ?? null)
  const [byRate, byLots] = [1 / assume.usesPerDayDeviation ** 2, 1 / assume.lotsPerLifeDeviation ** 2]
  return logs.map((own) => Math.exp(own === null ? rate : (byRate * rate + byLots * (lots - own)) / (byRate + byLots)))
}
