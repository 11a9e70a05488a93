/**
 * The priors of the forecast. Tuned on simulated households (bench/waste/tune.ts) other than those it is scored on. All priors are weak:
 * about ten events outweigh each. A prior strength given in uses, lots or ingredients is a pseudo-count.
 */
export interface ForecastPriors {
  /** Uses per day of an ingredient in stock: median, and standard deviation of its log between ingredients. */
  usesPerDay: number
  usesPerDayDeviation: number
  /** Lots eaten during one lot's shelf life, likewise: people buy about as much as they can eat. */
  lotsPerLife: number
  lotsPerLifeDeviation: number
  /** Strength of the figures above against the household's other ingredients, in ingredients. */
  generalIngredients: number
  /** Gamma shape of an ingredient's rate before its first use: the strength of the prior, in uses. */
  rateShape: number
  /** A use as a share of a lot: median, standard deviation of its log, and strength in uses. */
  lotShare: number
  lotShareDeviation: number
  amountUses: number
  /** Coefficient of variation of the amounts, and its strength in uses. */
  amountVariation: number
  variationUses: number
  /** Prior shares of the rate models, and their strength in ingredients. */
  modelShares: readonly [steady: number, changed: number, fading: number, seasonal: number]
  modelIngredients: number
  /** After a change: gamma shape of the new rate, and its mean relative to the old rate. */
  changeShape: number
  changeFactor: number
  /** Fading memory: time constants in days, strength of the long-run rate in uses, and how many time constants a deviation lasts. */
  memories: readonly number[]
  longRunUses: number
  departureLasts: number
  swings: readonly number[]
  seasonPeaks: number
  /** Strength of the Poisson prior on regularity for the household, and of the household's value for an ingredient, in pairs of intervals. */
  chancePairs: number
  householdPairs: number
  /** Prior share of ingredients with a weekday rhythm, gamma shapes of the weekday factors then, and the uses needed to notice it. */
  weekdayShare: number
  weekdayStrengths: readonly number[]
  weekdayUses: number
  /** Prior shares of households that finish nothing, tiny and small rests with a use; how often such a rest is left nevertheless. */
  finishers: readonly [nothing: number, tiny: number, small: number]
  finishedAnyway: number
  /** How much of that counts: amounts that emptied a lot contain some of it. */
  finishedShare: number
  /** Strength of the prior that records are exact, in discarded lots. */
  exactLots: number
  /** Share of its first day on which a new lot can be used, and its strength in uses. */
  arrivalShare: number
  arrivalUses: number
  /** Strength of the priors that uses are recorded and that they aren't, in lots. */
  recordedLots: number
  unrecordedLots: number
  /** Below this share of recorded uses, the stock is inferred instead of read from the records. */
  recordsTrusted: number
  /** Prior log odds that leftovers without a discard were eaten unrecorded. */
  eatenOdds: number
  /** Days after its date within which an expired lot is discarded, if ever. */
  throwOutDays: number
  /** Strength of the priors that a use takes the lot that expires first and that it takes another, in choices. */
  firstChoices: number
  otherChoices: number
  /** Strength of the priors that a lot is forgotten when a newer one arrives and that it isn't, in arrivals. */
  forgotten: number
  remembered: number
  /** Rate of purchases with stock left relative to an empty shelf, and its strength in purchases. */
  restockRate: number
  buysAnywayPurchases: number
  /**
   * How inexact and forgetful households change the log odds that something is left, per unit of that habit: a constant, by the log odds,
   * and by the logarithm of the uses that the lot holds.
   */
  inexactDoubt: readonly [shift: number, slope: number, bySize: number]
  forgetfulDoubt: readonly [shift: number, slope: number, bySize: number]
  /** Share of planned uses that happen. */
  plansKept: number
}

export const defaultPriors: ForecastPriors = {
  usesPerDay: 0.25,
  usesPerDayDeviation: 1,
  lotsPerLife: 1.6,
  lotsPerLifeDeviation: 0.9,
  generalIngredients: 2,
  rateShape: 2,
  lotShare: 0.3,
  lotShareDeviation: 0.7,
  amountUses: 0.4,
  amountVariation: 0.5,
  variationUses: 6,
  modelShares: [0.5, 0.15, 0.2, 0.15],
  modelIngredients: 1,
  changeShape: 1.2,
  changeFactor: 1,
  memories: [4, 30],
  longRunUses: 1.5,
  departureLasts: 2,
  swings: [0.4, 0.8],
  seasonPeaks: 8,
  chancePairs: 10,
  householdPairs: 6,
  weekdayShare: 0.25,
  weekdayStrengths: [0.5, 4],
  weekdayUses: 3,
  finishers: [0.6, 0.2, 0.2],
  finishedAnyway: 0.05,
  finishedShare: 0.6,
  exactLots: 3,
  arrivalShare: 0.6,
  arrivalUses: 3,
  recordedLots: 2,
  unrecordedLots: 0.1,
  recordsTrusted: 0.995,
  eatenOdds: 1.2,
  throwOutDays: 10,
  firstChoices: 20,
  otherChoices: 0.6,
  forgotten: 0.2,
  remembered: 20,
  restockRate: 0.1,
  buysAnywayPurchases: 2,
  inexactDoubt: [-1.47, -1.31, 1.61],
  forgetfulDoubt: [-0.71, -1.91, 1.04],
  plansKept: 0.85,
}
