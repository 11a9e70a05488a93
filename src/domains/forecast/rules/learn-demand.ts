import type { Demand } from './demand.ts'
import { median } from './distributions.ts'
import { type DayRange, epsilon, type IngredientHistory } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'
import { addRateModels, countExposure, type Exposure, exposureLength, type RateModel, rateOver } from './rate-model.ts'
import { RateModelCandidates } from './rate-model-candidates.ts'
import type { Habits } from './recording-habits.ts'
import { estimateRhythm, localVariation } from './rhythm.ts'
import { estimateStockedDays } from './stocked-days.ts'
import { estimateAmounts, meanLogLotFraction } from './use-amounts.ts'
import { everyDayAlike, learnWeekdays } from './weekdays.ts'

/** An ingredient with its learned demand. */
export interface IngredientDemand {
  history: IngredientHistory
  lotSize: number
  demand: Demand
}

/**
 * Learns each ingredient's demand from its own events, shrunk toward the household's other ingredients, and those toward the priors.
 * Yields one by one the ingredients in stock and those `isAlsoWanted` selects, so that thousands of models aren't in memory at once.
 */
export function* learnDemand(
  ingredients: readonly IngredientHistory[],
  habits: Habits,
  assume: ForecastPriors,
  isAlsoWanted: (ingredient: IngredientHistory) => boolean = () => false,
): Generator<IngredientDemand> {
  const stocked = ingredients.map((ingredient) =>
    habits.recorded < assume.recordsTrusted ? estimateStockedDays(ingredient, habits.recorded) : ingredient.stocked,
  )
  const arrivalShare = firstDayShare(ingredients, stocked, assume)
  // One allocation for all ingredients: thousands of small arrays are slower.
  const buffer = new Float64Array(ingredients.length * exposureLength)
  const exposures = ingredients.map((ingredient, i) =>
    countExposure(stocked[i] ?? [], ingredient.uses, arrivalShare, buffer.subarray(i * exposureLength, (i + 1) * exposureLength)),
  )
  // An ingredient without lots gets the fallback; it is never forecast.
  const lotSizes = ingredients.map(({ lots }) =>
    median(
      lots.map(({ added }) => added),
      1,
    ),
  )
  const share = pooledShare(ingredients, lotSizes, assume)
  const amounts = ingredients.map(({ uses }, i) => estimateAmounts(uses, lotSizes[i] ?? 1, share + Math.log(lotSizes[i] ?? 1), assume))

  const perLife = ingredients.map((ingredient, i) => lotsPerLife(ingredient, lotSizes[i] ?? 1, amounts[i]?.mean ?? 1))
  const rates = pooledRates(exposures, perLife, assume)
  const candidates = new RateModelCandidates(ingredients.length, assume)
  for (const [i, exposure] of exposures.entries())
    addRateModels(candidates, exposure, assume.rateShape, assume.rateShape / (rates[i] ?? 1), assume)
  candidates.weigh()

  const weekdays = ingredients.map(({ uses }, i) => learnWeekdays(stocked[i] ?? [], uses, assume))
  const variations = ingredients.map((ingredient, i) => localVariation(ingredient, weekdays[i] ?? everyDayAlike))
  const pairs = variations.reduce((sum, variation) => sum + variation.pairs, 0)
  const variation = (variations.reduce((sum, own) => sum + own.sum, 0) + assume.chancePairs) / (pairs + assume.chancePairs)
  for (const [i, ingredient] of ingredients.entries()) {
    const [own, amount, days] = [variations[i], amounts[i], weekdays[i]]
    if (!own || !amount || !days || (ingredient.lots.every(({ left }) => left <= epsilon) && !isAlsoWanted(ingredient))) continue
    const rateModels = candidates.likelyModels(i)
    const rate = rateModels.reduce((sum: number, model: RateModel) => sum + model.weight * rateOver(model, 0, 0), 0)
    const rhythm = estimateRhythm(ingredient, own, variation, rate, days, assume)
    yield {
      history: ingredient,
      lotSize: lotSizes[i] ?? 1,
      demand: {
        rateModels,
        rhythm,
        weekdays: days,
        amounts: amount,
        recorded: habits.recorded,
        finishes: habits.finishes,
        arrivalsPerDay: arrivalsPerDay(ingredient),
      },
    }
  }
}

/** Returns how many lots are eaten during one lot's shelf life at one use a day; null without lots. */
function lotsPerLife({ lots }: IngredientHistory, lotSize: number, amount: number): number | null {
  if (lots.length === 0) return null
  const lives: number[] = []
  for (const { expiresOn, cameOn } of lots) if (expiresOn < Infinity) lives.push(expiresOn - cameOn + 1)
  return (amount * Math.max(1, median(lives, 30))) / lotSize
}

/** Estimates the share of its first day on which a new lot can be used, from how often it is used on that day. */
function firstDayShare(
  ingredients: readonly IngredientHistory[],
  stocked: readonly (readonly DayRange[])[],
  assume: ForecastPriors,
): number {
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

/** Returns the household's usual log of amount over lot size. */
function pooledShare(ingredients: readonly IngredientHistory[], lotSizes: readonly number[], assume: ForecastPriors): number {
  const general = Math.log(assume.lotShare)
  let sum = 0
  let weights = assume.generalIngredients
  for (const [i, { uses, lots }] of ingredients.entries()) {
    const own = lots.length > 0 ? meanLogLotFraction(uses, lotSizes[i] ?? 1) : null
    if (!own) continue
    const weight = 1 / (assume.lotShareDeviation ** 2 + 0.4 / own.count)
    sum += weight * (own.mean - general)
    weights += weight
  }
  return general + sum / weights
}

/** Returns each ingredient's prior rate of use, from the household's other rates and from the size of its purchases. */
function pooledRates(exposures: readonly Exposure[], perLife: readonly (number | null)[], assume: ForecastPriors): number[] {
  const mean = (general: number, deviation: number, addOf: (i: number) => number | null) => {
    let sum = 0
    let weights = assume.generalIngredients / deviation ** 2
    for (const [i, { totalDays, totalUses }] of exposures.entries()) {
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

/** Returns on how many days newer lots arrive per day that a lot is in stock; rare before there were any lots. */
function arrivalsPerDay({ lots }: IngredientHistory): number {
  let arrivals = 0.1
  let days = 10
  for (const { cameOn, expiresOn, left, lastUse, discarded, younger } of lots) {
    arrivals += Math.max(0, younger)
    const end = left > epsilon || discarded ? Math.min(expiresOn, 0) : lastUse
    days += Math.max(0, end - cameOn)
  }
  return arrivals / days
}
