import type { Assumptions } from './assumptions.ts'
import { logRising, risingsOf } from './chances.ts'
import type { Stretch, UseDay } from './history.ts'

/** Days a food was there and days it was used, by how long ago: narrow bins lately, wide ones long ago. */
export interface Exposure {
  days: Float64Array
  uses: Float64Array
  totalDays: number
  totalUses: number
}

/** A course the rate of use may have taken. Rates are days of use per day the food is there. */
export interface RatePhase {
  kind: RatePhaseKind
  /** Among a food's courses the weights sum to 1. */
  weight: number
  /** The rate is gamma with this shape and the mean shape/days. */
  shape: number
  days: number
  /** Fading memory: days after which a departure from `longRun` has worn off; Infinity: never. */
  lasts: number
  longRun: number
  /** Seasonal: at times 1 + swing × cos(2π (day − peak)/year) the mean rate. */
  swing: number
  peak: number
}
/** Where the courses that a food may have taken are put down, food after food. */
export interface UsageHypotheses {
  readonly length: number
  readonly seasons: readonly Season[]
  /** What follows is the next food's. */
  begin(): void
  /** `which`: of the memories, of the seasons. */
  add(kind: RatePhaseKind, logEvidence: number, shape: number, days: number, which?: number, longRun?: number): void
  /** Takes so much from the log evidence of the courses from `first` on. */
  lighten(first: number, by: number): void
}
export const steady = 0
export const changed = 1
export const fading = 2
export const seasonal = 3
export type RatePhaseKind = typeof steady | typeof changed | typeof fading | typeof seasonal

const year = 365.25
/** Two days wide for four weeks, then a week, two weeks, four weeks; one more holds all that is older. */
const widths = [...Array<number>(14).fill(2), ...Array<number>(12).fill(7), ...Array<number>(22).fill(14), ...Array<number>(25).fill(28)]
const starts: number[] = [0]
for (const width of widths) starts.push((starts.at(-1) ?? 0) + width)
const bins = starts.length
const oldest = bins - 1
/** A habit is taken to have changed at every other bin. */
export const maxChanged = bins >> 1
const middles = starts.map((start, i) => start + (widths[i] ?? 160) / 2)
const binOfDay = new Uint8Array((starts[oldest] ?? 0) + 1)
for (let bin = 0; bin < bins; bin++) binOfDay.fill(bin, starts[bin])
/** Bin of a day before today. */
const binOf = (day: number) => binOfDay[Math.min(-day - 1, binOfDay.length - 1)] ?? oldest

/** How much room the bins of a food take. */
export const exposureRoom = 2 * bins

