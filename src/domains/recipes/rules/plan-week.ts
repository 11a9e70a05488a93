import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { type LotRisk, wasteAvoided } from './stock-for-recipes.ts'

/** A lot at risk of waste. `milli` is in its ingredient's common unit. */
export interface RiskLot extends LotRisk {
  lotId: string
  ingredientId: string
  milli: number
  expiresOn: CalendarDate
}

/** An amount of an ingredient, of which its kinds will do as well. */
export interface Take {
  ingredientId: string
  milli: number
  /** The only lot that will do. */
  lotId?: string
  /** `factor`: how much of the kind, in its common unit, one of `milli` is. */
  kinds?: readonly { ingredientId: string; factor: number }[]
}

/** A recipe or leftovers in stock, with what they use of ingredients at risk, for the requested servings. */
export interface Candidate {
  /** Of the recipe, or of the lot of leftovers. */
  id: string
  takes: readonly Take[]
  /** Lines that would have to be bought. */
  missing: number
  /** Days on which it can't be: someone eats who can't have it, it takes too long, or it has expired. */
  notOn?: readonly CalendarDate[]
  /** Lines of which it isn't known whether someone can have them. */
  unknown?: number
  /** What would have to be bought, in cents, as far as prices are known. */
  cost?: number
  /** Two days in a row of one cuisine are a little worse; omitted where it isn't known. */
  cuisine?: string
  /** How much it is wanted besides, in lots: a favorite more, what was cooked a few days ago less. */
  liking?: number
}

export interface WeekLimits {
  /** The most that everything to buy may cost, in cents. Days that nothing is left for stay free. */
  budget?: number | undefined
  /** The candidates of days that are decided, by day. They are on no other day, and `notOn` doesn't apply. */
  fixed?: ReadonlyMap<CalendarDate, string> | undefined
  /** The cuisines that are planned already, by day. */
  planned?: ReadonlyMap<CalendarDate, readonly string[]> | undefined
}

export interface Choice {
  date: CalendarDate
  /** Of the candidate. */
  id: string
  /** Expected waste it avoids after the meals before it, in lots; and the shares of each lot by index. */
  saves: number
  lots: { at: number; share: number }[]
}

/** Cost of a line to buy: a week of shopping is no way to save a leek. */
const costPerMissingLine = 0.02
/** Cost of a line of which it isn't known whether everyone can have it. */
const costPerUnknownLine = 0.02
/** Cost of the same cuisine two days in a row. */
const costOfSameCuisine = 0.02
/** Cost of a day without a meal: more than any meal can save. */
const costOfFreeDay = 1000
/** Width of the beam search: partial plans kept per day, and recipes considered for each. */
const beamWidth = 64
const maxConsidered = 250
/** Of these, the cheapest, under a budget. */
const maxCheapest = 80
const rounds = 6
/** How much a cent to buy is worth in the searches under a budget, in lots: from the best meals to the cheapest. */
const centPrices = [0, 0.0001, 0.001, 0.1]

/** A meal per day; null where a day stays free. */
type Plan = readonly (Candidate | null)[]

/** What is used of each lot so far, by index. */
type Used = Float64Array

class Week {
  private readonly lots: readonly RiskLot[]
  /** Indexes of each ingredient's lots, first-expiring first. */
  private readonly places = new Map<string, number[]>()
  private readonly ordered = new Map<Take, readonly { at: number; factor: number }[]>()
  private readonly planned: NonNullable<WeekLimits['planned']>

  constructor(lots: readonly RiskLot[], planned: WeekLimits['planned'] = new Map()) {
    this.lots = lots
    this.planned = planned
    const order = lots.map((_lot, at) => at).sort((a, b) => ((lots[a]?.expiresOn ?? '') < (lots[b]?.expiresOn ?? '') ? -1 : 1))
    for (const at of order) {
      const { ingredientId = '', milli = 0 } = lots[at] ?? {}
      if (milli > 0) this.places.set(ingredientId, [...(this.places.get(ingredientId) ?? []), at])
    }
  }

  begin = (): Used => new Float64Array(this.lots.length)

