import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { type Assumptions, usual } from './assumptions.ts'
import { replay } from './event-replay.ts'
import { forecastLots } from './forecast.ts'
import { type HouseholdHistory, type IngredientHistory, nothing, type ReplayedLot } from './history.ts'
import { bestMoment, momentsToJudge } from './moments.ts'
import { readHabits } from './records.ts'

/** How well a household's own past would have been foretold. */
export interface BackTest {
  /** Lots judged, each once. With none the figures below are 0 and there are no bins. */
  lots: number
  /** Mean square of what was said (0 … 1) less what happened (0 or 1), and the calibration error over ten bins; less is better. */
  methods: { name: Method; brier: number; calibrationError: number }[]
  /** Of what Larder said, by tenths, empty ones left out: mean said, share wasted. */
  bins: { from: number; to: number; said: number; happened: number; count: number }[]
}

/** Share wasted of the lots so far · the same of those with about as many days left when it is asked · this forecast. */
export type Method = 'base_rate' | 'days_left' | 'larder'

/** One lot as it was spoken of on one day of the past. */
export interface Verdict {
  lotId: string
  /** Day, counted from today, and the days then left. */
  on: number
  daysLeft: number
  said: Record<Method, number>
  wasted: boolean
}

/**
 * Says of lots whose date has passed what would have been said about half their life, at most a week, before it, from nothing but the
 * records before that day, and holds it against what happened. Costs at most `moments` forecasts, fewer for long records.
 */
export function backTest(history: HouseholdHistory, moments = 40, assume: Assumptions = usual): BackTest {
  const verdicts = judgePast(history, moments, assume)
  const bins = Array.from({ length: 10 }, (_, i) => binOf(verdicts, 'larder', i)).filter(({ count }) => count > 0)
  return {
    lots: verdicts.length,
    methods: (['base_rate', 'days_left', 'larder'] as const).map((name) => ({
      name,
      brier: meanOf(verdicts, ({ said, wasted }) => (said[name] - Number(wasted)) ** 2),
      calibrationError: calibrationError(verdicts, name),
    })),
    bins,
  }
}

/** Every lot's verdict, in the order of the days on which it was spoken of. */
export function judgePast(history: HouseholdHistory, moments = 40, assume: Assumptions = usual): Verdict[] {
  const outcomes = outcomesOf(replay(history), assume)
  const affordable = Math.min(moments, Math.max(6, Math.floor(4e5 / (history.events.length + 1))))
  const verdicts: Verdict[] = []
  for (const { day, lots } of momentsToJudge([...outcomes.keys()], affordable)) {
    const past = before(history, day)
    const ingredients = replay(past)
    const rule = rulesOf(outcomesOf(ingredients, assume))
    const forecasts = new Map(forecastLots(ingredients, past, assume).map((forecast) => [forecast.lotId, forecast.probability]))
    for (const lot of lots) {
      const said = forecasts.get(lot.id)
      const wasted = outcomes.get(lot)
      if (said === undefined || wasted === undefined) continue
      const daysLeft = lot.expiresOn - day
      verdicts.push({ lotId: lot.id, on: day, daysLeft, said: { ...rule(daysLeft), larder: said }, wasted })
    }
  }
  return verdicts
}

/** The records as they stood in the morning of a day. */
function before(history: HouseholdHistory, day: number): HouseholdHistory {
  const today = addDays(history.today, day)
  const events = history.events.filter(({ on }) => daysBetween(today, on) < 0)
  const ingredients = new Set(events.map((event) => (event.type === 'discarded' ? '' : event.ingredientId)))
  return { today, ingredients: history.ingredients.filter(({ id }) => ingredients.has(id)), events }
}

/**
 * Whether something was left of each lot whose date is over. Where uses are left out of the records, what was never thrown out counts as
 * eaten once there was time to throw it out, and nothing is said before. What was thrown out ahead of its date is left out.
 */
function outcomesOf(ingredients: readonly IngredientHistory[], assume: Assumptions): Map<ReplayedLot, boolean> {
  const isTrusted = readHabits(ingredients, assume).recorded >= assume.recordsTrusted
  const outcomes = new Map<ReplayedLot, boolean>()
  for (const { lots } of ingredients)
    for (const lot of lots) {
      if (lot.leftWhenDue === null || lot.expiresOn >= (isTrusted ? 0 : -assume.throwOutDays)) continue
      outcomes.set(lot, lot.leftWhenDue > nothing && (isTrusted || lot.discarded))
    }
  return outcomes
}

const daysUpTo = [1, 3, 7, 14, 30, Infinity]
const classOf = (daysLeft: number) => daysUpTo.findIndex((max) => daysLeft <= max)

/**
 * The two plain rules, from every lot whose outcome was on record by then, not only those judged: which these are, the future has a say
 * in. Each rule begins with two lots' worth of belief.
 */
function rulesOf(outcomes: ReadonlyMap<ReplayedLot, boolean>) {
  const none = { lots: 0, wasted: 0 }
  const all = { ...none }
  const byClass = daysUpTo.map(() => ({ ...none }))
  for (const [lot, wasted] of outcomes)
    for (const count of [all, byClass[classOf(lot.expiresOn - bestMoment(lot))] ?? all]) {
      count.lots++
      count.wasted += Number(wasted)
    }
  const share = ({ lots, wasted }: typeof none, belief: number) => (wasted + 2 * belief) / (lots + 2)
  const base = share(all, 0.5)
  return (daysLeft: number) => ({ base_rate: base, days_left: share(byClass[classOf(daysLeft)] ?? none, base) })
}

const meanOf = (verdicts: readonly Verdict[], of: (verdict: Verdict) => number) =>
  verdicts.reduce((sum, verdict) => sum + of(verdict), 0) / Math.max(1, verdicts.length)

function binOf(verdicts: readonly Verdict[], method: Method, i: number): BackTest['bins'][number] {
  const inside = verdicts.filter(({ said }) => Math.min(9, Math.floor(said[method] * 10)) === i)
  return {
    from: i / 10,
    to: (i + 1) / 10,
    said: meanOf(inside, ({ said }) => said[method]),
    happened: meanOf(inside, ({ wasted }) => Number(wasted)),
    count: inside.length,
  }
}

/** Expected calibration error: by how much said and happened differ, over ten bins, weighed by their lots. */
function calibrationError(verdicts: readonly Verdict[], method: Method): number {
  const off = Array.from({ length: 10 }, (_, i) => binOf(verdicts, method, i)).map(
    ({ said, happened, count }) => count * Math.abs(said - happened),
  )
  return off.reduce((sum, part) => sum + part, 0) / Math.max(1, verdicts.length)
}
