import type { CalendarDate } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { type LotRisk, wasteAvoided } from './stock-for-recipes.ts'

/** A lot at risk of waste. `milli` is in its ingredient's common unit. */
export interface RiskLot extends LotRisk {
  ingredientId: string
  milli: number
  expiresOn: CalendarDate
}

/** An amount of an ingredient, of which its kinds will do as well. */
export interface Take {
  ingredientId: string
  milli: number
  /** `factor`: how much of the kind, in its common unit, one of `milli` is. */
  kinds?: readonly { ingredientId: string; factor: number }[]
}

/** A recipe with what it uses of ingredients at risk, for the requested servings. */
export interface Candidate {
  recipeId: string
  takes: readonly Take[]
  /** Lines that would have to be bought. */
  missing: number
  /** Days on which someone eats who can't have it. */
  notOn?: readonly CalendarDate[]
  /** Lines of which it isn't known whether someone can have them. */
  unknown?: number
}

export interface Choice {
  date: CalendarDate
  recipeId: string
  /** Expected waste it avoids after the meals before it, in lots; and the shares of each lot by index. */
  saves: number
  lots: { at: number; share: number }[]
}

/** Cost of a line to buy: a week of shopping is no way to save a leek. */
const costPerMissingLine = 0.02
/** Cost of a line of which it isn't known whether everyone can have it. */
const costPerUnknownLine = 0.02
/** Width of the beam search: partial plans kept per day, and recipes considered for each. */
const beamWidth = 64
const maxConsidered = 250
const rounds = 6

/** What is used of each lot so far, by index. */
type Used = Float64Array

class Week {
  private readonly lots: readonly RiskLot[]
  /** Indexes of each ingredient's lots, first-expiring first. */
  private readonly places = new Map<string, number[]>()
  private readonly ordered = new Map<string, readonly { at: number; factor: number }[]>()

  constructor(lots: readonly RiskLot[]) {
    this.lots = lots
    const order = lots.map((_lot, at) => at).sort((a, b) => ((lots[a]?.expiresOn ?? '') < (lots[b]?.expiresOn ?? '') ? -1 : 1))
    for (const at of order) {
      const { ingredientId = '', milli = 0 } = lots[at] ?? {}
      if (milli > 0) this.places.set(ingredientId, [...(this.places.get(ingredientId) ?? []), at])
    }
  }

  begin = (): Used => new Float64Array(this.lots.length)

  /** Returns the lots that a take may use, first-expiring first. */
  private placesOf({ ingredientId, kinds = [] }: Take): readonly { at: number; factor: number }[] {
    const key = kinds.length === 0 ? ingredientId : JSON.stringify([ingredientId, kinds])
    const known = this.ordered.get(key)
    if (known) return known
    const all = [{ ingredientId, factor: 1 }, ...kinds].flatMap((one) =>
      (this.places.get(one.ingredientId) ?? []).map((at) => ({ at, factor: one.factor })),
    )
    const expiresOn = ({ at }: { at: number }) => this.lots[at]?.expiresOn ?? ''
    if (kinds.length > 0) all.sort((a, b) => compareText(expiresOn(a), expiresOn(b)))
    this.ordered.set(key, all)
    return all
  }

  /** Returns the waste a recipe avoids on a day. With `take`, uses the lots up; with `shares`, adds each lot's share. */
  save(used: Used, date: CalendarDate, { takes }: Candidate, take = false, shares?: Choice['lots']): number {
    let saves = 0
    for (const wanted of takes) {
      let open = wanted.milli
      for (const { at, factor } of this.placesOf(wanted)) {
        const lot = this.lots[at]
        const before = used[at] ?? 0
        if (open <= 0) break
        if (!lot || lot.expiresOn < date || before >= lot.milli) continue
        const part = Math.min(open * factor, lot.milli - before)
        const share = wasteAvoided((before + part) / lot.milli, lot) - wasteAvoided(before / lot.milli, lot)
        open -= part / factor
        saves += share
        if (take) used[at] = before + part
        if (shares && share > 0) shares.push({ at, share })
      }
    }
    return saves
  }

  worth(used: Used, date: CalendarDate, candidate: Candidate, take = false): number {
    const doubts = (candidate.unknown ?? 0) * costPerUnknownLine
    return this.save(used, date, candidate, take) - candidate.missing * costPerMissingLine - doubts
  }