  /** Returns the lots that a take may use, first-expiring first. */
  private placesOf(take: Take): readonly { at: number; factor: number }[] {
    const known = this.ordered.get(take)
    if (known) return known
    const { ingredientId, lotId, kinds = [] } = take
    const all = [{ ingredientId, factor: 1 }, ...kinds].flatMap((one) =>
      (this.places.get(one.ingredientId) ?? []).map((at) => ({ at, factor: one.factor })),
    )
    const own = lotId === undefined ? all : all.filter(({ at }) => this.lots[at]?.lotId === lotId)
    const expiresOn = ({ at }: { at: number }) => this.lots[at]?.expiresOn ?? ''
    if (kinds.length > 0) own.sort((a, b) => compareText(expiresOn(a), expiresOn(b)))
    this.ordered.set(take, own)
    return own
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
    const bought = candidate.missing * costPerMissingLine
    return this.save(used, date, candidate, take) + (candidate.liking ?? 0) - bought - doubts - this.samenessWithPlanned(date, candidate)
  }

  private samenessWithPlanned(date: CalendarDate, { cuisine }: Candidate): number {
    if (cuisine === undefined || this.planned.size === 0) return 0
    return [-1, 1].some((days) => this.planned.get(addDays(date, days))?.includes(cuisine)) ? costOfSameCuisine : 0
  }

  /** Returns the value of a plan from a day on, its days in order; `used` is what the days before use, and gets what these do. */
  planValue(plan: Plan, dates: readonly CalendarDate[], from = 0, used = this.begin()): number {
    let worth = 0
    for (let day = from; day < plan.length; day++) worth += this.dayValue(plan, dates, day, used)
    return worth
  }

  dayValue(plan: Plan, dates: readonly CalendarDate[], day: number, used: Used): number {
    const [candidate, date = ''] = [plan[day], dates[day]]
    if (!candidate) return -costOfFreeDay
    return this.worth(used, date, candidate, true) - samenessOf(plan[day - 1], dates[day - 1], candidate, date)
  }

  describe(plan: Plan, dates: readonly CalendarDate[]): Choice[] {
    const used = this.begin()
    return plan.flatMap((candidate, day) => {
      const date = dates[day] ?? ''
      const lots: Choice['lots'] = []
      return candidate ? [{ date, id: candidate.id, saves: this.save(used, date, candidate, true, lots), lots }] : []
    })
  }
}

/** Returns the cost of a meal of the same cuisine as the day before. */
function samenessOf(before: Candidate | null | undefined, beforeOn: CalendarDate | undefined, now: Candidate, on: CalendarDate): number {
  if (now.cuisine === undefined || before?.cuisine !== now.cuisine) return 0
  return addDays(beforeOn ?? '', 1) === on ? costOfSameCuisine : 0
}

/** Days after which a dish is as welcome as one that was never cooked. */
const freshAfterDays = 14

/** Returns how much a recipe is wanted besides what it saves, in lots: favorites and well-rated ones more, what was just cooked less. */
export function likingOf(recipe: { isFavorite: boolean; ratingTenths: number | null; daysSinceCooked: number | null }): number {
  const { isFavorite, ratingTenths, daysSinceCooked } = recipe
  const liked = (isFavorite ? 0.01 : 0) + ((ratingTenths ?? 0) >= 40 ? 0.005 : 0)
  return liked - (daysSinceCooked === null ? 0 : 0.05 * Math.max(0, 1 - Math.max(0, daysSinceCooked) / freshAfterDays))
}

const costOf = (plan: Plan): number => plan.reduce((sum, candidate) => sum + (candidate?.cost ?? 0), 0)

/** Merges needs of the same ingredient: the second line gets what the first leaves. */
function merged(candidate: Candidate): Candidate {
  const takes = new Map<string, Take>()
  for (const take of candidate.takes)
    takes.set(take.ingredientId, { ...take, milli: (takes.get(take.ingredientId)?.milli ?? 0) + take.milli })
  // Brie first, where only brie will do.
  return { ...candidate, takes: [...takes.values()].sort((a, b) => (a.kinds?.length ?? 0) - (b.kinds?.length ?? 0)) }
}

