import type { Assumptions } from './assumptions.ts'
import { type Demand, outlasts, type Span } from './demand.ts'
import { inOrder, nothing, type PlannedUse, type ReplayedLot } from './history.ts'
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
export function leftovers(
  open: readonly ReplayedLot[],
  demand: Demand,
  plans: readonly Plan[],
  habits: Habits,
  assume: Assumptions,
): Leftover[] {
  const lots = open.toSorted(inOrder)
  const late = lots.filter(({ dueOn }) => dueOn < 0)
  const queue = lots.filter(({ dueOn }) => dueOn >= 0).map((lot) => place(lot, habits))
  const dated = queue.filter(({ lot }) => lot.dueOn < Infinity)
  return [
    ...late.map((lot) => ({ lot, probability: 1, expectedLeft: lot.left, ahead: 0 })),
    ...dated.map((own, i) => {
      const share = turnsTaken(queue, own, habits)
      const { chance, rest, ahead } = inItsTurn(queue, i, demand, share, plans, assume)
      const { inQueue, forgotten, lot } = own
      return { lot, probability: forgotten + inQueue * chance, expectedLeft: forgotten * lot.left + inQueue * rest, ahead }
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
  const lots = open.toSorted(inOrder)
  const answers = lots.map((lot): Leftover => {
    // what is still to be thrown out is thrown out soon
    const probability = lot.dueOn >= 0 ? 0 : habits.thrownOut * (lot.dueOn < -assume.throwOutDays ? 0.1 : 1)
    return { lot, probability, expectedLeft: probability * lot.left, ahead: 0 }
  })
  const first = lots.findIndex(({ dueOn }) => dueOn >= 0)
  for (const { quantity, chance } of first < 0 ? [] : possible) {
    const queue: Place[] = []
    let rest = quantity
    for (let i = lots.length - 1; i >= first; i--) {
      const lot = lots[i]
      if (!lot) continue
      const left = Math.min(lot.left, rest)
      rest -= left
      if (left > 0.01 * lot.added) queue.unshift({ lot, left, inQueue: 1, forgotten: 0 })
    }
    for (const [i, { lot, left }] of queue.entries()) {
      const answer = answers[lots.indexOf(lot)]
      if (!answer || lot.dueOn === Infinity || left <= 0) continue
      const turn = inItsTurn(queue, i, demand, 1, plans, assume)
      answer.probability += chance * turn.chance
      answer.expectedLeft += chance * turn.rest
      answer.ahead += chance * turn.ahead
    }
  }
  return answers.filter(({ lot }) => lot.dueOn < Infinity)
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

/** Share of uses that take a lot in its turn: those who reach past the first serve later lots instead. */
function turnsTaken(queue: readonly Place[], { lot }: Place, { first }: Habits): number {
  let all = 0
  let before = 0
  for (const other of queue) {
    all += other.inQueue
    if (other.lot.dueOn < lot.dueOn) before += other.inQueue
  }
  return all > 1 ? 1 - ((1 - first) * (all - before)) / all : 1
}

function inItsTurn(queue: readonly Place[], k: number, demand: Demand, share: number, plans: readonly Plan[], assume: Assumptions) {
  const own = queue[k]
  if (!own) return { chance: 0, rest: 0, ahead: 0 }
  const { lot, left } = own
  const last = lot.dueOn
  let narrowest: { span: Span; need: number; from: number } = { span: { from: 0, to: last, share }, need: left, from: k }
  let tightest = Infinity
  let need = left
  for (let j = k; j >= 0; j--) {
    const at = queue[j]
    if (!at) break
    if (j < k) need += at.left * at.inQueue
    const before = queue[j - 1]?.lot.dueOn ?? -1
    if (before === at.lot.dueOn) continue
    const span = { from: before + 1, to: last, share }
    const tightness = slack(demand, span, need)
    if (tightness >= tightest) continue
    tightest = tightness
    narrowest = { span, need, from: j }
  }
  const group = queue.slice(narrowest.from, k + 1)
  const kept = plans.filter(
    ({ day, lotId }) => day >= narrowest.span.from && day <= last && (!lotId || group.some((other) => other.lot.id === lotId)),
  )
  const chanceOf = (less: number) => withPlans(demand, narrowest.span, narrowest.need - less, kept, assume)
  const chance = chanceOf(0)
  // two-point Radau sum of the chance that more than so much is left
  const rest = chance < 1e-3 ? chance * left * 0.25 : left * (0.25 * chance + 0.75 * Math.min(chance, chanceOf((2 / 3) * left)))
  return { chance, rest, ahead: need - left }
}

/** How many deviations the need lies above what is to be expected; only to find the span that decides. */
function slack({ courses, amounts, recorded }: Demand, span: Span, need: number): number {
  const days = ((span.to - span.from + 1) * span.share) / recorded
  let rate = 0
  let doubt = 0
  for (const { weight, shape, days: before } of courses) {
    rate += (weight * shape) / before
    doubt += weight / shape
  }
  const uses = rate * days
  const variance = (1 + amounts.variation) / Math.max(uses, 0.01) + doubt + amounts.doubt
  return (need / amounts.mean / Math.max(uses, 0.01) - 1) / Math.sqrt(variance)
}

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
