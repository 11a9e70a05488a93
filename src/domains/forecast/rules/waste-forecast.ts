import { daysBetween } from '#platform/shared/calendar.ts'
import type { Demand } from './demand.ts'
import { replayHistory } from './event-replay.ts'
import { byExpiry, epsilon, type HouseholdHistory, type IngredientHistory, type ReplayedLot } from './history-types.ts'
import { learnDemand } from './learn-demand.ts'
import { advisePack, type PackAdvice } from './pack-advice.ts'
import { type Leftover, predictInferredLeftovers, predictLeftovers, type RelativePlannedUse } from './predict-leftovers.ts'
import { defaultPriors, type ForecastPriors } from './priors.ts'
import { rateOver } from './rate-model.ts'
import { learnHabits } from './recording-habits.ts'
import { type InferredStock, inferStock } from './stock-inference.ts'
import { restockRate } from './stocked-days.ts'

/** The forecast of one open lot with a date. */
export interface LotForecast {
  lotId: string
  ingredientId: string
  /** Probability (0 to 1) that something is left at the end of its date. */
  probability: number
  /** Expected quantity left then; zero if it is used up in time. */
  expectedLeft: number
  /** Whether the household has recorded enough uses; if false, `probability` rests mainly on priors. */
  enoughData: boolean
  why: ForecastFigures
}

/** An open lot that may have been used up without a record. */
export interface LotDoubt {
  lotId: string
  ingredientId: string
  /** Probability (0 to 1) that nothing of it is left. */
  gone: number
  /** Expected quantity left; at most what the records say. */
  left: number
}

export interface StockForecast {
  forecasts: LotForecast[]
  doubts: LotDoubt[]
  /** Of the ingredients with offers. */
  packs: PackAdvice[]
}

/** The figures for a one-line explanation. */
export interface ForecastFigures {
  /** Negative if past its date. */
  daysLeft: number
  /** Recorded uses of the ingredient. */
  uses: number
  usesPerWeek: number
  /** Mean amount of a use, in the ingredient's unit. */
  perUse: number
  /** Quantity of lots that expire earlier and are eaten first, in the ingredient's unit. */
  ahead: number
}

/** Minimum recorded uses of an ingredient for `enoughData`. */
export const enoughUses = 3

/**
 * Forecasts for every open lot with a date the probability that some of it is left when it expires. Deterministic; takes time linear in
 * the events and open lots. See docs/forecast.md for the method and its accuracy.
 */
export const predictWaste = (history: HouseholdHistory, assume: ForecastPriors = defaultPriors): LotForecast[] =>
  forecastStock(history, assume).forecasts

/** Like `predictWaste`, and also returns the lots that may be gone already, because not all uses are recorded. */
export const forecastStock = (history: HouseholdHistory, assume: ForecastPriors = defaultPriors): StockForecast =>
  forecastLots(replayHistory(history), history, assume)

