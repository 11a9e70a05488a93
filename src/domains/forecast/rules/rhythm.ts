import { unitMeanGammaCdf } from './distributions.ts'
import type { IngredientHistory } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'
import { type Weekdays, weigh } from './weekdays.ts'

/** How regularly an ingredient is used. */
export interface Rhythm {
  /** Gamma shape of the intervals between uses: 1 for a Poisson process, more if regular, less if clustered. */
  regularity: number
  /** Mean and variance of the waiting time to the next use from a random day, in mean intervals. */
  wait: number
  waitVariance: number
  /** The same from today; null if today is like a random day. */
  today: { wait: number; waitVariance: number } | null
}

/** Local variation of the intervals between uses (Shinomoto 2003), which is robust to a drifting rate: sum and number of terms. */
export interface Variation {
  sum: number
  pairs: number
}

/** Measures intervals in days of average use, so that a weekday rhythm alone doesn't make them vary. */
export function localVariation({ uses, stocked }: IngredientHistory, weekdays: Weekdays): Variation {
  let sum = 0
  let pairs = 0
  let place = 0
  let before: number | null = null
  for (let i = Math.max(1, uses.length - 150); i < uses.length; i++) {
    const [last, now] = [uses[i - 1]?.day ?? 0, uses[i]?.day ?? 0]
    while (place < stocked.length - 1 && (stocked[place]?.to ?? 0) < last) place++
    // Skip intervals during which the shelf was empty.
    const stretch = stocked[place]
    const between: number | null = stretch && stretch.from <= last && stretch.to >= now ? weigh(weekdays, last + 1, now - 1).sum : null
    if (between !== null && before !== null) {
      // The day of the use between the two intervals counts half to each.
      sum += 3 * ((between - before) / (between + before + weigh(weekdays, last, last).sum)) ** 2
      pairs++
    }
    before = between
  }
  return { sum, pairs }
}

/** Estimates the rhythm of an ingredient used `rate` times a day, shrinking its variation toward the household's. */
export function estimateRhythm(
  ingredient: IngredientHistory,
  own: Variation,
  household: number,
  rate: number,
  weekdays: Weekdays,
  assume: ForecastPriors,
): Rhythm {
  const local = (own.sum + assume.householdPairs * household) / (own.pairs + assume.householdPairs)
  const regularity = Math.min(12, Math.max(0.35, (3 / local - 1) / 2))
  const any = residualWaitingTime(1 / regularity)
  const last = ingredient.uses.at(-1)
  const shelf = ingredient.stocked.at(-1)
  if (!last || !shelf || shelf.to < -1 || shelf.from > last.day) return { regularity, ...any, today: null }
  return { regularity, ...any, today: waitSince(Math.max(0, weigh(weekdays, last.day + 1, -1).sum + 0.5) * rate, regularity) }
}

/** Returns the waiting time in a renewal process from a random time; `variation` is the squared coefficient of variation of its intervals. */
export function residualWaitingTime(variation: number): { wait: number; waitVariance: number } {
  const wait = (1 + variation) / 2
  return { wait, waitVariance: ((1 + variation) * (1 + 2 * variation)) / 3 - wait * wait }
}

/** Returns the waiting time if the last use was `since` mean intervals ago, by numerical integration of the survival function. */
function waitSince(since: number, regularity: number): { wait: number; waitVariance: number } {
  const longer = (x: number) => 1 - unitMeanGammaCdf(x, regularity)
  const now = longer(since)
  if (now < 1e-4) {
    const wait = 0.5 / regularity + 0.1
    return { wait, waitVariance: wait * wait }
  }
  const step = 0.12
  let wait = 0
  let square = 0
  for (let i = 0; i < 40; i++) {
    const x = (i + 0.5) * step
    const chance = longer(since + x) / now
    wait += chance * step
    square += 2 * x * chance * step
    if (chance < 1e-3) break
  }
  return { wait: Math.max(0.02, wait), waitVariance: Math.max(1e-3, square - wait * wait) }
}
