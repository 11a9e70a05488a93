import type { Assumptions } from './assumptions.ts'
import { logRising } from './chances.ts'
import type { Stretch, UseDay } from './history.ts'

/** Days a food was there and days it was used, by how long ago: narrow bins lately, wide ones long ago. */
export interface Exposure {
  days: Float64Array
  uses: Float64Array
  totalDays: number
  totalUses: number
}

/** A course the rate of use may have taken. Rates are days of use per day the food is there. */
export interface Course {
  kind: CourseKind
  /** Among a food's courses the weights sum to 1; before they are weighed it is the logarithm of the evidence. */
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
export const steady = 0
export const changed = 1
export const fading = 2
export const seasonal = 3
export type CourseKind = typeof steady | typeof changed | typeof fading | typeof seasonal

const year = 365.25
/** Two days wide for four weeks, then a week, two weeks, four weeks; one more holds all that is older. */
const widths = [...Array<number>(14).fill(2), ...Array<number>(12).fill(7), ...Array<number>(22).fill(14), ...Array<number>(25).fill(28)]
const starts: number[] = [0]
for (const width of widths) starts.push((starts.at(-1) ?? 0) + width)
const bins = starts.length
const oldest = bins - 1
const middles = starts.map((start, i) => start + (widths[i] ?? 160) / 2)
const binOfDay = new Uint8Array((starts[oldest] ?? 0) + 1)
for (let bin = 0; bin < bins; bin++) binOfDay.fill(bin, starts[bin])
/** Bin of a day before today. */
const binOf = (day: number) => binOfDay[Math.min(-day - 1, binOfDay.length - 1)] ?? oldest

/** Fills the bins. A food just arrived can be used for `arrivalShare` of its first day. */
export function expose(stocked: readonly Stretch[], uses: readonly UseDay[], arrivalShare: number): Exposure {
  const exposure: Exposure = { days: new Float64Array(bins), uses: new Float64Array(bins), totalDays: 0, totalUses: uses.length }
  const { days } = exposure
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
  for (const { day } of uses) {
    const bin = binOf(day)
    exposure.uses[bin] = (exposure.uses[bin] ?? 0) + 1
  }
  for (let bin = 0; bin < bins; bin++) exposure.totalDays += days[bin] ?? 0
  return exposure
}

/** Log evidence of a number of uses in a number of days under a gamma(shape, days) rate. */
const evidence = (shape: number, before: number, uses: number, days: number) =>
  shape * Math.log(before / (before + days)) + (uses > 0 ? logRising(shape, uses) - uses * Math.log(before + days) : 0)

const plain = { lasts: Infinity, longRun: 0, swing: 0, peak: 0 }

/** Every course with the log of its evidence (within its kind shared evenly); `shape` and `before` are the belief in the rate beforehand. */
export function possibleCourses(seen: Exposure, shape: number, before: number, seasons: readonly Season[], assume: Assumptions): Course[] {
  const { totalDays: days, totalUses: uses } = seen
  const courses: Course[] = [
    { kind: steady, weight: evidence(shape, before, uses, days), shape: shape + uses, days: before + days, ...plain },
  ]
  addChanged(courses, seen, shape, before, assume)
  for (const memory of assume.memories) addFading(courses, seen, shape, before, memory, assume)
  if (uses >= 5) addSeasonal(courses, seen, shape, before, seasons)
  return courses
}

/** Old habits up to some day, new ones since. */
function addChanged(courses: Course[], seen: Exposure, shape: number, before: number, assume: Assumptions): void {
  const first = courses.length
  let days = 0
  let uses = 0
  for (let bin = 0; bin < oldest; bin++) {
    days += seen.days[bin] ?? 0
    uses += seen.uses[bin] ?? 0
    const [oldDays, oldUses] = [seen.totalDays - days, seen.totalUses - uses]
    if (oldDays < 2) break
    if (bin % 2 === 0 || days < 2 || !((seen.days[bin] ?? 0) > 0)) continue
    const newBefore = (assume.changeShape * (before + oldDays)) / ((shape + oldUses) * assume.changeFactor)
    const weight = evidence(shape, before, oldUses, oldDays) + evidence(assume.changeShape, newBefore, uses, days)
    courses.push({ kind: changed, weight, shape: assume.changeShape + uses, days: newBefore + days, ...plain })
  }
  const even = Math.log(courses.length - first)
  for (let i = first; i < courses.length; i++) {
    const course = courses[i]
    if (course) course.weight -= even
  }
}

/** What was long ago counts less; judged by how well it would have foretold each bin from those before. */
function addFading(courses: Course[], seen: Exposure, shape: number, before: number, memory: number, assume: Assumptions): void {
  const belief = assume.longRunUses
  let uses = 0
  let days = 0
  let allUses = shape
  let allDays = before
  let weight = 0
  let last = -1
  for (let bin = oldest; bin >= 0; bin--) {
    const now = middles[bin] ?? 0
    const [binDays, binUses] = [seen.days[bin] ?? 0, seen.uses[bin] ?? 0]
    if (binDays <= 0 && binUses <= 0) continue
    if (last >= 0) {
      const kept = Math.exp((now - last) / memory)
      uses *= kept
      days *= kept
    }
    weight += evidence(belief + uses, (belief * allDays) / allUses + days, binUses, Math.max(0.5, binDays))
    uses += binUses
    days += binDays
    allUses += binUses
    allDays += binDays
    last = now
  }
  if (last < 0) return
  const kept = Math.exp(-last / memory)
  const longRun = allUses / allDays
  courses.push({
    ...plain,
    kind: fading,
    weight: weight - Math.log(assume.memories.length),
    shape: belief + uses * kept,
    days: belief / longRun + days * kept,
    lasts: memory * assume.departureLasts,
    longRun,
  })
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
function addSeasonal(courses: Course[], seen: Exposure, shape: number, before: number, seasons: readonly Season[]): void {
  const even = Math.log(seasons.length)
  for (const { swing, peak, factors, logs } of seasons) {
    let days = 0
    let told = 0
    for (let bin = 0; bin < bins; bin++) {
      const binDays = seen.days[bin] ?? 0
      if (binDays === 0) continue
      days += binDays * (factors[bin] ?? 1)
      told += (seen.uses[bin] ?? 0) * (logs[bin] ?? 0)
    }
    const weight = told + evidence(shape, before, seen.totalUses, days) - even
    courses.push({ ...plain, kind: seasonal, weight, shape: shape + seen.totalUses, days: before + days, swing, peak })
  }
}

/** Mean rate the course expects over days `from` to `to`, counted from today. */
export function rateOver({ shape, days, lasts, longRun, swing, peak }: Course, from: number, to: number): number {
  const rate = shape / days
  if (lasts < Infinity) {
    const span = (to - from + 1) / lasts
    return longRun + ((rate - longRun) * (1 - Math.exp(-span))) / span
  }
  if (swing === 0) return rate
  const turn = (2 * Math.PI) / year
  return rate * (1 + (swing * (Math.sin((to + 1 - peak) * turn) - Math.sin((from - peak) * turn))) / (turn * (to - from + 1)))
}

/**
 * Weighs the courses of all foods of a household: how often a kind of course is met there is itself learned (empirical Bayes, by EM).
 * Answers the courses worth keeping of each food, with weights that sum to 1.
 */
export function weighCourses(foods: readonly Course[][], assume: Assumptions): Course[][] {
  const evidences = foods.map((courses) => {
    const most = courses.reduce((high, { weight }) => Math.max(high, weight), -Infinity)
    const kinds = [0, 0, 0, 0]
    for (const { kind, weight } of courses) kinds[kind] = (kinds[kind] ?? 0) + Math.exp(weight - most)
    // a course that could not be told from a steady one speaks neither for nor against it
    return kinds.map((kind) => (kind > 0 ? kind : (kinds[steady] ?? 0)))
  })
  let shares: readonly number[] = assume.courseShares
  for (let round = 0; round < 8; round++) {
    const counts = assume.courseShares.map((share) => share * assume.courseFoods)
    for (const kinds of evidences) {
      const total = kinds.reduce((sum, kind, i) => sum + kind * (shares[i] ?? 0), 0)
      for (const [i, kind] of kinds.entries()) counts[i] = (counts[i] ?? 0) + (kind * (shares[i] ?? 0)) / total
    }
    const total = counts.reduce((sum, count) => sum + count, 0)
    shares = counts.map((count) => count / total)
  }
  return foods.map((courses) => keepLikely(courses, shares))
}

function keepLikely(courses: readonly Course[], shares: readonly number[]): Course[] {
  const logs = courses.map(({ kind, weight }) => weight + Math.log(shares[kind] ?? 0))
  const most = Math.max(...logs)
  const total = logs.reduce((sum, log) => sum + Math.exp(log - most), 0)
  const kept = courses.flatMap((course, i) => {
    const weight = Math.exp((logs[i] ?? -Infinity) - most) / total
    return weight > 0.01 ? [{ ...course, weight }] : []
  })
  const sum = kept.reduce((part, { weight }) => part + weight, 0)
  for (const course of kept) course.weight /= sum
  return kept
}