/** Returns the value of a plan, as the search computes it: waste avoided, less a little for each line to buy and for days that are alike. */
export function planValue(lots: readonly RiskLot[], plan: Plan, dates: readonly CalendarDate[]): number {
  return new Week(lots).planValue(
    plan.map((candidate) => candidate && merged(candidate)),
    dates,
  )
}

/** What the search chooses from. */
interface Search {
  week: Week
  dates: readonly CalendarDate[]
  /** By day, in order. */
  options: readonly (readonly Candidate[])[]
  isFixed: readonly boolean[]
  /** In cents. */
  maxCost: number
  /** Whether a day may have to stay free for another: under a budget, or with too few candidates. */
  mayStayFree: boolean
}

/**
 * Plans one recipe or leftovers per date, each once, only what everyone can have who eats, and within the limits, to minimize expected
 * waste: a beam search, then swaps of one or two days while they help. In cases small enough to try every plan, the result is within 5 %
 * of the best.
 */
export function planWeek(
  lots: readonly RiskLot[],
  candidates: readonly Candidate[],
  dates: readonly CalendarDate[],
  limits: WeekLimits = {},
): Choice[] {
  const { budget = Number.POSITIVE_INFINITY, fixed = new Map(), planned } = limits
  const week = new Week(lots, planned)
  const options = optionsByDay(week, candidates.map(merged), dates, limits)
  const isFixed = dates.map((date) => fixed.has(date))
  // What is fixed is bought in any case.
  const fixedCost = options.reduce((sum, of, day) => sum + (isFixed[day] ? costOf(of) : 0), 0)
  const isLimited = budget < Number.POSITIVE_INFINITY
  const mayStayFree = isLimited || new Set(options.flat()).size < dates.length
  const search = { week, dates, options, isFixed, maxCost: Math.max(budget, fixedCost), mayStayFree }
  const prices = isLimited ? centPrices : [0]
  const best = prices
    .flatMap((centPrice) => searchPlans(search, centPrice).slice(0, isLimited ? 1 : 3))
    .map((plan) => improved(search, plan))
    .sort((a, b) => b.worth - a.worth)[0]
  return week.describe(best?.plan ?? [], dates)
}

/** Returns what each day can be: the one that is fixed, or all that are possible then, the most promising and the cheapest. */
function optionsByDay(
  week: Week,
  candidates: readonly Candidate[],
  dates: readonly CalendarDate[],
  { fixed = new Map(), budget }: WeekLimits,
): Candidate[][] {
  const decided = new Set(fixed.values())
  const free = candidates.filter(({ id }) => !decided.has(id))
  const cheapest = budget === undefined ? [] : free.toSorted((a, b) => (a.cost ?? 0) - (b.cost ?? 0))
  const fresh = week.begin()
  return dates.map((date) => {
    const id = fixed.get(date)
    if (id !== undefined) return candidates.filter((one) => one.id === id)
    const isPossible = ({ notOn }: Candidate) => !notOn?.includes(date)
    const cheap = cheapest.filter(isPossible).slice(0, maxCheapest)
    const best = free
      .filter(isPossible)
      .map((candidate) => ({ candidate, worth: week.worth(fresh, date, candidate) }))
      .sort((a, b) => b.worth - a.worth)
      .slice(0, maxConsidered - cheap.length)
      .map(({ candidate }) => candidate)
    return [...new Set([...best, ...cheap])]
  })
}

/** Returns how many of these days can have a meal of their own, by looking for augmenting paths. */
function countFillable(days: readonly (readonly Candidate[])[], taken: readonly (Candidate | null)[]): number {
  const dayOf = new Map<Candidate, number>()
  const fill = (day: number, seen: Set<Candidate>): boolean =>
    (days[day] ?? []).some((candidate) => {
      if (taken.includes(candidate) || seen.has(candidate)) return false
      seen.add(candidate)
      const other = dayOf.get(candidate)
      if (other !== undefined && !fill(other, seen)) return false
      dayOf.set(candidate, day)
      return true
    })
  return days.filter((_options, day) => fill(day, new Set())).length
}

