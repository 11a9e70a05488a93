import type { ForecastPriors } from './priors.ts'
import type { Habits } from './recording-habits.ts'

/** More inexact or forgetful households than this are treated as this. */
const maxInexact = 0.4
const maxForgets = 0.3

/**
 * Corrects the probability that something of a lot is left in a household whose records don't tell all: the log odds are drawn toward
 * even, and more so if the lot holds many uses. The constants are fitted on simulated households (`bench/waste/fit-doubt.ts`). Rises
 * with `probability` and with `uses`, the number of usual uses that the lot holds.
 */
export function doubtByHabits(probability: number, uses: number, { recorded, inexact, forgets }: Habits, assume: ForecastPriors): number {
  if (probability <= 0 || probability >= 1) return probability
  const isInferred = recorded < assume.recordsTrusted
  const strength = isInferred ? Math.min(maxInexact, inexact) : Math.min(maxForgets, forgets)
  const [shift, slope, bySize] = isInferred ? assume.inexactDoubt : assume.forgetfulDoubt
  const logOdds = Math.log(probability / (1 - probability))
  return 1 / (1 + Math.exp(-logOdds - strength * (shift + slope * logOdds + bySize * logUses(uses))))
}

/** Returns the logarithm of the number of uses, within the range that the constants were fitted for. */
export const logUses = (uses: number): number => Math.log(Math.min(60, Math.max(0.2, uses)))
