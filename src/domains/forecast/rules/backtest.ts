import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { replayHistory } from './event-replay.ts'
import { epsilon, type HouseholdHistory, type IngredientHistory, type ReplayedLot } from './history-types.ts'
import { defaultPriors, type ForecastPriors } from './priors.ts'
import { learnHabits } from './recording-habits.ts'
import { forecastLots } from './waste-forecast.ts'

/** How accurate forecasts of a household's past would have been. */
export interface BackTest {
  /** Number of lots evaluated, each once. If 0, the figures below are 0 and `bins` is empty. */
  lots: number
  /** Brier score (mean squared error of the probability) and expected calibration error over ten bins; lower is better. */
  methods: { name: ForecastMethod; brier: number; calibrationError: number }[]
  /** Larder's forecasts by tenths of probability, without empty bins: mean probability and share wasted. */
  bins: { from: number; to: number; said: number; happened: number; count: number }[]
}

/** `base_rate`: share of all earlier lots wasted. `days_left`: the same among lots with similar days left. `larder`: this forecast. */
export type ForecastMethod = 'base_rate' | 'days_left' | 'larder'

/** The forecasts of one lot on one past day, and its outcome. */
export interface PastForecast {
  lotId: string
  /** The day of the forecast, relative to today, and the days left then. */
  on: number
  daysLeft: number
  said: Record<ForecastMethod, number>
  wasted: boolean
}

/**
 * Compares outcomes of expired lots with the forecasts that would have been made about half their shelf life, at most a week, before
 * their date, from earlier events only. Runs at most `moments` forecasts, fewer for long histories.
 */
export function backTest(history: HouseholdHistory, moments = 40, assume: ForecastPriors = defaultPriors): BackTest {
  const forecasts = forecastPast(history, moments, assume)
  const bins = Array.from({ length: 10 }, (_, i) => binOf(forecasts, 'larder', i)).filter(({ count }) => count > 0)
  return {
    lots: forecasts.length,
    methods: (['base_rate', 'days_left', 'larder'] as const).map((name) => ({
      name,
      brier: meanOf(forecasts, ({ said, wasted }) => (said[name] - Number(wasted)) ** 2),
      calibrationError: calibrationError(forecasts, name),
    })),
    bins,
  }
}

/** Returns the forecasts and outcome of every evaluated lot, ordered by the day of the forecast. */
export function forecastPast(history: HouseholdHistory, moments = 40, assume: ForecastPriors = defaultPriors): PastForecast[] {
  const outcomes = outcomesOf(replayHistory(history), assume)
  const affordable = Math.min(moments, Math.max(6, Math.floor(4e5 / (history.events.length + 1))))
  const forecasts: PastForecast[] = []
  for (const { day, lots } of chooseEvaluationDays([...outcomes.keys()], affordable)) {
    const past = before(history, day)
    const ingredients = replayHistory(past)
    const rule = rulesOf(outcomesOf(ingredients, assume))
    const probabilities = new Map(forecastLots(ingredients, past, assume).forecasts.map(({ lotId, probability }) => [lotId, probability]))
    for (const lot of lots) {
      const said = probabilities.get(lot.id)
      const wasted = outcomes.get(lot)
      if (said === undefined || wasted === undefined) continue
      const daysLeft = lot.expiresOn - day
      forecasts.push({ lotId: lot.id, on: day, daysLeft, said: { ...rule(daysLeft), larder: said }, wasted })
    }
  }
  return forecasts
}

/** Returns the history as of the morning of a day. */
function before(history: HouseholdHistory, day: number): HouseholdHistory {
  const today = addDays(history.today, day)
  const events = history.events.filter(({ on }) => daysBetween(today, on) < 0)
  const ingredients = new Set(events.map((event) => ('ingredientId' in event ? event.ingredientId : '')))
  return { today, ingredients: history.ingredients.filter(({ id }) => ingredients.has(id)), events }
}

/**
 * Returns whether something was left of each lot whose date has passed. If uses are incompletely recorded, a lot that was never discarded
 * counts as eaten, once there was time to discard it. Excludes lots discarded before their date.
 */
function outcomesOf(ingredients: readonly IngredientHistory[], assume: ForecastPriors): Map<ReplayedLot, boolean> {
  const isTrusted = learnHabits(ingredients, assume).recorded >= assume.recordsTrusted
  const outcomes = new Map<ReplayedLot, boolean>()
  for (const { lots } of ingredients)
    for (const lot of lots) {
      if (lot.leftWhenDue === null || lot.expiresOn >= (isTrusted ? 0 : -assume.throwOutDays)) continue
      outcomes.set(lot, lot.leftWhenDue > epsilon && (isTrusted || lot.discarded))
    }
  return outcomes
}