/** Fills the bins, in `room` that is zero. A food just arrived can be used for `arrivalShare` of its first day. */
export function expose(
  stocked: readonly Stretch[],
  used: readonly UseDay[],
  arrivalShare: number,
  room = new Float64Array(exposureRoom),
): Exposure {
  const days = room.subarray(0, bins)
  const uses = room.subarray(bins)
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

/** Log evidence of a number of uses in a number of days under a gamma(shape, days) rate; `rising`: ln Γ(shape + uses) − ln Γ(shape). */
const evidence = (shape: number, before: number, uses: number, days: number, rising: number) =>
  shape * Math.log(before / (before + days)) + (uses > 0 ? rising - uses * Math.log(before + days) : 0)

/** Every course a food may have taken, with the log of its evidence (within its kind shared evenly); `before` with `shape` is the belief in its rate. */
export function addCourses(onto: UsageHypotheses, seen: Exposure, shape: number, before: number, assume: Assumptions): void {
  const { totalDays: days, totalUses: uses } = seen
  onto.begin()
  const rising = risingsOf(shape, uses)[uses] ?? 0
  onto.add(steady, evidence(shape, before, uses, days, rising), shape + uses, before + days)
  addChanged(onto, seen, shape, before, assume)
  for (const memory of assume.memories.keys()) addFading(onto, seen, shape, before, memory, assume)
  if (uses >= 5) addSeasonal(onto, seen, shape, before, rising)
}

/** Old habits up to some day, new ones since. */
function addChanged(onto: UsageHypotheses, seen: Exposure, shape: number, before: number, assume: Assumptions): void {
  const { changeShape, changeFactor } = assume
  const [oldRisings, newRisings] = [risingsOf(shape, seen.totalUses), risingsOf(changeShape, seen.totalUses)]
  const first = onto.length
  let days = 0
  let uses = 0
  for (let bin = 0; bin < oldest; bin++) {
    days += seen.days[bin] ?? 0
    uses += seen.uses[bin] ?? 0
    const oldDays = seen.totalDays - days
    const oldUses = seen.totalUses - uses
    if (oldDays < 2) break
    if (bin % 2 === 0 || days < 2 || !((seen.days[bin] ?? 0) > 0)) continue
    const newBefore = (changeShape * (before + oldDays)) / ((shape + oldUses) * changeFactor)
    const old = evidence(shape, before, oldUses, oldDays, oldRisings[oldUses] ?? 0)
    const recent = evidence(changeShape, newBefore, uses, days, newRisings[uses] ?? 0)
    onto.add(changed, old + recent, changeShape + uses, newBefore + days)
  }
  onto.lighten(first, Math.log(onto.length - first))
}

/** What was long ago counts less; judged by how well it would have foretold each bin from those before. */
function addFading(onto: UsageHypotheses, seen: Exposure, shape: number, before: number, which: number, assume: Assumptions): void {
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
    const binDays = seen.days[bin] ?? 0
    const binUses = seen.uses[bin] ?? 0
    if (binDays <= 0 && binUses <= 0) continue
    if (last >= 0) {
      const kept = Math.exp((now - last) / memory)
      uses *= kept
      days *= kept
    }
    const rising = binUses > 0 ? logRising(belief + uses, binUses) : 0
    weight += evidence(belief + uses, (belief * allDays) / allUses + days, binUses, Math.max(0.5, binDays), rising)
    uses += binUses
    days += binDays
    allUses += binUses
    allDays += binDays
    last = now
  }
  if (last < 0) return
  const kept = Math.exp(-last / memory)
  const longRun = allUses / allDays
  const even = weight - Math.log(assume.memories.length)
  onto.add(fading, even, belief + uses * kept, belief / longRun + days * kept, which, longRun)
}

/** A yearly rise and fall, with its factor (and the logarithm of it) for each bin. */
export interface Season {
  swing: number
  peak: number
  factors: number[]
  logs: number[]
}

/** The seasons considered; the same for every food. */
export const seasonsOf = ({ swings, seasonPeaks }: Assumptions): Season[] =>
  swings.flatMap((swing) =>
    Array.from({ length: seasonPeaks }, (_, i) => {
      const peak = (i * year) / seasonPeaks
      const factors = middles.map((middle) => 1 + swing * Math.cos((2 * Math.PI * (-middle - peak)) / year))
      return { swing, peak, factors, logs: factors.map(Math.log) }
    }),
  )

/** Once a year up and down. */
function addSeasonal(onto: UsageHypotheses, seen: Exposure, shape: number, before: number, rising: number): void {
  const even = Math.log(onto.seasons.length)
  for (const [which, { factors, logs }] of onto.seasons.entries()) {
    let days = 0
    let told = 0
    for (let bin = 0; bin < bins; bin++) {
      const binDays = seen.days[bin] ?? 0
      if (binDays === 0) continue
      days += binDays * (factors[bin] ?? 1)
      told += (seen.uses[bin] ?? 0) * (logs[bin] ?? 0)
    }
    onto.add(seasonal, told + evidence(shape, before, seen.totalUses, days, rising) - even, shape + seen.totalUses, before + days, which)
  }
}

/** Mean rate the course expects over days `from` to `to`, counted from today. */
export function rateOver({ shape, days, lasts, longRun, swing, peak }: RatePhase, from: number, to: number): number {
  const rate = shape / days
  if (lasts < Infinity) {
    const span = (to - from + 1) / lasts
    return longRun + ((rate - longRun) * (1 - Math.exp(-span))) / span
  }
  if (swing === 0) return rate
  const turn = (2 * Math.PI) / year
  return rate * (1 + (swing * (Math.sin((to + 1 - peak) * turn) - Math.sin((from - peak) * turn))) / (turn * (to - from + 1)))
}
