import { readDietChecker } from '#domains/diets/server/index.ts'
import type { ForecastService } from '#domains/forecast/server/index.ts'
import { lastPrices, probablyGoneLots } from '#domains/inventory/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound, Problem } from '#platform/shared/problem.ts'
import { fromCents, toCents } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { ProposedMeal, proposeWeek as proposeEndpoint, WeekPlanRequest } from '../../contract/index.ts'
import type { Candidate, Choice, RiskLot, WeekLimits } from '../../rules/plan-week.ts'
import { cookingCounts } from '../store/cookings.ts'
import { findLeftoverRecipeId, listEntries } from '../store/plan.ts'
import { listLeftoverLots } from '../store/stock.ts'
import { buildWeekCandidates, lotsAtRisk, type Risk, type WeekCandidate } from './build-week-candidates.ts'
import { type RecipeContext, readRecipeContext } from './recipe-context.ts'
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

const read = async (q: Reader, member: Member, from: string, to: string) => {
  const { householdId, today } = member
  const [context, entries, planned, gone, diets, leftovers, cooked, prices] = await Promise.all([
    readRecipeContext(q, member),
    listRecipeEntries(q, householdId),
    listEntries(q, householdId, from, to),
    probablyGoneLots(q, householdId, today),
    readDietChecker(q, householdId),
    readLeftovers(q, householdId),
    cookingCounts(q, householdId),
    lastPrices(q, householdId),
  ])
  return {
    goneIds: new Set(gone.map(({ id }) => id)),
    kitchen: {
      ...{ context, entries, diets, leftovers, cooked, today },
      planned: new Set(planned.flatMap(({ recipe_id, lot_id }) => [recipe_id, lot_id])),
      prices: new Map(prices.map((price) => [price.ingredient_id, price])),
    },
  }
}

/** Throws 422 for days that can't be planned, or for meals on other days than those wanted. */
function datesOf(wish: WeekPlanRequest, today: string): string[] {
  const dates = [...new Set(wish.dates)].sort()
  const [from = today, to = today] = [dates[0], dates.at(-1)]
  if (from < today || daysBetween(today, to) > farthest)
    throw invalid('dates_invalid', say`Choose days from today, up to ${farthest} days ahead.`, 'dates')
  const fixed = (wish.fixed ?? []).map(({ date }) => date)
  if (new Set(fixed).size < fixed.length || fixed.some((date) => !dates.includes(date)))
    throw invalid('dates_invalid', say`Keep one meal for each of the chosen days.`, 'fixed')
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
  const [{ kitchen, goneIds }, outlooks] = await Promise.all([
    readIn(householdId, (q) => read(q, member, dates[0] ?? today, dates.at(-1) ?? today)),
    forecasts.outlooks({ householdId, today }),
  ])
  const risk = lotsAtRisk(
    outlooks.filter(({ lotId }) => !goneIds.has(lotId)),
    kitchen.context,
  )
  const candidates = await buildWeekCandidates({ ...kitchen, risk }, wish, dates)
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const fixed = new Map((wish.fixed ?? []).map(({ date, recipeId, inventoryItemId }) => [date, recipeId ?? inventoryItemId ?? '']))
  if (fixed.values().some((id) => !byId.has(id))) throw notFound()
  const choices = candidates.length === 0 ? [] : await planner.choose(questionOf(candidates, risk, dates, fixed, wish))
  const shown = choices.flatMap((choice): ProposedMeal[] => {
    const one = byId.get(choice.id)
    return one ? [{ ...explanationOf(choice, risk, kitchen.context), ...about(one), date: choice.date }] : []
  })
  const isChosen = (id: string) => choices.some((choice) => choice.id === id)
  return {
    choices: shown,
    saves: rounded(shown.reduce((sum, { saves }) => sum + saves, 0)),
    savesCost: added(shown.map(({ savesCost }) => savesCost)),
    cost: added(shown.map(({ cost }) => cost)),
    unpriced: shown.reduce((sum, { unpriced }) => sum + unpriced, 0),
    leftOut: candidates
      // What was chosen is for those who eat on another day.
      .flatMap(({ id, recipe, eaterIds }) =>
        recipe && eaterIds.length > 0 && !isChosen(id) ? [{ recipeId: id, recipeName: recipe.name, eaterIds: [...eaterIds] }] : [],
      )
      .slice(0, maxLeftOut),
  }
}

/** Returns only what the search needs: the rest would be copied to the worker. */
function questionOf(
  candidates: readonly WeekCandidate[],
  risk: Risk,
  dates: string[],
  fixed: ReadonlyMap<string, string>,
  { budget }: WeekPlanRequest,
): WeekQuestion {
  const decided = new Set(fixed.values())
  return {
    lots: risk.lots.map(({ outlook: _outlook, ...lot }) => lot),
    candidates: candidates
      .filter(({ id, notOn }) => decided.has(id) || !dates.every((date) => notOn?.includes(date)))
      .map(({ id, takes, missing, notOn = [], unknown = 0, cost = 0, cuisine, liking = 0 }) => ({
        ...{ id, takes, missing, notOn, unknown, cost, liking },
        ...(cuisine && { cuisine }),
      })),
    dates,
    limits: { fixed, budget: budget === undefined ? undefined : toCents(budget) },
  }
}

const about = ({ id, recipe, name, stock, servings, cooked, cost = 0, unpriced, missing }: WeekCandidate) => ({
  recipeId: recipe ? id : null,
  inventoryItemId: recipe ? null : id,
  recipeName: name,
  ...{ servings, stock, unpriced },
  minutes: recipe?.minutes ?? 0,
  isFavorite: recipe?.isFavorite ?? false,
  lastCookedOn: cooked?.lastOn ?? null,
  cost: missing > 0 && unpriced === missing ? null : fromCents(cost),
})
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
