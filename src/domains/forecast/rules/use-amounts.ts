import { countBelow, normalCdf } from './distributions.ts'
import type { UseDay } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/** The distribution of the amount used on a day of use, in the ingredient's unit. */
export interface UseAmounts {
  mean: number
  /** Squared coefficient of variation (variance over squared mean) of one amount, and of the estimated mean. */
  variation: number
  doubt: number
  /** The common step of all amounts; 0 if there is none. */
  step: number
  /** Product-limit (Kaplan–Meier) curve: amounts in ascending order, and the probability to exceed each. */
  values: number[]
  exceeds: number[]
  /** Censored amounts, ascending: uses that emptied the shelf and may have needed more. */
  atLeast: number[]
}

/** Only the most recent days of use count: amounts change little over time, and sorting is expensive. */
const maxUses = 200

/** Returns the greatest common divisor of the quantities, to a thousandth. */
function commonStep(quantities: readonly number[]): number {
  let step = 0
  for (const quantity of quantities) {
    let a = Math.round(quantity * 1000)
    while (a > 0) {
      const remainder = step % a
      step = a
      a = remainder
    }
    if (step <= 1) break
  }
  return step / 1000
}

/** Returns the mean logarithm of amount over lot size and the number of uses, for pooling; null without uses. */
export function meanLogLotFraction(uses: readonly UseDay[], lotSize: number): { mean: number; count: number } | null {
  let sum = 0
  const from = Math.max(0, uses.length - maxUses)
  for (let i = from; i < uses.length; i++) sum += Math.log((uses[i]?.quantity ?? lotSize) / lotSize)
  const count = uses.length - from
  return count === 0 ? null : { mean: sum / count, count }
}

/**
 * Estimates the amounts from the days of use. Amounts that emptied the shelf are censored ("at least this much") and replaced by their
 * expectation under a lognormal, fitted by EM. Shrinks toward `usualLog`, the log of the household's usual amount.
 */
export function estimateAmounts(uses: readonly UseDay[], lotSize: number, usualLog: number, assume: ForecastPriors): UseAmounts {
  const known = uses.length > maxUses ? uses.slice(-maxUses) : uses
  const quantities = known.map(({ quantity }) => quantity)
  const exact: number[] = []
  for (const { quantity, emptied } of known) if (!emptied) exact.push(Math.log(quantity))
  const typical = exact.length > 0 ? Math.exp(exact.reduce((sum, log) => sum + log, 0) / exact.length) : lotSize
  const finest = commonStep([...quantities, lotSize])
  const isStepped = (mean: number) => finest >= 0.08 * mean
  const bounds: number[] = []
  for (const { quantity, emptied } of known)
    if (emptied) bounds.push(Math.log(isStepped(typical) ? Math.max(quantity - finest / 2, quantity / 2) : quantity))

  const usualVariance = Math.log(1 + assume.amountVariation ** 2)
  const { mean: mu, variance } = fitLogs(exact, bounds, usualLog, usualVariance, assume)
  const count = known.length
  const { first, second } = expected(exact, bounds, mu, variance)
  const logMean = usualLog + usualVariance / 2
  const mean =
    count === 0
      ? Math.exp(logMean)
      : Math.exp((assume.amountUses * logMean + count * Math.log(first / count)) / (assume.amountUses + count))
  const seen = count === 0 ? 0 : Math.max(0, (second * count) / first ** 2 - 1)
  const variation = (assume.variationUses * assume.amountVariation ** 2 + count * seen) / (assume.variationUses + count)
  return {
    mean,
    variation,
    doubt: (variation + 0.02) / (assume.amountUses + exact.length + 0.3 * bounds.length),
    step: isStepped(mean) ? finest : 0,
    ...productLimit(known),
  }
}