  /** Returns the value of a plan, its days in order. */
  planValue(plan: readonly Candidate[], dates: readonly CalendarDate[]): number {
    const used = this.begin()
    let worth = 0
    for (let day = 0; day < plan.length; day++) worth += this.worth(used, dates[day] ?? '', plan[day] as Candidate, true)
    return worth
  }

  describe(plan: readonly Candidate[], dates: readonly CalendarDate[]): Choice[] {
    const used = this.begin()
    return plan.map((candidate, day) => {
      const date = dates[day] ?? ''
      const lots: Choice['lots'] = []
      return { date, recipeId: candidate.recipeId, saves: this.save(used, date, candidate, true, lots), lots }
    })
  }
}

const isFor = ({ notOn }: Candidate, date: CalendarDate): boolean => !notOn?.includes(date)

/** Merges needs of the same ingredient: the second line gets what the first leaves. */
function merged(candidate: Candidate): Candidate {
  const takes = new Map<string, Take>()
  for (const take of candidate.takes)
    takes.set(take.ingredientId, { ...take, milli: (takes.get(take.ingredientId)?.milli ?? 0) + take.milli })
  // Brie first, where only brie will do.
  return { ...candidate, takes: [...takes.values()].sort((a, b) => (a.kinds?.length ?? 0) - (b.kinds?.length ?? 0)) }
}

/** Returns the value of a plan, as the search computes it: waste avoided, less a little for each line to buy. */
export function planValue(lots: readonly RiskLot[], plan: readonly Candidate[], dates: readonly CalendarDate[]): number {
  return new Week(lots).planValue(plan.map(merged), dates)
}

/**
 * Plans one recipe per date, without repetition and only what everyone can have who eats, to minimize expected waste: a beam search, then swaps of one or two days while they help. In
 * cases small enough to try every plan, the result is within 5 % of the best.
 */
export function planWeek(lots: readonly RiskLot[], candidates: readonly Candidate[], wanted: readonly CalendarDate[]): Choice[] {
  // Days for which there is nothing stay free.
  const dates = wanted.filter((date) => candidates.some((candidate) => isFor(candidate, date)))
  const week = new Week(lots)
  const fresh = week.begin()
  const bestWorth = (candidate: Candidate) =>
    Math.max(...dates.map((date) => (isFor(candidate, date) ? week.worth(fresh, date, candidate) : Number.NEGATIVE_INFINITY)))
  const alone = candidates.map(merged).map((candidate) => ({ candidate, worth: bestWorth(candidate) }))
  const considered = alone
    .sort((a, b) => b.worth - a.worth)
    .slice(0, maxConsidered)
    .map(({ candidate }) => candidate)
  let plans: { plan: Candidate[]; used: Used; worth: number }[] = [{ plan: [], used: fresh, worth: 0 }]
  for (const date of dates) {
    const next: { from: (typeof plans)[number]; candidate: Candidate; worth: number }[] = []
    for (const from of plans)
      for (const candidate of considered)
        if (isFor(candidate, date) && !from.plan.includes(candidate))
          next.push({ from, candidate, worth: from.worth + week.worth(from.used, date, candidate) })
    if (next.length === 0) break
    plans = next
      .sort((a, b) => b.worth - a.worth)
      .slice(0, beamWidth)
      .map(({ from, candidate, worth }) => {
        const used = from.used.slice()
        week.worth(used, date, candidate, true)
        return { plan: [...from.plan, candidate], used, worth }
      })
  }
  const best = plans
    .slice(0, 3)
    .map(({ plan }) => improved(week, considered, plan, dates))
    .sort((a, b) => b.worth - a.worth)[0]
  return week.describe(best?.plan ?? [], dates)
}

function improved(week: Week, candidates: readonly Candidate[], input: readonly Candidate[], dates: readonly CalendarDate[]) {
  let plan = [...input]
  let worth = week.planValue(plan, dates)
  for (let round = 0; round < rounds; round += 1) {
    const before = worth
    for (let day = 0; day < plan.length; day += 1) {
      for (const candidate of candidates) {
        const now = plan[day] as Candidate
        if (candidate === now) continue
        const otherDay = plan.indexOf(candidate)
        if (!isFor(candidate, dates[day] ?? '') || (otherDay >= 0 && !isFor(now, dates[otherDay] ?? ''))) continue
        const changed = plan.with(day, candidate)
        if (otherDay >= 0) changed[otherDay] = now
        const value = week.planValue(changed, dates)
        if (value <= worth + 1e-9) continue
        plan = changed
        worth = value
      }
    }
    if (worth === before) break
  }
  return { plan, worth }
}