/** Like `forecastStock`, for events that are already replayed. */
export function forecastLots(
  ingredients: readonly IngredientHistory[],
  history: Pick<HouseholdHistory, 'today' | 'planned' | 'offers'>,
  assume: ForecastPriors,
): StockForecast {
  const habits = learnHabits(ingredients, assume)
  const isInferred = habits.recorded < assume.recordsTrusted
  const plans = plansByIngredient(history)

  const forecasts: LotForecast[] = []
  const doubts: LotDoubt[] = []
  const packs: PackAdvice[] = []
  const { offers } = history
  const isSold = ({ id }: IngredientHistory) => offers?.has(id) ?? false
  for (const { history: ingredient, demand, lotSize } of learnDemand(ingredients, habits, assume, isSold)) {
    const open = ingredient.lots.filter(({ left }) => left > epsilon)
    const known = offers?.get(ingredient.id)
    const advise = (there: readonly ReplayedLot[]) => {
      const context = { history: ingredient, open: there, demand, plans: plans.get(ingredient.id) ?? [], habits, assume }
      const advice = known && advisePack(context, known)
      if (advice) packs.push(advice)
    }
    if (!isInferred || open.length === 0) advise(open)
    if (open.length === 0) continue
    const isUndated = open.every(({ expiresOn }) => expiresOn === Infinity)
    if (isUndated && !isInferred) continue
    const ownPlans = plans.get(ingredient.id) ?? []
    const usesPerDay = demand.rateModels.reduce((sum, model) => sum + model.weight * rateOver(model, 0, 0), 0) / demand.recorded
    let left: Leftover[]
    if (isInferred) {
      const stock = inferStock(ingredient, {
        usesPerDay: Math.min(3, usesPerDay),
        recorded: habits.recorded,
        amounts: fiveAmounts(demand),
        lotSize,
        restockRate: restockRate(ingredient, assume),
        otherFirst: Math.max(0.03, 1 - habits.first),
        throwOutDays: assume.throwOutDays,
      })
      const doubted = findDoubts(ingredient, open, stock)
      doubts.push(...doubted)
      if (known) advise(asExpected(open, doubted))
      left = isUndated ? [] : predictInferredLeftovers(stock.possible, open, demand, ownPlans, habits, assume)
    } else left = predictLeftovers(open, demand, ownPlans, habits, assume)
    for (const { lot, probability, expectedLeft, ahead } of left)
      forecasts.push({
        lotId: lot.id,
        ingredientId: ingredient.id,
        probability: Math.min(1, Math.max(0, probability)),
        expectedLeft: Math.min(lot.left, Math.max(0, expectedLeft)),
        enoughData: ingredient.useCount >= enoughUses,
        why: { daysLeft: lot.expiresOn, uses: ingredient.useCount, usesPerWeek: 7 * usesPerDay, perUse: demand.amounts.mean, ahead },
      })
  }
  return { forecasts, doubts, packs }
}

function plansByIngredient({ today, planned = [] }: Pick<HouseholdHistory, 'today' | 'planned'>): Map<string, RelativePlannedUse[]> {
  const plans = new Map<string, RelativePlannedUse[]>()
  for (const { ingredientId, lotId, quantity, on } of planned) {
    const list = plans.get(ingredientId) ?? []
    plans.set(ingredientId, list)
    list.push({ lotId, quantity, day: daysBetween(today, on) })
  }
  return plans
}

/** Returns the lots with what is expected to be left of each. */
function asExpected(lots: readonly ReplayedLot[], doubts: readonly LotDoubt[]): ReplayedLot[] {
  const left = new Map(doubts.map((doubt) => [doubt.lotId, doubt.left]))
  return lots.map((lot) => ({ ...lot, left: Math.min(lot.left, left.get(lot.id) ?? lot.left) }))
}

/** A smaller rest is as good as nothing for the inference. */
const minCells = 1.25

/** Returns for each lot not past its date whether the stock is no more than what the lots that expire later hold. */
function findDoubts({ id }: IngredientHistory, open: readonly ReplayedLot[], stock: InferredStock): LotDoubt[] {
  const lots = open.toSorted(byExpiry)
  let later = 0
  return lots
    .reverse()
    .filter(({ expiresOn }) => expiresOn >= 0)
    .flatMap((lot) => {
      const gone = stock.chanceOfAtMost(later + Math.max(Math.min(stock.resolution, lot.left / 2), 0.01 * lot.added))
      const left = Math.min(lot.left, stock.expectedBetween(later, later + lot.left))
      later += lot.left
      return lot.left < minCells * stock.resolution ? [] : { lotId: lot.id, ingredientId: id, gone, left }
    })
}

/** Returns the 10th, 30th, 50th, 70th and 90th percentile of the amounts (gamma, Wilson and Hilferty). */
function fiveAmounts({ amounts }: Demand): number[] {
  const s = amounts.variation / 9
  return [-1.28, -0.52, 0, 0.52, 1.28].map((z) => amounts.mean * Math.max(0.05, 1 - s + z * Math.sqrt(s)) ** 3)
}

export type WasteRiskLevel = 'high' | 'medium' | 'low'

/** Returns `high` from 0.6 and `medium` from 0.3. */
export const riskOf = (probability: number): WasteRiskLevel => (probability >= 0.6 ? 'high' : probability >= 0.3 ? 'medium' : 'low')
