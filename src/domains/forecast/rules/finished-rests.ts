import type { IngredientHistory } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/** Numbers of uses that left a tiny, small or medium rest, relative to what they took. */
export type Rests = [tiny: number, small: number, medium: number]

/** Upper limits of a tiny, small and medium rest, relative to the use. A rest of a whole use is a matter of portions. */
const limits = [0.2, 0.5, 0.95] as const

/** Counts a rest of this size relative to the use. Halves don't count: they are a matter of pieces. */
export function countRest(rests: Rests, ratio: number): void {
  if (ratio >= limits[2] || Math.abs(ratio - 0.5) < 0.01) return
  rests[ratio < limits[0] ? 0 : ratio < limits[1] ? 1 : 2]++
}

/**
 * Learns up to what share of a use a rest is eaten with it, from the rests that are rarely left: if nothing is finished, all sizes are
 * about equally likely. Considers nothing, tiny rests, and tiny and small ones.
 */
export function learnFinishedShare(ingredients: readonly IngredientHistory[], assume: ForecastPriors): number {
  const counts: Rests = [0, 0, 0]
  for (const { rests } of ingredients) for (const i of [0, 1, 2] as const) counts[i] += rests[i]
  const likelihood = (...widths: Rests) => {
    const all = widths[0] + widths[1] + widths[2]
    return counts.reduce((sum, count, i) => sum + count * Math.log((widths[i] ?? 0) / all), 0)
  }
  const [tiny, small, medium] = [limits[0], limits[1] - limits[0], limits[2] - limits[1]]
  const rare = assume.finishedAnyway
  const logs = [likelihood(tiny, small, medium), likelihood(rare * tiny, small, medium), likelihood(rare * tiny, rare * small, medium)]
  const max = Math.max(...logs)
  const [none, tinyOnes, smallOnes] = logs.map((log, i) => (assume.finishers[i] ?? 0) * Math.exp(log - max))
  const [a, b, c] = [none ?? 0, tinyOnes ?? 0, smallOnes ?? 0]
  return (assume.finishedShare * (b * limits[0] + c * limits[1])) / (a + b + c)
}
