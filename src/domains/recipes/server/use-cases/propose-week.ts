import { readDietChecker } from '#domains/diets/server/index.ts'
import type { ForecastService } from '#domains/forecast/server/index.ts'
import { lastPrices, probablyGoneLots } from '#domains/inventory/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound, Problem } from '#platform/shared/problem.ts'
import { fromCents, toCents } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { ProposedMeal, proposeWeek as proposeEndpoint, WeekPlanRequest } from '../../contract/index.ts'
import type { Candidate, Choice, RiskLot, WeekLimits } from '../../rules/plan-week.ts'
import { countMealStock, itemNeeds, type MealAhead, type MealLine, mealNeeds } from '../../rules/planned-meals.ts'
import { cookingCounts } from '../store/cookings.ts'
import { findLeftoverRecipeId, listEntries } from '../store/plan.ts'
import { listLeftoverLots } from '../store/stock.ts'
import {
  buildWeekCandidates,
  helpingId,
  lotsAtRisk,
  priceOf,
  type Risk,
  type WeekCandidate,
  type WeekKitchen,
} from './build-week-candidates.ts'
import { readProposedLines } from './read-planned-meals.ts'
import { internIngredientName, type RecipeContext, readRecipeContext } from './recipe-context.ts'
import { listRecipeEntries } from './recipe-entries.ts'

export interface WeekQuestion {
  lots: RiskLot[]
  candidates: Candidate[]
  dates: string[]
  limits: WeekLimits
}

/** Plans weeks in worker threads, which start on demand and end when idle: thousands of recipes over two weeks take a while. */
export interface WeekPlanner {
  /** Throws 429 `busy` if too many wait, and 503 `plan_unavailable` after a timeout. */
  choose(question: WeekQuestion): Promise<Choice[]>
  close(): Promise<void>
}

/** Longer than any real question takes, even on a slow and busy machine. */
const maxMs = 30_000

export function openWeekPlanner(log: (message: string) => void): WeekPlanner {
  // Two busy threads: more would use memory without being faster.
  const pool = startPool(() => startThread<WeekQuestion, Choice[]>(new URL('./week-worker.ts', import.meta.url)), {
    maxWorkers: 2,
    maxWaiting: 48,
    graceMs: 0,
    onTrouble: (what) => log(`a week was not planned: ${what}`),
  })
  return {
    async choose(question) {
      const outcome = await pool.run(question, maxMs)
      if ('result' in outcome) return outcome.result
      throw new Problem(503, 'plan_unavailable', 'Couldn’t plan the week. Try again in a moment.')
    },
    close: () => pool.close(),
  }
}

/** Recipes that the response names as left out. */
const maxLeftOut = 50
/** Days within which no recipe is proposed twice. */
const farthest = 62

const readLeftovers = async (q: Reader, householdId: HouseholdId) =>
  Promise.all(
    (await listLeftoverLots(q, householdId)).map(async (lot) => ({ ...lot, recipeId: await findLeftoverRecipeId(q, householdId, lot.id) })),
  )

const read = async (q: Reader, member: Member, dates: readonly string[]) => {
  const { householdId, today } = member
  const [from = today, to = today] = [dates[0], dates.at(-1)]
  const [context, entries, planned, gone, diets, leftovers, cooked, prices] = await Promise.all([
    readRecipeContext(q, member),
    listRecipeEntries(q, householdId),
    listEntries(q, householdId, addDays(from, -1), addDays(to, 1)),
    probablyGoneLots(q, householdId, today),
    readDietChecker(q, householdId),
    readLeftovers(q, householdId),
    cookingCounts(q, householdId),
    lastPrices(q, householdId),
  ])
  const cuisines = new Map(entries.map(({ id, category }) => [id, category]))
  const around = planned.flatMap(({ on_date, recipe_id, leftover_of }) => {
    const cuisine = cuisines.get(recipe_id ?? leftover_of ?? '')
    return cuisine === undefined || cuisine === 'other' ? [] : [{ date: on_date, cuisine }]
  })
  return {
    goneIds: new Set(gone.map(({ id }) => id)),
    plannedCuisines: new Map([...Map.groupBy(around, ({ date }) => date)].map(([date, all]) => [date, all.map(({ cuisine }) => cuisine)])),
    kitchen: {
      ...{ context, entries, diets, leftovers, cooked, today },
      planned: new Set(planned.filter(({ on_date }) => on_date >= from && on_date <= to).map(({ recipe_id }) => recipe_id)),
      prices: new Map(prices.map((price) => [price.ingredient_id, price])),
    },
  }
}

