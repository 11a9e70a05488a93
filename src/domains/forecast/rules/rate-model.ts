import { logRisingFactorial, logRisingFactorials } from './distributions.ts'
import type { DayRange, UseDay } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/** Days an ingredient was in stock and days it was used, binned by age with wider bins for older days. */
export interface Exposure {
  days: Float64Array
  uses: Float64Array
  totalDays: number
  totalUses: number
}

/** A model of the rate of use, in days of use per day in stock. */
export interface RateModel {
  kind: RateModelKind
  /** Posterior weight; an ingredient's weights sum to 1. */
  weight: number
  /** The current rate is gamma-distributed with this shape and mean `shape / days`. */
  shape: number
  days: number
  /** For fading memory: days in which a deviation from the rate `longRun` decays; otherwise Infinity. */
  lasts: number
  longRun: number
  /** For seasonal models: the rate is multiplied by 1 + swing × cos(2π (day − peak) / year). */
  swing: number
  peak: number
}
/** Collects the candidate rate models of one ingredient after another. */
export interface RateModelCollector {
  readonly length: number
  readonly seasons: readonly Season[]
  /** Starts the next ingredient. */
  begin(): void
  /** `which` is the index of the memory or season. */
  add(kind: RateModelKind, logEvidence: number, shape: number, days: number, which?: number, longRun?: number): void
  /** Subtracts `by` from the log evidence of the models from `first` on. */
  subtractEvidence(first: number, by: number): void
}
export const steadyKind = 0
export const changedKind = 1
export const fadingKind = 2
export const seasonalKind = 3
export type RateModelKind = typeof steadyKind | typeof changedKind | typeof fadingKind | typeof seasonalKind

const year = 365.25
/** Bin widths in days; one more bin holds all older days. */
const widths = [...Array<number>(14).fill(2), ...Array<number>(12).fill(7), ...Array<number>(22).fill(14), ...Array<number>(25).fill(28)]
const starts: number[] = [0]
for (const width of widths) starts.push((starts.at(-1) ?? 0) + width)
const bins = starts.length
const oldest = bins - 1
/** Change points are considered at every other bin. */
export const maxChanged = bins >> 1
const middles = starts.map((start, i) => start + (widths[i] ?? 160) / 2)
const binOfDay = new Uint8Array((starts[oldest] ?? 0) + 1)
for (let bin = 0; bin < bins; bin++) binOfDay.fill(bin, starts[bin])
const binOf = (day: number) => binOfDay[Math.min(-day - 1, binOfDay.length - 1)] ?? oldest

/** Length of the buffer for one ingredient's bins. */
export const exposureLength = 2 * bins

/** Fills the bins in `buffer`, which must be zero. An ingredient counts as in stock for `arrivalShare` of its first day. */
export function countExposure(
  stocked: readonly DayRange[],
  used: readonly UseDay[],
  arrivalShare: number,
  buffer = new Float64Array(exposureLength),
): Exposure {
  const days = buffer.subarray(0, bins)
  const uses = buffer.subarray(bins)
  for (const { from, to } of stocked) {
    let day = to
    while (day >= from) {
      const bin = binOf(day)
      const next = bin === oldest ? from : Math.max(from, -(starts[bin + 1] ?? 0))
      days[bin] = (days[bin] ?? 0) + day - next + 1
      day = next - 1
    }
    const first = binOf(from)
    days[first] = Math.max(0, (days[first] ?? 0) - (1 - arrivalShare))
  }
  for (const { day } of used) {
    const bin = binOf(day)
    uses[bin] = (uses[bin] ?? 0) + 1
  }
  let totalDays = 0
  for (let bin = 0; bin < bins; bin++) totalDays += days[bin] ?? 0
  return { days, uses, totalDays, totalUses: used.length }
}

/** Returns the log evidence of `uses` in `days` under a gamma(shape, before) rate; `rising` is ln Γ(shape + uses) − ln Γ(shape). */
const evidence = (shape: number, before: number, uses: number, days: number, rising: number) =>
  shape * Math.log(before / (before + days)) + (uses > 0 ? rising - uses * Math.log(before + days) : 0)

/** Adds all candidate models of an ingredient with their log evidence, split evenly within each kind. The prior rate is gamma(shape, before). */
export function addRateModels(
  collector: RateModelCollector,
  exposure: Exposure,
  shape: number,
  before: number,
  assume: ForecastPriors,
): void {
  const { totalDays: days, totalUses: uses } = exposure
  collector.begin()
  const rising = logRisingFactorials(shape, uses)[uses] ?? 0
  collector.add(steadyKind, evidence(shape, before, uses, days, rising), shape + uses, before + days)
  addChanged(collector, exposure, shape, before, assume)
  for (const memory of assume.memories.keys()) addFading(collector, exposure, shape, before, memory, assume)
  if (uses >= 5) addSeasonal(collector, exposure, shape, before, rising)
}

