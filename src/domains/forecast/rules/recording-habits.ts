import { learnFinishedShare } from './finished-rests.ts'
import { epsilon, type IngredientHistory } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/** A household's habits of recording and using lots, learned from all ingredients together. */
export interface Habits {
  /** Share of uses that are recorded. */
  recorded: number
  /** Probability that a use takes the lot that expires first. */
  first: number
  /** Probability that a lot is forgotten when a newer one arrives. */
  forgets: number
  /** Share of discarded lots of which more was left than recorded: amounts, lots or days are recorded inexactly. */
  inexact: number
  /** A rest smaller than this share of a use is eaten with it. */
  finishes: number
  /** Share of lots with recorded leftovers at their date that were discarded. */
  thrownOut: number
  /** Share of the others that really had leftovers; low if the household records discards. */
  unspoken: number
}

/**
 * Learns the habits. Recorded leftovers that were never (or only partly) discarded count as eaten unrecorded, unless discarded lots match
 * the records exactly: then only some discards are unrecorded.
 */
export function learnHabits(ingredients: readonly IngredientHistory[], assume: ForecastPriors): Habits {
  let used = 0
  let unaccounted = 0
  let choices = 0
  let firstChosen = 0
  let arrivals = 0
  let forgotten = 0
  let thrown = 0
  let vanished = 0
  let discarded = 0
  let fuller = 0
  for (const ingredient of ingredients) {
    choices += ingredient.choices
    firstChosen += ingredient.firstChosen
    for (const lot of ingredient.lots) {
      used += lot.used / lot.added
      if (isVanished(lot, assume)) {
        unaccounted += lot.left / lot.added
        vanished++
      } else unaccounted += lot.unaccounted / lot.added
      if (lot.discarded) discarded++
      if (lot.discarded && lot.surplus > 0.02 * lot.added) fuller++
      if (lot.discarded && lot.provenOn >= lot.expiresOn) thrown++
      if (lot.expiresOn >= 0 && lot.left > 0) continue
      arrivals += lot.younger
      if (lot.younger > 0 && lot.discarded && (lot.passedOver >= 2 || lot.surplus > 0.1 * lot.added)) forgotten++
    }
  }
  let recorded = 1
  if (unaccounted > 0) recorded = (used + assume.recordedLots) / (used + unaccounted + assume.recordedLots + assume.unrecordedLots)
  if (recorded < assume.recordsTrusted && onlyDiscardsMissing(ingredients, recorded, assume)) recorded = 1
  return {
    recorded: Math.max(0.3, recorded),
    first: (firstChosen + assume.firstChoices) / (choices + assume.firstChoices + assume.otherChoices),
    forgets: (forgotten + assume.forgotten) / (arrivals + assume.forgotten + assume.remembered),
    finishes: learnFinishedShare(ingredients, assume),
    inexact: fuller / (discarded + assume.exactLots),
    thrownOut: (thrown + 1) / (thrown + vanished + 1.5),
    unspoken: (1 + 0.1 * thrown) / (2 + thrown),
  }
}

type Lot = IngredientHistory['lots'][number]
const isVanished = (lot: Lot, assume: ForecastPriors) => !lot.discarded && lot.left > epsilon && lot.expiresOn < -assume.throwOutDays

/** Decides whether only discards are unrecorded. Unrecorded uses would make discards smaller than the recorded rest. */
function onlyDiscardsMissing(ingredients: readonly IngredientHistory[], recorded: number, assume: ForecastPriors): boolean {
  let odds = -assume.eatenOdds
  let thrown = 0
  let less = 0
  let vanished = 0
  for (const ingredient of ingredients)
    for (const lot of ingredient.lots) {
      if (lot.expiresOn >= 0) continue
      if (isVanished(lot, assume)) {
        vanished++
        // Repeated uses of lots that expire later suggest that it was gone.
        if (lot.passedOver >= 2) odds -= 1
      } else if (lot.discarded && lot.provenOn >= lot.expiresOn) {
        thrown++
        if (lot.unaccounted > 0.02 * lot.added) less++
        else odds += (1 / recorded - 1) * lot.uses
      }
    }
  // Never discarding anything is less likely than never recording it.
  if (thrown === 0) odds += 0.3 * vanished
  return odds > 0 && less <= 0.06 * thrown
}