/** Throws 422 for days that can't be planned, or for meals to keep on other days than those wanted. */
function datesOf(wish: WeekPlanRequest, today: string): string[] {
  const dates = [...new Set(wish.dates)].sort()
  const [from = today, to = today] = [dates[0], dates.at(-1)]
  if (from < today || daysBetween(today, to) > farthest)
    throw invalid('dates_invalid', say`Choose days from today, up to ${farthest} days ahead.`, 'dates')
  const fixed = wish.fixed ?? []
  const recipeIds = fixed.flatMap(({ recipeId }) => recipeId ?? [])
  const isDoubled = new Set(fixed.map(({ date }) => date)).size < fixed.length || new Set(recipeIds).size < recipeIds.length
  if (isDoubled || fixed.some(({ date }) => !dates.includes(date)))
    throw invalid('dates_invalid', say`Keep at most one meal a day, and each recipe once.`, 'fixed')
  return dates
}

/**
 * Proposes a recipe or leftovers for each day so that the least waste is expected. Stores nothing. Throws `not_found` for meals to keep that
 * don't exist.
 */
export async function proposeWeek(
  member: Member,
  readIn: Database['read'],
  { forecasts, planner }: { forecasts: ForecastService; planner: WeekPlanner },
  wish: WeekPlanRequest,
): Promise<ReplyOf<typeof proposeEndpoint>> {
  const { householdId, today } = member
  const dates = datesOf(wish, today)
  const [{ kitchen, goneIds, plannedCuisines }, outlooks] = await Promise.all([
    readIn(householdId, (q) => read(q, member, dates)),
    forecasts.outlooks({ householdId, today }),
  ])
  const risk = lotsAtRisk(
    outlooks.filter(({ lotId }) => !goneIds.has(lotId)),
    kitchen.context,
  )
  const week: Week = { kitchen: { ...kitchen, risk }, dates, fixed: fixedBy(wish), plannedCuisines }
  const candidates = await buildWeekCandidates(week.kitchen, wish, dates)
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  if (week.fixed.values().some((id) => !byId.has(id))) throw notFound()
  const compare = (choices: readonly Choice[]) =>
    readIn(householdId, (q) => readProposedLines(q, member, dates.at(-1) ?? today, choices.map(toMealAhead(byId, week.kitchen))))
  const { choices, lines } = await chooseWithin(wish.budget, week, candidates, planner, compare)
  const shown = choices.flatMap((choice, at): ProposedMeal[] => {
    const one = byId.get(choice.id)
    return one ? [toProposedMeal(one, choice, lines[at] ?? [], week.kitchen)] : []
  })
  const chosenIds = new Set(choices.map(({ id }) => id))
  return {
    choices: shown,
    saves: rounded(shown.reduce((sum, { saves }) => sum + saves, 0)),
    savesCost: added(shown.map(({ savesCost }) => savesCost)),
    cost: added(shown.map(({ cost }) => cost)),
    unpriced: shown.reduce((sum, { unpriced }) => sum + unpriced, 0),
    leftOut: candidates
      // What was chosen is for those who eat on another day.
      .flatMap(({ id, recipe, eaterIds }) =>
        recipe && eaterIds.length > 0 && !chosenIds.has(id) ? [{ recipeId: id, recipeName: recipe.name, eaterIds: [...eaterIds] }] : [],
      )
      .slice(0, maxLeftOut),
  }
}

interface Week {
  kitchen: WeekKitchen
  dates: string[]
  /** The candidates to keep, by day. */
  fixed: ReadonlyMap<string, string>
  plannedCuisines: ReadonlyMap<string, readonly string[]>
}

