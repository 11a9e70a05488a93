/**
 * What is believed of a household before its records speak, and how fast they are believed. Chosen on simulated households
 * (bench/waste/tune.ts) that differ from those it is scored on; every figure is a weak belief that some ten events outweigh.
 */
export interface Assumptions {
  /** Uses per day of a food that is there: median, and deviation of its logarithm between foods. */
  usesPerDay: number
  usesPerDayDeviation: number
  /** Lots' worth eaten in a lot's life, likewise: people buy about what they can eat. */
  lotsPerLife: number
  lotsPerLifeDeviation: number
  /** How many foods' worth of belief the general figures above hold against this household's other foods. */
  generalFoods: number
  /** Gamma shape of a food's rate before its first use: about so many uses' worth of belief. */
  rateShape: number
  /** A use as a share of a lot: median, deviation of its logarithm; and uses' worth of belief in it. */
  lotShare: number
  lotShareDeviation: number
  amountUses: number
  /** Variation of amounts (standard deviation over mean), and uses' worth of belief in it. */
  amountVariation: number
  variationUses: number
  /** How the rate may run: steady, changed once, fading memory, by the season; and foods' worth of belief in these shares. */
  courseShares: readonly [steady: number, changed: number, fading: number, seasonal: number]
  courseFoods: number
  /** After a change: gamma shape of the new rate, and its mean over the old one. */
  changeShape: number
  changeFactor: number
  /** Days after which a fading memory has lost two thirds; its belief in the long run in uses; how many times longer a departure lasts. */
  memories: readonly number[]
  longRunUses: number
  departureLasts: number
  swings: readonly number[]
  seasonPeaks: number
  /** Regularity: belief in "as by chance", in pairs of intervals, for the household and for a food in what the household shows. */
  chancePairs: number
  householdPairs: number
  /** Share of the first day on which a new arrival can be used, and belief in it in uses. */
  arrivalShare: number
  arrivalUses: number
  /** Lots' worth of belief that all uses are written down, and that some are not. */
  recordedLots: number
  unrecordedLots: number
  /** Under this share of recorded uses the stock on the shelf is itself inferred. */
  recordsTrusted: number
  /** Log odds that leftovers never thrown out were eaten unrecorded, before the evidence. */
  eatenOdds: number
  /** Days after its date in which a lot may still be thrown out. */
  throwOutDays: number
  /** Choices' worth of belief that they take what goes off first, and that they do not. */
  firstChoices: number
  otherChoices: number
  /** A lot is forgotten when a younger one comes: belief in yes and no, in arrivals. */
  forgotten: number
  remembered: number
  /** How much rarer people buy while there is stock; belief in it in purchases. */
  buysAnyway: number
  buysAnywayPurchases: number
  /** Share of plans that are kept. */
  plansKept: number
}

export const usual: Assumptions = {
  usesPerDay: 0.25,
  usesPerDayDeviation: 1,
  lotsPerLife: 1.35,
  lotsPerLifeDeviation: 0.8,
  generalFoods: 2,
  rateShape: 1.6,
  lotShare: 0.3,
  lotShareDeviation: 0.7,
  amountUses: 0.4,
  amountVariation: 0.5,
  variationUses: 4,
  courseShares: [0.5, 0.15, 0.2, 0.15],
  courseFoods: 3,
  changeShape: 1.2,
  changeFactor: 1.3,
  memories: [15, 60],
  longRunUses: 1.5,
  departureLasts: 3,
  swings: [0.4, 0.8],
  seasonPeaks: 8,
  chancePairs: 10,
  householdPairs: 6,
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
  buysAnyway: 0.1,
  buysAnywayPurchases: 2,
  plansKept: 0.85,
}
