import type { ForecastPriors } from './priors.ts'
import {
  fadingKind,
  maxChanged,
  type RateModel,
  type RateModelCollector,
  type RateModelKind,
  type Season,
  seasonalKind,
  seasonsOf,
  steadyKind,
} from './rate-model.ts'

/** The candidate rate models of all ingredients, stored in columns to avoid hundreds of thousands of objects. */
export class RateModelCandidates implements RateModelCollector {
  readonly seasons: readonly Season[]
  length = 0
  private readonly assume: ForecastPriors
  private readonly firsts: number[] = []
  private readonly kinds: Uint8Array
  private readonly whiches: Uint8Array
  /** Log evidence; likelihoods relative to the best model after `weigh`. */
  private readonly weights: Float64Array
  private readonly shapes: Float64Array
  private readonly days: Float64Array
  private readonly longRuns: Float64Array
  private shares: readonly number[] = []

  constructor(ingredients: number, assume: ForecastPriors) {
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

  add(kind: RateModelKind, logEvidence: number, shape: number, days: number, which = 0, longRun = 0): void {
    const i = this.length++
    this.kinds[i] = kind
    this.weights[i] = logEvidence
    this.shapes[i] = shape
    this.days[i] = days
    this.whiches[i] = which
    this.longRuns[i] = longRun
  }

  subtractEvidence(first: number, by: number): void {
    for (let i = first; i < this.length; i++) this.weights[i] = (this.weights[i] ?? 0) - by
  }

  /** Learns the household's shares of the model kinds from all ingredients (empirical Bayes, by EM). */
  weigh(): void {
    this.shares = this.learnShares(this.firsts.map((first, ingredient) => this.evidenceByKind(first, this.endOf(ingredient))))
  }

  /** Returns an ingredient's models above 1% of the evidence, with weights that sum to 1. Call `weigh` first. */
  likelyModels(ingredient: number): RateModel[] {
    const [first, end] = [this.firsts[ingredient] ?? this.length, this.endOf(ingredient)]
    let total = 0
    for (let i = first; i < end; i++) total += this.shareOf(i)
    const min = 0.01 * total
    const models: RateModel[] = []
    let sum = 0
    for (let i = first; i < end; i++) {
      const weight = this.shareOf(i)
      if (weight <= min) continue
      models.push(this.toRateModel(i, weight))
      sum += weight
    }
    for (const model of models) model.weight /= sum
    return models
  }

  private endOf(ingredient: number): number {
    return this.firsts[ingredient + 1] ?? this.length
  }

  /** Returns the evidence of each kind relative to the best model, and converts the weights from logs. */
  private evidenceByKind(first: number, end: number): number[] {
    let max = -Infinity
    for (let i = first; i < end; i++) max = Math.max(max, this.weights[i] ?? 0)
    const kinds = [0, 0, 0, 0]
    for (let i = first; i < end; i++) {
      const weight = Math.exp((this.weights[i] ?? 0) - max)
      this.weights[i] = weight
      const kind = this.kinds[i] ?? steadyKind
      kinds[kind] = (kinds[kind] ?? 0) + weight
    }
    // A kind without a candidate counts as evidence neither for nor against it.
    return kinds.map((kind) => (kind > 0 ? kind : (kinds[steadyKind] ?? 0)))
  }

  private learnShares(ingredients: readonly (readonly number[])[]): readonly number[] {
    const { modelShares, modelIngredients } = this.assume
    let [a, b, c, d] = modelShares
    for (let round = 0; round < 8; round++) {
      const counts = modelShares.map((share) => share * modelIngredients) as [number, number, number, number]
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
    return (this.weights[i] ?? 0) * (this.shares[this.kinds[i] ?? steadyKind] ?? 0)
  }

  private toRateModel(i: number, weight: number): RateModel {
    const kind = (this.kinds[i] ?? steadyKind) as RateModelKind
    const which = this.whiches[i] ?? 0
    const season = kind === seasonalKind ? this.seasons[which] : undefined
    return {
      kind,
      weight,
      shape: this.shapes[i] ?? 0,
      days: this.days[i] ?? 0,
      lasts: kind === fadingKind ? (this.assume.memories[which] ?? Infinity) * this.assume.departureLasts : Infinity,
      longRun: this.longRuns[i] ?? 0,
      swing: season?.swing ?? 0,
      peak: season?.peak ?? 0,
    }
  }
}