function fitLogs(exact: readonly number[], bounds: readonly number[], usualLog: number, usualVariance: number, assume: ForecastPriors) {
  let mean = usualLog
  let variance = usualVariance
  let sum = 0
  let squares = 0
  for (const log of exact) {
    sum += log
    squares += log * log
  }
  const count = exact.length + bounds.length
  for (let round = bounds.length > 0 ? 6 : 1; round > 0; round--) {
    let s = sum
    let q = squares
    const deviation = Math.sqrt(variance)
    for (const bound of bounds) {
      const z = (bound - mean) / deviation
      const hazard = z > 5 ? z + 1 / z : (Math.exp((-z * z) / 2) * 0.3989422804014327) / Math.max(1e-12, 1 - normalCdf(z))
      s += mean + deviation * hazard
      q += mean * mean + variance + deviation * hazard * (bound + mean)
    }
    const drawn = (assume.amountUses * usualLog + s) / (assume.amountUses + count)
    const spread = q - 2 * drawn * s + count * drawn * drawn + assume.amountUses * (drawn - usualLog) ** 2 * Math.min(1, count)
    mean = drawn
    variance = Math.max(1e-4, (assume.variationUses * usualVariance + Math.max(0, spread)) / (assume.variationUses + count))
  }
  return { mean, variance }
}

/** Returns the sums of the amounts and of their squares, with censored amounts replaced by their lognormal expectation. */
function expected(exact: readonly number[], bounds: readonly number[], mean: number, variance: number) {
  let first = 0
  let second = 0
  for (const log of exact) {
    const amount = Math.exp(log)
    first += amount
    second += amount * amount
  }
  const deviation = Math.sqrt(variance)
  for (const bound of bounds) {
    const z = (bound - mean) / deviation
    const amount = Math.exp(bound)
    const beyond = Math.max(1e-9, 1 - normalCdf(z))
    const far = z > 4
    first += far ? 1.1 * amount : Math.max(amount, (Math.exp(mean + variance / 2) * (1 - normalCdf(z - deviation))) / beyond)
    second += far
      ? 1.3 * amount ** 2
      : Math.max(amount ** 2, (Math.exp(2 * mean + 2 * variance) * (1 - normalCdf(z - 2 * deviation))) / beyond)
  }
  return { first, second }
}

const sortBuffer = new Float64Array(maxUses)

function ascending(uses: readonly UseDay[], emptied: boolean): number[] {
  let count = 0
  for (const use of uses) if (use.emptied === emptied) sortBuffer[count++] = use.quantity
  const sorted = sortBuffer.subarray(0, count).sort()
  const quantities: number[] = []
  for (let i = 0; i < count; i++) quantities.push(sorted[i] ?? 0)
  return quantities
}

/** Computes the product-limit curve (Kaplan and Meier 1958). A censored amount sorts before equal uncensored ones. */
function productLimit(uses: readonly UseDay[]): Pick<UseAmounts, 'values' | 'exceeds' | 'atLeast'> {
  const values = ascending(uses, false)
  const atLeast = ascending(uses, true)
  const exceeds: number[] = []
  let chance = 1
  let emptied = 0
  for (const [i, value] of values.entries()) {
    while (emptied < atLeast.length && (atLeast[emptied] ?? 0) <= value) emptied++
    chance *= 1 - 1 / (uses.length - i - emptied)
    exceeds.push(chance)
  }
  return { values, exceeds, atLeast }
}

/**
 * Returns the observed P(one amount < x) and the number of observations behind it. Beyond the greatest observation, if that one is
 * censored, the remaining probability is split by `otherwise`.
 */
export function observedBelow({ values, exceeds, atLeast }: UseAmounts, x: number, otherwise: number): { chance: number; count: number } {
  const below = countBelow(values, x)
  const emptiedBelow = countBelow(atLeast, x)
  const beyond = below === 0 ? 1 : (exceeds[below - 1] ?? 0)
  const isUnseen = below === values.length && emptiedBelow === atLeast.length
  return { chance: 1 - beyond + (isUnseen ? beyond * otherwise : 0), count: values.length + atLeast.length - emptiedBelow }
}
