import type { Assumptions } from './assumptions.ts'
import {
  fading,
  maxChanged,
  type RatePhase,
  type RatePhaseKind,
  type Season,
  seasonal,
  seasonsOf,
  steady,
  type UsageHypotheses,
} from './rate-model.ts'

/** The courses that many foods may have taken, in columns: as objects they would be hundreds of thousands. */
export class Candidates implements UsageHypotheses {
  readonly seasons: readonly Season[]
  length = 0
  private readonly assume: Assumptions
  private readonly firsts: number[] = []
  private readonly kinds: Uint8Array
  private readonly whiches: Uint8Array
  /** Logarithms of the evidence, until they are weighed. */
  private readonly weights: Float64Array
  private readonly shapes: Float64Array
  private readonly days: Float64Array
  private readonly longRuns: Float64Array
  private shares: readonly number[] = []

  constructor(ingredients: number, assume: Assumptions) {
    this.assume = assume
    this.seasons = seasonsOf(assume)
    const max = ingredients * (1 + maxChanged + assume.memories.length + this.seasons.length)
    this.kinds = new Uint8Array(max)
    this.whiches = new Uint8Array(max)
    this.weights = new Float64Array(max)
    this.shapes = new Float64Array(max)
    this.days = new Float64Array(max)
    this.longRuns = new Float64Array(max)
  }

  begin(): void {
    this.firsts.push(this.length)
  }

  add(kind: RatePhaseKind, logEvidence: number, shape: number, days: number, which = 0, longRun = 0): void {
    const i = this.length++
    this.kinds[i] = kind
    this.weights[i] = logEvidence
    this.shapes[i] = shape
    this.days[i] = days
    this.whiches[i] = which
    this.longRuns[i] = longRun
  }

  lighten(first: number, by: number): void {
    for (let i = first; i < this.length; i++) this.weights[i] = (this.weights[i] ?? 0) - by
  }

  /** Weighs the kinds of courses over all foods: how often each is met in the household is itself learned (empirical Bayes, by EM). */
  weigh(): void {
    this.shares = this.sharesOf(this.firsts.map((first, ingredient) => this.kindsOf(first, this.endOf(ingredient))))
  }

  /** The courses worth keeping of a food, once they are weighed; their weights sum to 1. */
  likely(ingredient: number): RatePhase[] {
    const [first, end] = [this.firsts[ingredient] ?? this.length, this.endOf(ingredient)]
    let total = 0
    for (let i = first; i < end; i++) total += this.shareOf(i)
    const min = 0.01 * total
    const kept: RatePhase[] = []
    let sum = 0
    for (let i = first; i < end; i++) {
      const weight = this.shareOf(i)
      if (weight <= min) continue
      kept.push(this.course(i, weight))
      sum += weight
    }
    for (const course of kept) course.weight /= sum
    return kept
  }

  private endOf(ingredient: number): number {
    return this.firsts[ingredient + 1] ?? this.length
  }

  /** Evidence of each kind beside the likeliest course's; the weights are no logarithms afterwards. */
  private kindsOf(first: number, end: number): number[] {
    let max = -Infinity
    for (let i = first; i < end; i++) max = Math.max(max, this.weights[i] ?? 0)
    const kinds = [0, 0, 0, 0]
    for (let i = first; i < end; i++) {
      const weight = Math.exp((this.weights[i] ?? 0) - max)
      this.weights[i] = weight
      const kind = this.kinds[i] ?? steady
      kinds[kind] = (kinds[kind] ?? 0) + weight
    }
    // a course that could not be told from a steady one speaks neither for nor against it
    return kinds.map((kind) => (kind > 0 ? kind : (kinds[steady] ?? 0)))
  }

  private sharesOf(ingredients: readonly (readonly number[])[]): readonly number[] {
    const { courseShares, courseFoods } = this.assume
    let [a, b, c, d] = courseShares
    for (let round = 0; round < 8; round++) {
      const counts = courseShares.map((share) => share * courseFoods) as [number, number, number, number]
      for (const [w = 0, x = 0, y = 0, z = 0] of ingredients) {
        const total = w * a + x * b + y * c + z * d
        counts[0] += (w * a) / total
        counts[1] += (x * b) / total
        counts[2] += (y * c) / total
        counts[3] += (z * d) / total
      }
      const total = counts[0] + counts[1] + counts[2] + counts[3]
      ;[a, b, c, d] = [counts[0] / total, counts[1] / total, counts[2] / total, counts[3] / total]
    }
    return [a, b, c, d]
  }

  private shareOf(i: number): number {
    return (this.weights[i] ?? 0) * (this.shares[this.kinds[i] ?? steady] ?? 0)
  }

  private course(i: number, weight: number): RatePhase {
    const kind = (this.kinds[i] ?? steady) as RatePhaseKind
    const which = this.whiches[i] ?? 0
    const season = kind === seasonal ? this.seasons[which] : undefined
    return {
      kind,
      weight,
      shape: this.shapes[i] ?? 0,
      days: this.days[i] ?? 0,
      lasts: kind === fading ? (this.assume.memories[which] ?? Infinity) * this.assume.departureLasts : Infinity,
      longRun: this.longRuns[i] ?? 0,
      swing: season?.swing ?? 0,
      peak: season?.peak ?? 0,
    }
  }
}
