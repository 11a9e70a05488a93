import { setImmediate } from 'node:timers/promises'
import { type DietChecker, readDietChecker } from '#domains/diets/server/index.ts'
import type { ForecastService, LotOutlook } from '#domains/forecast/server/index.ts'
import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import { probablyGoneLots } from '#domains/inventory/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { ProposedMeal, proposeWeek as proposeEndpoint, WeekPlanRequest } from '../../contract/index.ts'
import { bases, needInOwnUnits, scaleNeed } from '../../rules/needs.ts'
import type { Candidate, Choice, RiskLot } from '../../rules/plan-week.ts'
import { type ListedRecipe, missingOf } from '../../rules/sort-recipes.ts'
import { listEntries } from '../store/plan.ts'
import { listedEntryFor } from './list-recipes.ts'
import { type RecipeContext, readRecipeContext } from './recipe-context.ts'
import { listRecipeEntries, type RecipeEntry } from './recipe-entries.ts'

export interface WeekQuestion {
  lots: RiskLot[]
  candidates: Candidate[]
  dates: string[]
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
/** How many recipes are checked for diets before other requests are served: a few milliseconds' work. */
const recipesAtOnce = 4
/** Days within which no recipe is proposed twice. */
const farthest = 62

const read = async (q: Reader, member: Member, from: string, to: string) => {
  const [context, entries, planned, gone, diets] = await Promise.all([
    readRecipeContext(q, member),
    listRecipeEntries(q, member.householdId),
    listEntries(q, member.householdId, from, to),
    probablyGoneLots(q, member.householdId, member.today),
    readDietChecker(q, member.householdId),
  ])
  const goneIds = new Set(gone.map(({ id }) => id))
  return { kitchen: context, entries, planned: new Set(planned.map(({ recipe_id }) => recipe_id)), goneIds, diets }
}

/** Proposes a recipe for each day so that the least waste is expected. Stores nothing. */
export async function proposeWeek(
  member: Member,
  readIn: Database['read'],
  { forecasts, planner }: { forecasts: ForecastService; planner: WeekPlanner },
  wish: WeekPlanRequest,
): Promise<ReplyOf<typeof proposeEndpoint>> {
  const dates = [...new Set(wish.dates)].sort()
  const [from = member.today, to = member.today] = [dates[0], dates.at(-1)]
  if (from < member.today || daysBetween(member.today, to) > farthest)
    throw invalid('dates_invalid', say`Choose days from today, up to ${farthest} days ahead.`, 'dates')
  const { householdId, today } = member
  const [{ kitchen: context, entries, planned, goneIds, diets }, outlooks] = await Promise.all([
    readIn(householdId, (q) => read(q, member, from, to)),
    forecasts.outlooks({ householdId, today }),
  ])
  const risk = lotsAtRisk(
    outlooks.filter(({ lotId }) => !goneIds.has(lotId)),
    context,
  )
  const { maxMissing = 3, servings } = wish
  const possible = new Map<string, ListedRecipe<RecipeEntry>>()
  for (const entry of entries) {
    if (planned.has(entry.id)) continue
    const shown = listedEntryFor(entry, context, servings ?? entry.servings)
    if (shown.stock.total > 0 && missingOf(shown) <= maxMissing) possible.set(entry.id, shown)
  }
  const ofDiets = await dietsOf([...possible.values()], diets, context, dates)
  const candidates = [...possible.values()].map((one): Candidate => {
    const { entry } = one
    return {
      ...ofDiets.get(entry.id),
      recipeId: entry.id,
      missing: missingOf(one),
      takes: takesOf(entry, context, risk, servings ?? entry.servings),
    }
  })
  const lots = risk.lots.map(({ outlook: _outlook, ...lot }) => lot)
  const choices = candidates.length === 0 ? [] : await planner.choose({ lots, candidates: candidates.filter(isForSomeDay(dates)), dates })
  const shown = choices.flatMap((choice): ProposedMeal[] => {
    const one = possible.get(choice.recipeId)
    return one
      ? [{ ...explanationOf(choice, risk, context), ...about(one), date: choice.date, servings: servings ?? one.entry.servings }]
      : []
  })
  return {
    choices: shown,
    saves: rounded(shown.reduce((sum, { saves }) => sum + saves, 0)),
    savesCost: added(shown.map(({ savesCost }) => savesCost)),
    leftOut: [...possible.values()]
      .flatMap(({ entry }) => {
        const { eaterIds = [] } = ofDiets.get(entry.id) ?? {}
        // It is for those who eat on another day.
        const isChosen = choices.some(({ recipeId }) => recipeId === entry.id)
        return eaterIds.length > 0 && !isChosen ? [{ recipeId: entry.id, recipeName: entry.name, eaterIds }] : []
      })
      .slice(0, maxLeftOut),
  }
}

const isForSomeDay =
  (dates: readonly string[]) =>
  ({ notOn = [] }: Candidate) =>
    notOn.length < dates.length

interface OfDiets extends Required<Pick<Candidate, 'notOn' | 'unknown'>> {
  /** For whom it isn't. */
  eaterIds: string[]
}

/** Returns on which days a recipe isn't for someone who eats dinner, and how much of it isn't known; by recipe. */
async function dietsOf(
  recipes: readonly ListedRecipe<RecipeEntry>[],
  diets: DietChecker | null,
  context: RecipeContext,
  dates: readonly string[],
): Promise<ReadonlyMap<string, OfDiets>> {
  const found = new Map<string, OfDiets>()
  if (!diets) return found
  const eaters = dates.map((date) => ({ date, ids: diets.eatersAt(date, 'dinner') }))
  for (const [at, { entry }] of recipes.entries()) {
    // Lets other requests in between.
    if (at % recipesAtOnce === 0) await setImmediate()
    const lines = entry.foods.map((line) => ({ ...line, ingredientId: line.food === '' ? null : (context.match(line.food)?.id ?? null) }))
    const warnings = diets.check(lines, entry.name).filter(({ eaterId }) => eaters.some(({ ids }) => ids.has(eaterId)))
    const notFor = warnings.filter(({ contains }) => contains.length > 0).map(({ eaterId }) => eaterId)
    const notOn = eaters.flatMap(({ date, ids }) => (notFor.some((id) => ids.has(id)) ? date : []))
    const doubtful = new Set(warnings.flatMap(({ unknown }) => unknown.map(({ line }) => line)))
    found.set(entry.id, { notOn, unknown: doubtful.size, eaterIds: notFor })
  }
  return found
}

const about = ({ entry, stock }: ListedRecipe<RecipeEntry>) => ({ recipeId: entry.id, recipeName: entry.name, stock })
const rounded = (value: number) => Math.round(value * 1000) / 1000
/** Returns null if nothing has a price. */
function added(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null)
  return known.length === 0 ? null : Math.round(known.reduce((sum, cost) => sum + cost, 0) * 100) / 100
}