const daysUpTo = [1, 3, 7, 14, 30, Infinity]
const classOf = (daysLeft: number) => daysUpTo.findIndex((max) => daysLeft <= max)

/**
 * Returns the two baseline rules, learned from all lots with a known outcome on that day, each with a prior of two lots. Not limited to
 * evaluated lots, because their selection depends on the future.
 */
function rulesOf(outcomes: ReadonlyMap<ReplayedLot, boolean>) {
  const none = { lots: 0, wasted: 0 }
  const all = { ...none }
  const byClass = daysUpTo.map(() => ({ ...none }))
  for (const [lot, wasted] of outcomes)
    for (const count of [all, byClass[classOf(lot.expiresOn - bestEvaluationDay(lot))] ?? all]) {
      count.lots++
      count.wasted += Number(wasted)
    }
  const share = ({ lots, wasted }: typeof none, belief: number) => (wasted + 2 * belief) / (lots + 2)
  const base = share(all, 0.5)
  return (daysLeft: number) => ({ base_rate: base, days_left: share(byClass[classOf(daysLeft)] ?? none, base) })
}

const meanOf = (forecasts: readonly PastForecast[], of: (forecast: PastForecast) => number) =>
  forecasts.reduce((sum, forecast) => sum + of(forecast), 0) / Math.max(1, forecasts.length)

function binOf(forecasts: readonly PastForecast[], method: ForecastMethod, i: number): BackTest['bins'][number] {
  const inside = forecasts.filter(({ said }) => Math.min(9, Math.floor(said[method] * 10)) === i)
  return {
    from: i / 10,
    to: (i + 1) / 10,
    said: meanOf(inside, ({ said }) => said[method]),
    happened: meanOf(inside, ({ wasted }) => Number(wasted)),
    count: inside.length,
  }
}

/** Returns the expected calibration error: the mean difference of forecast and outcome over ten bins, weighted by their lots. */
function calibrationError(forecasts: readonly PastForecast[], method: ForecastMethod): number {
  const off = Array.from({ length: 10 }, (_, i) => binOf(forecasts, method, i)).map(
    ({ said, happened, count }) => count * Math.abs(said - happened),
  )
  return off.reduce((sum, part) => sum + part, 0) / Math.max(1, forecasts.length)
}

/** A past day, relative to today, and the lots to forecast on it. */
interface EvaluationDay {
  day: number
  lots: ReplayedLot[]
}

/** Maximum age of an evaluation day, in days. */
const maxAgeDays = 730
/** Days of records needed before the first forecast. */
const warmUpDays = 21

/** Returns the day on which to forecast a lot: half its shelf life, at most a week, before its date. */
const bestEvaluationDay = ({ cameOn, expiresOn }: ReplayedLot) => expiresOn - Math.min(7, Math.floor((expiresOn - cameOn) / 2))

/**
 * Chooses greedily up to `max` days that are close to the best day of many lots; each lot is assigned to at most one. Uses only arrival
 * and expiry dates, so that outcomes don't influence the choice. Returns the days in order.
 */
function chooseEvaluationDays(lots: readonly ReplayedLot[], max: number): EvaluationDay[] {
  let begin = 0
  for (const { cameOn } of lots) begin = Math.min(begin, cameOn)
  const earliest = Math.max(-maxAgeDays, begin + warmUpDays)
  let waiting = lots.flatMap((lot) => {
    const best = bestEvaluationDay(lot)
    const slack = Math.min(7, Math.floor((lot.expiresOn - lot.cameOn) / 6))
    const [from, to] = [Math.max(earliest, lot.cameOn + 1, best - slack), Math.min(lot.expiresOn, best + slack, -1)]
    return from <= to ? [{ lot, from, to }] : []
  })
  const chosen: EvaluationDay[] = []
  while (waiting.length > 0 && chosen.length < max) {
    const day = busiestDay(waiting, earliest)
    const isMet = ({ from, to }: { from: number; to: number }) => from <= day && day <= to
    chosen.push({ day, lots: waiting.filter(isMet).map(({ lot }) => lot) })
    waiting = waiting.filter((one) => !isMet(one))
  }
  return chosen.sort((a, b) => a.day - b.day)
}

/** Returns the day covered by the most spans, the latest of a tie. */
function busiestDay(spans: readonly { from: number; to: number }[], earliest: number): number {
  const change = new Int32Array(2 - earliest)
  for (const { from, to } of spans) {
    change[from - earliest] = (change[from - earliest] ?? 0) + 1
    change[to + 1 - earliest] = (change[to + 1 - earliest] ?? 0) - 1
  }
  let count = 0
  let max = 0
  let best = earliest
  for (const [i, step] of change.entries()) {
    count += step
    if (count < max || count === 0) continue
    max = count
    best = earliest + i
  }
  return best
}
