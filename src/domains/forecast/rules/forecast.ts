import { daysBetween } from '#platform/shared/calendar.ts'
import { type Assumptions, usual } from './assumptions.ts'
import type { Demand } from './demand.ts'
import { replay } from './event-replay.ts'
import { type HouseholdHistory, type IngredientHistory, nothing } from './history.ts'
import { learnIngredients } from './household.ts'
import { type Leftover, leftoversOf, type Plan, predictLeftovers } from './lots.ts'
import { rateOver } from './rate-model.ts'
import { readHabits } from './records.ts'
import { followShelf } from './shelf.ts'
import { buysAnyway } from './unrecorded.ts'

/** What is to be expected of one open, dated lot. */
export interface LotForecast {
  lotId: string
  ingredientId: string
  /** That more than `nothing` is left at the end of its date, 0 … 1. */
  probability: number
  /** How much is to be expected then, in the lot's own unit; what is used up in time counts as nothing. */
  expectedLeft: number
  /** Whether the household's own records say enough; the probability is a number either way. */
  enoughData: boolean
  why: Why
}

/** What a one-line reason can be made of. */
export interface Why {
  /** Negative: past its date. */
  daysLeft: number
  /** Uses of this food on record. */
  uses: number
  usesPerWeek: number
  /** In the food's unit. */
  perUse: number
  /** In the food's unit: what goes off earlier and will be eaten first. */
  ahead: number
}

/** Uses of a food below which its own records say too little. */
export const enoughUses = 3

/**
 * The probability, for every open lot with a date, that some of it is left when it goes off. Deterministic; time in proportion to the
 * events and the open lots. How it is found and how well it does: docs/forecast.md.
 */
export const predictWaste = (history: HouseholdHistory, assume: Assumptions = usual): LotForecast[] =>
  forecastLots(replay(history), history, assume)

/** The same where the records are replayed already. */
export function forecastLots(
  ingredients: readonly IngredientHistory[],
  history: Pick<HouseholdHistory, 'today' | 'planned'>,
  assume: Assumptions,
): LotForecast[] {
  const habits = readHabits(ingredients, assume)
  const isInferred = habits.recorded < assume.recordsTrusted
  const plans = new Map<string, Plan[]>()
  for (const { ingredientId, lotId, quantity, on } of history.planned ?? []) {
    const list = plans.get(ingredientId) ?? []
    plans.set(ingredientId, list)
    list.push({ lotId, quantity, day: daysBetween(history.today, on) })
  }

  const answer: LotForecast[] = []
  for (const { history: ingredient, demand, lotSize } of learnIngredients(ingredients, habits, assume)) {
    const open = ingredient.lots.filter(({ left }) => left > nothing)
    if (open.every(({ expiresOn }) => expiresOn === Infinity)) continue
    const ownPlans = plans.get(ingredient.id) ?? []
    const usesPerDay = demand.courses.reduce((sum, course) => sum + course.weight * rateOver(course, 0, 0), 0) / demand.recorded
    let left: Leftover[]
    if (isInferred) {
      const possible = followShelf(ingredient, {
        usesPerDay: Math.min(3, usesPerDay),
        recorded: habits.recorded,
        amounts: fiveAmounts(demand),
        lotSize,
        buysAnyway: buysAnyway(ingredient, assume),
        otherFirst: Math.max(0.03, 1 - habits.first),
        throwOutDays: assume.throwOutDays,
      })
      left = leftoversOf(possible, open, demand, ownPlans, habits, assume)
    } else left = predictLeftovers(open, demand, ownPlans, habits, assume)
    for (const { lot, probability, expectedLeft, ahead } of left)
      answer.push({
        lotId: lot.id,
        ingredientId: ingredient.id,
        probability: Math.min(1, Math.max(0, probability)),
        expectedLeft: Math.min(lot.left, Math.max(0, expectedLeft)),
        enoughData: ingredient.useCount >= enoughUses,
        why: { daysLeft: lot.expiresOn, uses: ingredient.useCount, usesPerWeek: 7 * usesPerDay, perUse: demand.amounts.mean, ahead },
      })
  }
  return answer
}

/** Amounts at the 10th, 30th, 50th, 70th and 90th hundredth of a gamma (Wilson and Hilferty). */
function fiveAmounts({ amounts }: Demand): number[] {
  const s = amounts.variation / 9
  return [-1.28, -0.52, 0, 0.52, 1.28].map((z) => amounts.mean * Math.max(0.05, 1 - s + z * Math.sqrt(s)) ** 3)
}

export type Risk = 'high' | 'medium' | 'low'

/** high from 0.6, medium from 0.3. */
export const riskOf = (probability: number): Risk => (probability >= 0.6 ? 'high' : probability >= 0.3 ? 'medium' : 'low')