/** Returns the ids of the candidates to keep, by day. */
function fixedBy({ fixed = [] }: WeekPlanRequest): Map<string, string> {
  const helpings = new Map<string, number>()
  return new Map(
    fixed.map(({ date, recipeId, inventoryItemId = '' }) => {
      if (recipeId !== undefined) return [date, recipeId]
      const at = helpings.get(inventoryItemId) ?? 0
      helpings.set(inventoryItemId, at + 1)
      return [date, helpingId(inventoryItemId, at)]
    }),
  )
}

/** Searches under a budget before what doesn't fit is left out. */
const maxSearches = 3

/**
 * Chooses meals, and compares them with the stock on their days. What several of them need is to be bought once more, so the search counts
 * too little for it: if the meals cost more than the budget, it is repeated with less.
 */
async function chooseWithin(
  budget: number | undefined,
  week: Week,
  candidates: readonly WeekCandidate[],
  planner: WeekPlanner,
  compare: (choices: readonly Choice[]) => Promise<MealLine[][]>,
): Promise<{ choices: Choice[]; lines: MealLine[][] }> {
  if (candidates.length === 0) return { choices: [], lines: [] }
  const isFixed = (choice: Choice) => week.fixed.get(choice.date) === choice.id
  const costsOf = (lines: readonly MealLine[][]) => lines.map((own) => costOfLines(own, week.kitchen).cents)
  const most = budget === undefined ? undefined : toCents(budget)
  let left = most
  for (let search = 1; ; search += 1) {
    const choices = await planner.choose(questionOf(candidates, week, left))
    const lines = await compare(choices)
    const costs = costsOf(lines)
    const over = most === undefined ? 0 : costs.reduce((sum, cost) => sum + cost, 0) - most
    if (over <= 0.5 || left === undefined || most === undefined || choices.every((choice, at) => isFixed(choice) || costs[at] === 0))
      return { choices, lines }
    if (search < maxSearches) left = Math.max(0, left - Math.ceil(over))
    else {
      const kept = withoutDearest(choices, costs, over, isFixed)
      return { choices: kept, lines: await compare(kept) }
    }
  }
}

/** Leaves out the meals that cost most, but none that is fixed, until so much is saved. */
function withoutDearest(
  choices: readonly Choice[],
  costs: readonly number[],
  over: number,
  isFixed: (choice: Choice) => boolean,
): Choice[] {
  const dearest = choices.map((choice, at) => ({ choice, cost: costs[at] ?? 0 })).sort((a, b) => b.cost - a.cost)
  const out = new Set<Choice>()
  let open = over
  for (const { choice, cost } of dearest) {
    if (open <= 0 || cost === 0) break
    if (isFixed(choice)) continue
    out.add(choice)
    open -= cost
  }
  return choices.filter((choice) => !out.has(choice))
}

/** Returns a function that says what a choice needs of the stock. */
const toMealAhead =
  (byId: ReadonlyMap<string, WeekCandidate>, { context }: WeekKitchen) =>
  ({ id, date }: Choice): MealAhead => {
    const { recipe = null, leftover = null, servings = 1, name = '' } = byId.get(id) ?? {}
    const find = (food: string) => context.meant(internIngredientName(food))
    if (recipe) return { id, on: date, needs: mealNeeds(recipe.needs, servings, recipe.servings, find) }
    const portions = { milli: servings * 1000, unit: 'each' as const, text: name }
    const of = leftover ? { ingredient: { id: leftover.ingredient_id, name: leftover.name }, lotId: leftover.id } : { ingredient: null }
    return { id, on: date, needs: itemNeeds(portions, of) }
  }