/** Adds models whose rate changed once. */
function addChanged(collector: RateModelCollector, exposure: Exposure, shape: number, before: number, assume: ForecastPriors): void {
  const { changeShape, changeFactor } = assume
  const [oldRisings, newRisings] = [logRisingFactorials(shape, exposure.totalUses), logRisingFactorials(changeShape, exposure.totalUses)]
  const first = collector.length
  let days = 0
  let uses = 0
  for (let bin = 0; bin < oldest; bin++) {
    days += exposure.days[bin] ?? 0
    uses += exposure.uses[bin] ?? 0
    const oldDays = exposure.totalDays - days
    const oldUses = exposure.totalUses - uses
    if (oldDays < 2) break
    if (bin % 2 === 0 || days < 2 || !((exposure.days[bin] ?? 0) > 0)) continue
    const newBefore = (changeShape * (before + oldDays)) / ((shape + oldUses) * changeFactor)
    const old = evidence(shape, before, oldUses, oldDays, oldRisings[oldUses] ?? 0)
    const recent = evidence(changeShape, newBefore, uses, days, newRisings[uses] ?? 0)
    collector.add(changedKind, old + recent, changeShape + uses, newBefore + days)
  }
  collector.subtractEvidence(first, Math.log(collector.length - first))
}

/** Adds a model that weights recent days more. Its evidence is how well it predicts each bin from earlier ones. */
function addFading(
  collector: RateModelCollector,
  exposure: Exposure,
  shape: number,
  before: number,
  which: number,
  assume: ForecastPriors,
): void {
  const memory = assume.memories[which] ?? Infinity
  const belief = assume.longRunUses
  let uses = 0
  let days = 0
  let allUses = shape
  let allDays = before
  let weight = 0
  let last = -1
  for (let bin = oldest; bin >= 0; bin--) {
    const now = middles[bin] ?? 0
    const binDays = exposure.days[bin] ?? 0
    const binUses = exposure.uses[bin] ?? 0
    if (binDays <= 0 && binUses <= 0) continue
    if (last >= 0) {
      const decay = Math.exp((now - last) / memory)
      uses *= decay
      days *= decay
    }
    const rising = binUses > 0 ? logRisingFactorial(belief + uses, binUses) : 0
    weight += evidence(belief + uses, (belief * allDays) / allUses + days, binUses, Math.max(0.5, binDays), rising)
    uses += binUses
    days += binDays
    allUses += binUses
    allDays += binDays
    last = now
  }
  if (last < 0) return
  const decay = Math.exp(-last / memory)
  const longRun = allUses / allDays
  const even = weight - Math.log(assume.memories.length)
  collector.add(fadingKind, even, belief + uses * decay, belief / longRun + days * decay, which, longRun)
}

/** A yearly cycle, with its factor and log factor for each bin. */
export interface Season {
  swing: number
  peak: number
  factors: number[]
  logs: number[]
}

/** Returns the seasons considered for every ingredient. */
export const seasonsOf = ({ swings, seasonPeaks }: ForecastPriors): Season[] =>
  swings.flatMap((swing) =>
    Array.from({ length: seasonPeaks }, (_, i) => {
      const peak = (i * year) / seasonPeaks
      const factors = middles.map((middle) => 1 + swing * Math.cos((2 * Math.PI * (-middle - peak)) / year))
      return { swing, peak, factors, logs: factors.map(Math.log) }
    }),
  )

/** Adds the seasonal models. */
function addSeasonal(collector: RateModelCollector, exposure: Exposure, shape: number, before: number, rising: number): void {
  const even = Math.log(collector.seasons.length)
  for (const [which, { factors, logs }] of collector.seasons.entries()) {
    let days = 0
    let logFactors = 0
    for (let bin = 0; bin < bins; bin++) {
      const binDays = exposure.days[bin] ?? 0
      if (binDays === 0) continue
      days += binDays * (factors[bin] ?? 1)
      logFactors += (exposure.uses[bin] ?? 0) * (logs[bin] ?? 0)
    }
    collector.add(
      seasonalKind,
      logFactors + evidence(shape, before, exposure.totalUses, days, rising) - even,
      shape + exposure.totalUses,
      before + days,
      which,
    )
  }
}

/** Returns the model's mean rate over the days `from` to `to`, relative to today. */
export function rateOver({ shape, days, lasts, longRun, swing, peak }: RateModel, from: number, to: number): number {
  const rate = shape / days
  if (lasts < Infinity) {
    const span = (to - from + 1) / lasts
    return longRun + ((rate - longRun) * (1 - Math.exp(-span))) / span
  }
  if (swing === 0) return rate
  const turn = (2 * Math.PI) / year
  return rate * (1 + (swing * (Math.sin((to + 1 - peak) * turn) - Math.sin((from - peak) * turn))) / (turn * (to - from + 1)))
}