interface Risk {
  lots: (RiskLot & { outlook: LotOutlook })[]
  /** The unit used here for each ingredient at risk. */
  units: ReadonlyMap<string, { unit: Unit; conversions: readonly Conversion[] }>
}

/** Returns lots at risk of waste, each ingredient in one unit. */
function lotsAtRisk(outlooks: readonly LotOutlook[], context: RecipeContext): Risk {
  const units = new Map<string, { unit: Unit; conversions: readonly Conversion[] }>()
  const lots = outlooks.flatMap((outlook) => {
    const { lot, expectedLeft, probability, daysLeft } = outlook
    const row = context.row(lot.ingredient_id)
    if (!row || daysLeft < 0 || expectedLeft <= 0 || lot.milli <= 0) return []
    const known = units.get(row.id) ?? { unit: bases[familyOf(lot.unit)], conversions: JSON.parse(row.conversions) as Conversion[] }
    units.set(row.id, known)
    const milli = convert(lot.milli, lot.unit, known.unit, known.conversions)
    const loss = Math.min(probability, (expectedLeft * 1000) / lot.milli)
    return milli === null ? [] : [{ ingredientId: row.id, milli, expiresOn: lot.goes_off_on, chance: probability, loss, outlook }]
  })
  return { lots, units }
}

function takesOf(
  { needs, names, servings: own }: RecipeEntry,
  context: RecipeContext,
  { units }: Risk,
  servings: number,
): Candidate['takes'] {
  return needs.flatMap((need, at) => {
    const name = names[at]
    const ingredient = name ? context.meant(name) : null
    const { milli, unit } = needInOwnUnits(scaleNeed(need, servings, own), ingredient)
    if (!ingredient || milli === null || unit === null) return []
    const conversions = ingredient.conversions ?? []
    const known = units.get(ingredient.id) ?? { unit: bases[familyOf(unit)], conversions }
    const kinds = (ingredient.kindIds ?? []).flatMap((id) => {
      const kind = units.get(id)
      const factor = kind && convertOfKind(1, known.unit, kind.unit, kind.conversions, known.conversions)
      return factor ? [{ ingredientId: id, factor }] : []
    })
    const wanted = convert(milli, unit, known.unit, known.conversions)
    if (wanted === null || (!units.has(ingredient.id) && kinds.length === 0)) return []
    return [{ ingredientId: ingredient.id, milli: wanted, ...(kinds.length > 0 ? { kinds } : {}) }]
  })
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