/** Returns what short and missing lines cost at the last prices, and how many have none. */
function costOfLines(lines: readonly MealLine[], kitchen: WeekKitchen): { cents: number; toBuy: number; unpriced: number } {
  const lacking = lines.filter(({ state }) => state === 'short' || state === 'missing')
  const prices = lacking.map(({ ingredientId, lackingMilli, need }) =>
    priceOf({ ingredientId, milli: lackingMilli, unit: need.unit }, kitchen),
  )
  return {
    cents: Math.round(prices.reduce<number>((sum, price) => sum + (price ?? 0), 0)),
    toBuy: lacking.length,
    unpriced: prices.filter((price) => price === null).length,
  }
}

/** Returns only what the search needs: the rest would be copied to the worker. */
function questionOf(
  candidates: readonly WeekCandidate[],
  { kitchen, dates, fixed, plannedCuisines }: Week,
  budget: number | undefined,
): WeekQuestion {
  const decided = new Set(fixed.values())
  return {
    lots: kitchen.risk.lots.map(({ outlook: _outlook, ...lot }) => lot),
    candidates: candidates
      .filter(({ id, notOn }) => decided.has(id) || !dates.every((date) => notOn?.includes(date)))
      .map(({ id, takes, missing, notOn = [], unknown = 0, cost = 0, cuisine, liking = 0 }) => ({
        ...{ id, takes, missing, notOn, unknown, cost, liking },
        ...(cuisine && { cuisine }),
      })),
    dates,
    limits: { fixed, budget, planned: plannedCuisines },
  }
}

function toProposedMeal(one: WeekCandidate, choice: Choice, lines: readonly MealLine[], kitchen: WeekKitchen): ProposedMeal {
  const { recipe, leftover, name, servings, cooked, unknownEaterIds } = one
  const { cents, toBuy, unpriced } = costOfLines(lines, kitchen)
  const eats = kitchen.diets?.eatersAt(choice.date, 'dinner')
  return {
    ...explanationOf(choice, kitchen.risk, kitchen.context),
    date: choice.date,
    recipeId: recipe?.id ?? null,
    inventoryItemId: leftover?.id ?? null,
    recipeName: name,
    ...{ servings, unpriced },
    stock: countMealStock(lines),
    minutes: recipe?.minutes ?? 0,
    isFavorite: recipe?.isFavorite ?? false,
    lastCookedOn: cooked?.lastOn ?? null,
    cost: toBuy > 0 && unpriced === toBuy ? null : fromCents(cents),
    unknownEaterIds: unknownEaterIds.filter((id) => eats?.has(id)),
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
/** Returns null if nothing has a price. */
function added(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, cost) => sum + cost, 0) * 100) / 100
}

/** Smaller shares of a lot are not mentioned. */
const minSavedShare = 0.05

/** Returns what a choice saves by ingredient, most first. */
function explanationOf(
  { saves, lots: parts }: Choice,
  { lots, units }: Risk,
  context: RecipeContext,
): Pick<ProposedMeal, 'saves' | 'savesCost' | 'savings'> {
  const savedShares = parts.flatMap(({ at, share }) => {
    const lot = lots[at]
    return lot ? [{ lot, share }] : []
  })
  const share = (id: string) => savedShares.reduce((sum, one) => sum + (one.lot.ingredientId === id ? one.share : 0), 0)
  const savings = [...Map.groupBy(savedShares, ({ lot }) => lot.ingredientId)].flatMap(([id, own]): ProposedMeal['savings'] => {
    const [row, known] = [context.row(id), units.get(id)]
    const milli = own.reduce((sum, { lot, share }) => sum + share * lot.milli, 0)
    if (!row || !known || share(id) < minSavedShare) return []
    const daysLeft = Math.min(...own.map(({ lot }) => lot.outlook.daysLeft))
    return [{ ingredientId: id, ingredientName: row.name, quantity: rounded(milli / 1000), unit: known.unit, daysLeft }]
  })
  const cents = savedShares.flatMap(({ lot: { outlook }, share: part }) => {
    const { price_cents, whole_milli, milli } = outlook.lot
    return price_cents === null ? [] : [(part * price_cents * milli) / whole_milli / 100]
  })
  return { saves: rounded(saves), savesCost: added(cents), savings: savings.sort((a, b) => share(b.ingredientId) - share(a.ingredientId)) }
}
