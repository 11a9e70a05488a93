import type { Assumptions } from './assumptions.ts'
import { countBelow, normalCdf } from './chances.ts'
import type { UseDay } from './history.ts'

/** How much is used on a day of use, in the food's unit. */
export interface Amounts {
  mean: number
  /** Squared variation (variance over squared mean) of one amount, and of what is believed of the mean. */
  variation: number
  doubt: number
  /** All amounts are multiples of it; 0: they are not. */
  step: number
  /** Product-limit curve of the amounts: below `values[i]` … and the chance to exceed it. */
  values: number[]
  exceeds: number[]
  /** Amounts that emptied the shelf, ascending: they may have wanted more. */
  atLeast: number[]
}

/** No more than the last so many days of use: what people take at a time changes little, and sorting has its price. */
const max = 200

/** Greatest step of which all quantities are multiples, to a thousandth. */
function commonStep(quantities: readonly number[]): number {
  let step = 0
  for (const quantity of quantities) {
    let a = Math.round(quantity * 1000)
    while (a > 0) {
      const rest = step % a
      step = a
      a = rest
    }
    if (step <= 1) break
  }
  return step / 1000
}

/** Mean of the logarithm of amounts over lot size, and how many; what households pool. Null: no use yet. */
export function meanLogShare(uses: readonly UseDay[], lotSize: number): { mean: number; count: number } | null {
  let sum = 0
  const from = Math.max(0, uses.length - max)
  for (let i = from; i < uses.length; i++) sum += Math.log((uses[i]?.quantity ?? lotSize) / lotSize)
  const count = uses.length - from
  return count === 0 ? null : { mean: sum / count, count }
}

/**
 * Amounts from the days of use. A day that emptied the shelf says "at least this much": such amounts are replaced by what is to be
 * expected of a lognormal above them, in turn with its mean and deviation (EM). The figures are drawn toward `usualLog`, the logarithm
 * of the amount usual for the household, by a few uses' worth.
 */
export function readAmounts(uses: readonly UseDay[], lotSize: number, usualLog: number, assume: Assumptions): Amounts {
  const known = uses.length > max ? uses.slice(-max) : uses
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

function fitLogs(exact: readonly number[], bounds: readonly number[], usualLog: number, usualVariance: number, assume: Assumptions) {
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

/** Sum of amounts and of their squares, those that emptied the shelf by what a lognormal expects above them. */
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

const room = new Float64Array(max)

function ascending(uses: readonly UseDay[], emptied: boolean): number[] {
  let count = 0
  for (const use of uses) if (use.emptied === emptied) room[count++] = use.quantity
  const sorted = room.subarray(0, count).sort()
  const quantities: number[] = []
  for (let i = 0; i < count; i++) quantities.push(sorted[i] ?? 0)
  return quantities
}

/** Kaplan and Meier 1958; an amount that emptied the shelf counts as at least as much, so it stands before its equals. */
function productLimit(uses: readonly UseDay[]): Pick<Amounts, 'values' | 'exceeds' | 'atLeast'> {
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
 * P(one amount < x) as observed, and how many observations say so. Beyond the greatest observation, where that one emptied the shelf,
 * nothing was seen: there `otherwise` speaks.
 */
export function observedBelow({ values, exceeds, atLeast }: Amounts, x: number, otherwise: number): { chance: number; count: number } {
  const below = countBelow(values, x)
  const emptiedBelow = countBelow(atLeast, x)
  const beyond = below === 0 ? 1 : (exceeds[below - 1] ?? 0)
  const isUnseen = below === values.length && emptiedBelow === atLeast.length
  return { chance: 1 - beyond + (isUnseen ? beyond * otherwise : 0), count: values.length + atLeast.length - emptiedBelow }
}
