import { type Demand, outlastProbability, type Span } from './demand.ts'
import { doubtByHabits } from './habit-doubt.ts'
import { byExpiry, epsilon, type PlannedUse, type ReplayedLot } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'
import type { Habits } from './recording-habits.ts'
import type { PossibleStock } from './stock-inference.ts'

/** A planned use; `day` is relative to today. */
export interface RelativePlannedUse extends Pick<PlannedUse, 'lotId' | 'quantity'> {
  day: number
}

/** The probability that something of a lot is left when it expires, and the expected quantity. */
export interface Leftover {
  lot: ReplayedLot
  probability: number
  expectedLeft: number
  /** Quantity to be eaten before this lot. */
  ahead: number
}

/** A lot in the queue of lots to be eaten, sorted by expiry. */
interface QueuedLot {
  lot: ReplayedLot
  left: number
  /** Probability that it is eaten in its turn, and that it is forgotten. */
  inQueue: number
  forgotten: number
}

/**
 * Predicts the leftovers of the open lots with a date, including those past it. Lots are eaten by expiry: lot k is left over exactly if,
 * for every lot j ≤ k, the demand between the date of lot j − 1 and the date of k is less than lots j … k hold (docs/forecast.md). These
 * events nearly contain each other, so the least likely one approximates all.
 */
export function predictLeftovers(
  open: readonly ReplayedLot[],
  demand: Demand,
  plans: readonly RelativePlannedUse[],
  habits: Habits,
  assume: ForecastPriors,
): Leftover[] {
  const lots = open.toSorted(byExpiry)
  const late = lots.filter(({ expiresOn }) => expiresOn < 0)
  const { perDay } = paceOf(demand)
  let ahead = 0
  const queue = lots
    .filter(({ expiresOn }) => expiresOn >= 0)
    .map((lot) => {
      ahead += lot.left
      return toQueued(lot, habits, demand.arrivalsPerDay * Math.min(lot.expiresOn, ahead / perDay, maxDaysAhead))
    })
  const doubted = doubtOf(demand, habits, assume)
  const turns = forecastTurns(queue, turnShares(queue, habits), demand, plans, assume)
  return [
    ...late.map((lot) => ({ lot, probability: 1, expectedLeft: lot.left, ahead: 0 })),
    ...queue.flatMap(({ lot, inQueue, forgotten }, k) => {
      const turn = turns[k]
      if (!turn || lot.expiresOn === Infinity) return []
      return doubted({
        ...turn,
        lot,
        probability: forgotten + inQueue * turn.chance,
        expectedLeft: forgotten * lot.left + inQueue * turn.expectedLeft,
      })
    }),
  ]
}

/** Like `predictLeftovers` for inferred stock: averages over the possible quantities, in which the lots that expire last are whole. */
export function predictInferredLeftovers(
  possible: readonly PossibleStock[],
  open: readonly ReplayedLot[],
  demand: Demand,
  plans: readonly RelativePlannedUse[],
  habits: Habits,
  assume: ForecastPriors,
): Leftover[] {
  const lots = open.toSorted(byExpiry)
  const leftovers = lots.map((lot): Leftover => {
    // Expired lots are discarded soon or not at all.
    const probability = lot.expiresOn >= 0 ? 0 : lot.expiresOn < -assume.throwOutDays ? habits.unspoken : habits.thrownOut
    return { lot, probability, expectedLeft: probability * lot.left, ahead: 0 }
  })
  const first = lots.findIndex(({ expiresOn }) => expiresOn >= 0)
  for (const { quantity, chance } of first < 0 ? [] : possible) {
    const queue: QueuedLot[] = []
    const places: number[] = []
    let unassigned = quantity
    for (let i = lots.length - 1; i >= first; i--) {
      const lot = lots[i]
      if (!lot) continue
      const left = Math.min(lot.left, unassigned)
      unassigned -= left
      if (left <= 0.01 * lot.added) continue
      queue.push({ lot, left, inQueue: 1, forgotten: 0 })
      places.push(i)
    }
    places.reverse()
    for (const [k, turn] of forecastTurns(queue.reverse(), [], demand, plans, assume).entries()) {
      const leftover = leftovers[places[k] ?? -1]
      if (!leftover) continue
      leftover.probability += chance * turn.chance
      leftover.expectedLeft += chance * turn.expectedLeft
      leftover.ahead += chance * turn.ahead
    }
  }
  const doubted = doubtOf(demand, habits, assume)
  return leftovers.flatMap((leftover) => {
    const { expiresOn } = leftover.lot
    return expiresOn === Infinity ? [] : expiresOn < 0 ? leftover : doubted(leftover)
  })
}

/** Returns a correction of leftovers for the household's habits. */
const doubtOf =
  ({ amounts }: Demand, habits: Habits, assume: ForecastPriors) =>
  (leftover: Leftover): Leftover => {
    const probability = doubtByHabits(leftover.probability, leftover.lot.left / amounts.mean, habits, assume)
    const factor = leftover.probability > 0 ? probability / leftover.probability : 1
    return { ...leftover, probability, expectedLeft: factor * leftover.expectedLeft }
  }