/** Returns plans by a beam search, the best first, if a cent to buy is worth so much. */
function searchPlans({ week, dates, options, isFixed, maxCost, mayStayFree }: Search, centPrice: number): Plan[] {
  let plans: { plan: Plan; used: Used; worth: number; cost: number }[] = [{ plan: [], used: week.begin(), worth: 0, cost: 0 }]
  for (const [day, date] of dates.entries()) {
    // Days that few meals are possible on: what they need isn't spent before.
    const scarce = options.slice(day + 1).filter((of) => of.length < dates.length)
    const isScarce = new Set(scarce.flat())
    const reserved = options.reduce((sum, of, later) => sum + (later > day && isFixed[later] ? costOf(of) : 0), 0)
    const next: { from: (typeof plans)[number]; candidate: Candidate | null; worth: number }[] = []
    for (const from of plans) {
      const fits = (options[day] ?? []).filter(
        (candidate) => !from.plan.includes(candidate) && from.cost + (candidate.cost ?? 0) + reserved <= maxCost,
      )
      const fillable = isScarce.size === 0 ? 0 : countFillable(scarce, from.plan)
      const isSpare = (candidate: Candidate) => !isScarce.has(candidate) || countFillable(scarce, [...from.plan, candidate]) === fillable
      const spare = fits.filter(isSpare)
      for (const candidate of spare.length > 0 ? spare : fits) {
        const sameness = samenessOf(from.plan[day - 1], dates[day - 1], candidate, date)
        const worth = week.worth(from.used, date, candidate) - sameness - (candidate.cost ?? 0) * centPrice
        next.push({ from, candidate, worth: from.worth + worth })
      }
      if (fits.length === 0 || (mayStayFree && !isFixed[day])) next.push({ from, candidate: null, worth: from.worth - costOfFreeDay })
    }
    plans = next
      .sort((a, b) => b.worth - a.worth)
      .slice(0, beamWidth)
      .map(({ from, candidate, worth }) => {
        const used = from.used.slice()
        if (candidate) week.worth(used, date, candidate, true)
        return { plan: [...from.plan, candidate], used, worth, cost: from.cost + (candidate?.cost ?? 0) }
      })
  }
  return plans.map(({ plan }) => plan)
}

function improved({ week, dates, options, isFixed, maxCost }: Search, input: Plan): { plan: Plan; worth: number } {
  let plan = input
  let prefixes = prefixesOf(week, plan, dates)
  let worth = week.planValue(plan, dates)
  for (let round = 0; round < rounds; round += 1) {
    const before = worth
    for (let day = 0; day < plan.length; day += 1) {
      if (isFixed[day]) continue
      for (const candidate of options[day] ?? []) {
        const now = plan[day] ?? null
        if (candidate === now) continue
        const otherDay = plan.indexOf(candidate)
        // A swap: what is on this day must be possible on the other one.
        if (otherDay >= 0 && now && !options[otherDay]?.includes(now)) continue
        const changed = [...plan]
        if (otherDay >= 0) changed[otherDay] = now
        changed[day] = candidate
        if (costOf(changed) > maxCost) continue
        const from = otherDay >= 0 ? Math.min(day, otherDay) : day
        const prefix = prefixes[from]
        const value = prefix ? prefix.worth + week.planValue(changed, dates, from, prefix.used.slice()) : Number.NEGATIVE_INFINITY
        if (value <= worth + 1e-9) continue
        plan = changed
        prefixes = prefixesOf(week, plan, dates)
        worth = value
      }
    }
    if (worth === before) break
  }
  return { plan, worth }
}

/** Returns what the days before each day use and are worth. */
function prefixesOf(week: Week, plan: Plan, dates: readonly CalendarDate[]): { used: Used; worth: number }[] {
  const used = week.begin()
  let worth = 0
  return plan.map((_candidate, day) => {
    const before = { used: used.slice(), worth }
    worth += week.dayValue(plan, dates, day, used)
    return before
  })
}
