import type { Assumptions } from './assumptions.ts'
import { type Demand, outlasts, type Span } from './demand.ts'
import { byExpiry, nothing, type PlannedUse, type ReplayedLot } from './history.ts'
import type { Habits } from './records.ts'
import type { Possible } from './shelf.ts'

/** A planned use, counted from today. */
export interface Plan extends Pick<PlannedUse, 'lotId' | 'quantity'> {
  day: number
}

/** One lot's chance to have something left when it goes off, and how much is to be expected. */
export interface Leftover {
  lot: ReplayedLot
  probability: number
  expectedLeft: number
  /** What is to be eaten before it. */
  ahead: number
}

/** What a lot is up against: lots before it in the queue, and whether it is in the queue at all. */
interface Place {
  lot: ReplayedLot
  left: number
  /** Chance that it is eaten in its turn, and that it is forgotten. */
  inQueue: number
  forgotten: number
}

/**
 * First to go off, first eaten: lot k is left over exactly if for every lot j up to k less is wanted between the date of the lot before j
 * and the date of k than lots j … k hold (docs/forecast.md). These events all but contain each other, so the least likely of them
 * stands for all. Open dated lots, also those past their date.
 */
export function predictLeftovers(
  open: readonly ReplayedLot[],
  demand: Demand,
  plans: readonly Plan[],
  habits: Habits,
  assume: Assumptions,
): Leftover[] {
  const lots = open.toSorted(byExpiry)
  const late = lots.filter(({ expiresOn }) => expiresOn < 0)
  const queue = lots.filter(({ expiresOn }) => expiresOn >= 0).map((lot) => place(lot, habits))
  const turns = turnsOf(queue, turnsTaken(queue, habits), demand, plans, assume)
  return [
    ...late.map((lot) => ({ lot, probability: 1, expectedLeft: lot.left, ahead: 0 })),
    ...queue.flatMap(({ lot, inQueue, forgotten }, k) => {
      const turn = turns[k]
      if (!turn || lot.expiresOn === Infinity) return []
      return { ...turn, lot, probability: forgotten + inQueue * turn.chance, expectedLeft: forgotten * lot.left + inQueue * turn.rest }
    }),
  ]
}

/** The same where the stock itself is inferred: over the possible quantities on the shelf, of which the last to go off are whole. */
export function leftoversOf(
  possible: readonly Possible[],
  open: readonly ReplayedLot[],
  demand: Demand,
  plans: readonly Plan[],
  habits: Habits,
  assume: Assumptions,
): Leftover[] {
  const lots = open.toSorted(byExpiry)
  const answers = lots.map((lot): Leftover => {
    // what is still to be thrown out is thrown out soon
    const probability = lot.expiresOn >= 0 ? 0 : lot.expiresOn < -assume.throwOutDays ? habits.unspoken : habits.thrownOut
    return { lot, probability, expectedLeft: probability * lot.left, ahead: 0 }
  })
  const first = lots.findIndex(({ expiresOn }) => expiresOn >= 0)
  for (const { quantity, chance } of first < 0 ? [] : possible) {
    const queue: Place[] = []
    const places: number[] = []
    let rest = quantity
    for (let i = lots.length - 1; i >= first; i--) {
      const lot = lots[i]
      if (!lot) continue
      const left = Math.min(lot.left, rest)
      rest -= left
      if (left <= 0.01 * lot.added) continue
      queue.push({ lot, left, inQueue: 1, forgotten: 0 })
      places.push(i)
    }
    places.reverse()
    for (const [k, turn] of turnsOf(queue.reverse(), [], demand, plans, assume).entries()) {
      const answer = answers[places[k] ?? -1]
      if (!answer) continue
      answer.probability += chance * turn.chance
      answer.expectedLeft += chance * turn.rest
      answer.ahead += chance * turn.ahead
    }
  }
  return answers.filter(({ lot }) => lot.expiresOn < Infinity)
}