/** Weighs whether a lot that was passed over is forgotten or was skipped by chance. `arrivals` are expected before it is eaten. */
function toQueued(lot: ReplayedLot, { first, forgets }: Habits, arrivals: number): QueuedLot {
  if (lot.passedOver === 0) {
    const forgotten = 1 - (1 - forgets) ** (lot.younger + arrivals)
    return { lot, left: lot.left, inQueue: 1 - forgotten, forgotten }
  }
  const lost = 1 - (1 - forgets) ** Math.max(1, lot.younger)
  const chance = (1 - lost) * (1 - first) ** lot.passedOver
  return { lot, left: lot.left, inQueue: chance / (lost + chance), forgotten: lost / (lost + chance) }
}

/** Returns the share of demand that reaches each lot in its turn; the other uses take later lots. */
function turnShares(queue: readonly QueuedLot[], { first }: Habits): number[] {
  const all = queue.reduce((sum, { inQueue }) => sum + inQueue, 0)
  let sum = 0
  let before = 0
  return queue.map(({ lot, inQueue }, i) => {
    if (queue[i - 1]?.lot.expiresOn !== lot.expiresOn) before = sum
    sum += inQueue
    return all > 1 ? 1 - ((1 - first) * (all - before)) / all : 1
  })
}

/** Arrivals further ahead don't count: by then, habits will have changed. */
const maxDaysAhead = 400

/** A rough summary of demand. */
interface Pace {
  /** In the ingredient's unit. */
  perDay: number
  amount: number
  /** Squared coefficient of variation of one use, and of the estimated pace. */
  variation: number
  doubt: number
}

function paceOf({ rateModels, amounts, recorded }: Demand): Pace {
  let rate = 0
  let doubt = amounts.doubt
  for (const { weight, shape, days } of rateModels) {
    rate += (weight * shape) / days
    doubt += weight / shape
  }
  return { perDay: (rate * amounts.mean) / recorded, amount: amounts.mean, variation: 1 + amounts.variation, doubt }
}

/** Returns how many standard deviations the need is above the expected demand. */
function slack({ perDay, amount, variation, doubt }: Pace, days: number, need: number): number {
  const expected = Math.max(perDay * days, 0.01 * amount)
  return (need / expected - 1) / Math.sqrt((variation * amount) / expected + doubt)
}

/** Number of preceding lots considered as the start of the deciding span, in addition to the first one. */
const lookBack = 200

interface TurnForecast {
  chance: number
  expectedLeft: number
  ahead: number
}

/** Estimates the leftover of each queued lot if it is eaten in its turn. */
function forecastTurns(
  queue: readonly QueuedLot[],
  shares: readonly number[],
  demand: Demand,
  plans: readonly RelativePlannedUse[],
  assume: ForecastPriors,
): TurnForecast[] {
  const pace = paceOf(demand)
  const sums = [0]
  for (const { left, inQueue } of queue) sums.push((sums.at(-1) ?? 0) + left * inQueue)
  return queue.map(({ lot, left }, k) => {
    const last = lot.expiresOn
    if (last === Infinity) return { chance: 0, expectedLeft: 0, ahead: 0 }
    const share = shares[k] ?? 1
    let from = 0
    let tightest = Infinity
    const consider = (j: number) => {
      const before = queue[j - 1]?.lot.expiresOn ?? -1
      if (before === queue[j]?.lot.expiresOn) return
      const tightness = slack(pace, (last - before) * share, left + (sums[k] ?? 0) - (sums[j] ?? 0))
      if (tightness >= tightest) return
      tightest = tightness
      from = j
    }
    consider(0)
    for (let j = k; j > Math.max(0, k - lookBack); j--) consider(j)
    const need = left + (sums[k] ?? 0) - (sums[from] ?? 0)
    const span = { from: (queue[from - 1]?.lot.expiresOn ?? -1) + 1, to: last, share }
    const concerned = plans.length === 0 ? plans : plans.filter((plan) => concerns(plan, span, queue.slice(from, k + 1)))
    const chanceOf = (less: number) => withPlans(demand, span, need - less, concerned, assume)
    const chance = chanceOf(0)
    // Two-point Radau quadrature of P(more than x is left).
    const expectedLeft = chance < 1e-3 ? chance * left * 0.25 : left * (0.25 * chance + 0.75 * Math.min(chance, chanceOf((2 / 3) * left)))
    return { chance, expectedLeft, ahead: sums[k] ?? 0 }
  })
}

const concerns = ({ day, lotId }: RelativePlannedUse, span: Span, group: readonly QueuedLot[]) =>
  day >= span.from && day <= span.to && (!lotId || group.some(({ lot }) => lot.id === lotId))

/** Includes planned uses: a plan that happens uses its quantity and replaces that day's habitual use. */
function withPlans(demand: Demand, span: Span, need: number, plans: readonly RelativePlannedUse[], assume: ForecastPriors): number {
  const usual = outlastProbability(demand, span, need)
  if (plans.length === 0) return usual
  const planned = plans.reduce((sum, { quantity }) => sum + quantity, 0)
  const rest = need - planned
  const except = [...new Set(plans.map(({ day }) => day))]
  const kept = rest <= epsilon ? 0 : outlastProbability(demand, { ...span, except }, rest)
  return (1 - assume.plansKept) * usual + assume.plansKept * Math.min(usual, kept)
}
