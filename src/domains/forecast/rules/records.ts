import type { Assumptions } from './assumptions.ts'
import { type IngredientHistory, nothing } from './history.ts'

/** How a household keeps its records and its shelf; told from all its foods together. */
export interface Habits {
  /** Share of uses that get written down. */
  recorded: number
  /** Chance that they take the lot that goes off first. */
  first: number
  /** Chance that a lot is forgotten when a younger one comes. */
  forgets: number
  /** Of the lots whose date passed with something left in the records, the share that was thrown out. */
  thrownOut: number
  /** Of those never spoken of since, the share that was there all the same: unknown at first, few where throwing out is written down. */
  unspoken: number
}

/**
 * Reads the habits. What was there by the records at a lot's date and was never thrown out (or only in part) was eaten without being
 * written down, unless the lots that were thrown out agree with the records to the gram: then it is only the throwing out that is not written.
 */
export function readHabits(ingredients: readonly IngredientHistory[], assume: Assumptions): Habits {
  let used = 0
  let unaccounted = 0
  let choices = 0
  let firstChosen = 0
  let arrivals = 0
  let forgotten = 0
  let thrown = 0
  let vanished = 0
  for (const ingredient of ingredients) {
    choices += ingredient.choices
    firstChosen += ingredient.firstChosen
    for (const lot of ingredient.lots) {
      used += lot.used / lot.added
      if (isVanished(lot, assume)) {
        unaccounted += lot.left / lot.added
        vanished++
      } else unaccounted += lot.unaccounted / lot.added
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
    thrownOut: (thrown + 1) / (thrown + vanished + 1.5),
    unspoken: (1 + 0.1 * thrown) / (2 + thrown),
  }
}

type Lot = IngredientHistory['lots'][number]
const isVanished = (lot: Lot, assume: Assumptions) => !lot.discarded && lot.left > nothing && lot.expiresOn < -assume.throwOutDays

/** Weighs the two stories: left-out uses would show as less thrown out than the records had. */
function onlyDiscardsMissing(ingredients: readonly IngredientHistory[], recorded: number, assume: Assumptions): boolean {
  let odds = -assume.eatenOdds
  let thrown = 0
  let less = 0
  let vanished = 0
  for (const ingredient of ingredients)
    for (const lot of ingredient.lots) {
      if (lot.expiresOn >= 0) continue
      if (isVanished(lot, assume)) {
        vanished++
        // again and again they took what goes off later: it was gone
        if (lot.passedOver >= 2) odds -= 1
      } else if (lot.discarded && lot.provenOn >= lot.expiresOn) {
        thrown++
        if (lot.unaccounted > 0.02 * lot.added) less++
        else odds += (1 / recorded - 1) * lot.uses
      }
    }
  // a household that never threw anything out is less likely than one that never says so
  if (thrown === 0) odds += 0.3 * vanished
  return odds > 0 && less <= 0.06 * thrown
}