/** One that was passed over is forgotten, or they reached past it by chance as often as that. */
function place(lot: ReplayedLot, { first, forgets }: Habits): Place {
  if (lot.passedOver === 0) {
    const forgotten = 1 - (1 - forgets) ** (lot.younger + 0.3)
    return { lot, left: lot.left, inQueue: 1 - forgotten, forgotten }
  }
  const lost = 1 - (1 - forgets) ** Math.max(1, lot.younger)
  const chance = (1 - lost) * (1 - first) ** lot.passedOver
  return { lot, left: lot.left, inQueue: chance / (lost + chance), forgotten: lost / (lost + chance) }
}

/** Share of uses that take each lot in its turn: those who reach past the first serve later lots instead. */
function turnsTaken(queue: readonly Place[], { first }: Habits): number[] {
  const all = queue.reduce((sum, { inQueue }) => sum + inQueue, 0)
  let sum = 0
  let before = 0
  return queue.map(({ lot, inQueue }, i) => {
    if (queue[i - 1]?.lot.expiresOn !== lot.expiresOn) before = sum
    sum += inQueue
    return all > 1 ? 1 - ((1 - first) * (all - before)) / all : 1
  })
}

/** What is expected of demand, for a quick look only. */
interface Pace {
  /** In the food's unit, per day. */
  perDay: number
  amount: number
  /** Squared variation of one use, and of what is believed of the pace. */
  variation: number
  doubt: number
}

function paceOf({ courses, amounts, recorded }: Demand): Pace {
  let rate = 0
  let doubt = amounts.doubt
  for (const { weight, shape, days } of courses) {
    rate += (weight * shape) / days
    doubt += weight / shape
  }
  return { perDay: (rate * amounts.mean) / recorded, amount: amounts.mean, variation: 1 + amounts.variation, doubt }
}

/** How many deviations the need lies above what is to be expected in so many days. */
function slack({ perDay, amount, variation, doubt }: Pace, days: number, need: number): number {
  const wanted = Math.max(perDay * days, 0.01 * amount)
  return (need / wanted - 1) / Math.sqrt((variation * amount) / wanted + doubt)
}

/** Lots looked back over for the span that decides, beside the whole queue. */
const lookBack = 200

interface Turn {
  chance: number
  rest: number
  ahead: number
}

/** The chance of each place of the queue to be left over in its turn, and the quantity. */
function turnsOf(queue: readonly Place[], shares: readonly number[], demand: Demand, plans: readonly Plan[], assume: Assumptions): Turn[] {
  const pace = paceOf(demand)
  const sums = [0]
  for (const { left, inQueue } of queue) sums.push((sums.at(-1) ?? 0) + left * inQueue)
  return queue.map(({ lot, left }, k) => {
    const last = lot.expiresOn
    if (last === Infinity) return { chance: 0, rest: 0, ahead: 0 }
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
    const kept = plans.length === 0 ? plans : plans.filter((plan) => concerns(plan, span, queue.slice(from, k + 1)))
    const chanceOf = (less: number) => withPlans(demand, span, need - less, kept, assume)
    const chance = chanceOf(0)
    // two-point Radau sum of the chance that more than so much is left
    const rest = chance < 1e-3 ? chance * left * 0.25 : left * (0.25 * chance + 0.75 * Math.min(chance, chanceOf((2 / 3) * left)))
    return { chance, rest, ahead: sums[k] ?? 0 }
  })
}

const concerns = ({ day, lotId }: Plan, span: Span, group: readonly Place[]) =>
  day >= span.from && day <= span.to && (!lotId || group.some(({ lot }) => lot.id === lotId))

/** A plan that is kept takes its quantity, and its day's habitual use with it. */
function withPlans(demand: Demand, span: Span, need: number, plans: readonly Plan[], assume: Assumptions): number {
  const usual = outlasts(demand, span, need)
  if (plans.length === 0) return usual
  const planned = plans.reduce((sum, { quantity }) => sum + quantity, 0)
  const days = span.to - span.from + 1
  const habit = span.share * Math.max(0, 1 - new Set(plans.map(({ day }) => day)).size / days)
  const rest = need - planned
  const kept = rest <= nothing ? 0 : outlasts(demand, { ...span, share: habit }, rest)
  return (1 - assume.plansKept) * usual + assume.plansKept * Math.min(usual, kept)
}
