import { gammaRatioCdf, logGamma, unitMeanGammaCdf } from './distributions.ts'
import { type RateModel, rateOver } from './rate-model.ts'
import { type Rhythm, residualWaitingTime } from './rhythm.ts'
import { observedBelow, type UseAmounts } from './use-amounts.ts'
import { type Weekdays, weigh } from './weekdays.ts'

/** The model of how much of an ingredient will be used. */
export interface Demand {
  rateModels: readonly RateModel[]
  rhythm: Rhythm
  weekdays: Weekdays
  amounts: UseAmounts
  /** Share of uses that are recorded; true demand is larger by its inverse. */
  recorded: number
  /** Days on which newer lots arrive, per day that a lot is in stock. */
  arrivalsPerDay: number
  /** A rest smaller than this share of a use is eaten with it. */
  finishes: number
}

/** The days `from` to `to`, inclusive, relative to today (0). */
export interface Span {
  from: number
  to: number
  /** Share of the demand that falls on the lots in question. */
  share: number
  /** Different days of these on which nothing is used as usual. */
  except?: readonly number[]
}

/** Beyond this many mean amounts, demand is approximated by one gamma sum instead of counting uses. */
const maxCountedUses = 24

/** An ingredient is used on no day with a higher probability. */
const maxDaily = 0.97

/** Returns P(demand in the span < `need`), that is, that a lot of that size outlasts the span. */
export function outlastProbability(
  { rateModels, rhythm, weekdays, amounts, recorded, finishes }: Demand,
  span: Span,
  need: number,
): number {
  // A share of a use, so that the risk doesn't depend on the unit. Three thirds of a pack leave no rest.
  const rounding = 0.004 * amounts.mean
  const whole = need - Math.max(amounts.step / 2, rounding)
  const x = Math.max(Math.min(whole, rounding), whole - finishedRest(amounts, finishes))
  if (x <= 0) return 0
  const { sum, max } = weigh(weekdays, span.from, span.to, span.except)
  const weight = (sum * span.share) / recorded
  if (weight <= 0) return 1
  const meanUses = x / amounts.mean
  const enough = meanUses > maxCountedUses ? null : notEnough(amounts, x)
  let chance = 0
  for (const model of rateModels) {
    const average = rateOver(model, span.from, span.to)
    const uses = average * weight
    // The uses are spread evenly over as many days like the one with the most. So one more day adds chances and takes none.
    const factor = Math.min(max, Math.max(1, maxDaily / average))
    if (!enough || uses > 4 * maxCountedUses) {
      const variation = 1 / model.shape + (amounts.variation + 1 / rhythm.regularity) / uses + amounts.doubt
      chance += model.weight * unitMeanGammaCdf(meanUses / uses, 1 / variation)
    } else chance += model.weight * overUses(model.shape, average * factor, weight / factor, rhythm, span.from <= 0, enough)
  }
  return Math.min(1, Math.max(0, chance))
}

/** Returns the largest rest that is eaten with the last use. Of stepped amounts, rests are steps, too. */
function finishedRest({ mean, step }: UseAmounts, finishes: number): number {
  const rest = finishes * mean
  return step > 0 ? Math.floor(rest / step) * step : rest
}

/** Returns P(n uses sum to less than x) for n = 1, 2, …: from observations for the first two if possible, otherwise from a gamma. */
function notEnough(amounts: UseAmounts, x: number): number[] {
  const chances: number[] = []
  const meanUses = x / amounts.mean
  for (let n = 1; n < 200; n++) {
    const chance = unitMeanGammaCdf(meanUses / n, 1 / (amounts.variation / n + amounts.doubt))
    chances.push(chance)
    if (chance < 1e-4) break
  }
  const gamma = (amount: number) => unitMeanGammaCdf(amount / amounts.mean, 1 / (amounts.variation + amounts.doubt))
  const byGamma = chances[0] ?? 0
  const one = observedBelow(amounts, x, byGamma)
  // Censored amounts below x say nothing about x. They are excluded only if that lowers the chance, so that risk stays monotonic in x.
  const count = one.chance > byGamma ? amounts.values.length + amounts.atLeast.length : one.count
  const first = (byGamma + count * one.chance) / (1 + count)
  chances[0] = first
  const { values } = amounts
  if (chances.length > 1 && values.length >= 2) {
    const points = Math.min(12, values.length)
    let sum = 0
    for (let i = 0; i < points; i++) {
      const remainder = x - (values[Math.floor(((i + 0.5) * values.length) / points)] ?? 0)
      sum += observedBelow(amounts, remainder, gamma(remainder)).chance
    }
    chances[1] = Math.min(first, (2 * (chances[1] ?? 0) + (values.length * sum) / points) / (2 + values.length))
  }
  return chances
}

/**
 * Returns Σ P(n days of use) × P(n amounts are not enough). The number of days of use is beta-binomial (at most one use a day, uncertain
 * rate). If the rhythm is known, the odds of at least n uses are scaled by those of the matching renewal process.
 */
function overUses(shape: number, rate: number, days: number, rhythm: Rhythm, fromToday: boolean, enough: readonly number[]): number {
  const daily = Math.min(maxDaily, rate)
  const never = Math.max(0.05, (shape * (1 - daily)) / daily)
  const chanceRhythm = Math.min(12, 1 / (1 - daily))
  const start = fromToday && rhythm.today ? rhythm.today : rhythm
  const isPlain = start === rhythm && Math.abs(Math.log(rhythm.regularity / chanceRhythm)) < 0.15
  const byChance = residualWaitingTime(1 / chanceRhythm)
  let exactly = Math.exp(logGamma(never + days) - logGamma(shape + never + days) + logGamma(shape + never) - logGamma(never))
  let atLeast = 1 - exactly
  let last = 1
  let chance = 0
  for (let n = 1; ; n++) {
    let now = atLeast
    if (!isPlain && atLeast > 1e-6 && atLeast < 1 - 1e-9) {
      const known = reached(rate * days, start.wait, start.waitVariance, n, rhythm.regularity, shape)
      const usual = reached(rate * days, byChance.wait, byChance.waitVariance, n, chanceRhythm, shape)
      const odds = ((atLeast / (1 - atLeast)) * known * (1 - usual)) / (usual * (1 - known))
      now = odds / (1 + odds)
    }
    now = Math.min(last, now)
    chance += (last - now) * (n === 1 ? 1 : (enough[n - 2] ?? 0))
    last = now
    if (n > enough.length || now < 1e-5) break
    const left = days - (n - 1)
    if (left <= 0) exactly = 0
    else if (never + left - 1 < 0.02) exactly = atLeast
    else exactly *= ((left / n) * (shape + n - 1)) / (never + left - 1)
    atLeast = Math.max(0, atLeast - exactly)
  }
  return chance
}

/** Returns P(the nth use comes within `uses` mean intervals) for a gamma-distributed rate with this shape. */
function reached(uses: number, wait: number, waitVariance: number, n: number, regularity: number, shape: number): number {
  const mean = wait + n - 1
  const chance = gammaRatioCdf(uses / mean, (mean * mean) / (waitVariance + (n - 1) / regularity), shape)
  return Math.min(1 - 1e-9, Math.max(1e-9, chance))
}
