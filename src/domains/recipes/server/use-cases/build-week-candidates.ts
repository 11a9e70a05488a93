import { setImmediate } from 'node:timers/promises'
import type { DietChecker } from '#domains/diets/server/index.ts'
import type { LotOutlook } from '#domains/forecast/server/index.ts'
import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { StockCount, WeekPlanRequest } from '../../contract/index.ts'
import type { CookingCount } from '../../rules/cookings.ts'
import { leftoverDish } from '../../rules/leftover-lot.ts'
import { bases, needInOwnUnits, scaleNeed } from '../../rules/needs.ts'
import { type Candidate, likingOf, type RiskLot } from '../../rules/plan-week.ts'
import { fitsInto } from '../../rules/recipe-time.ts'
import { type ListedRecipe, missingOf } from '../../rules/sort-recipes.ts'
import { compareWithStock } from '../../rules/stock-for-recipes.ts'
import type { LeftoverLot } from '../store/stock.ts'
import { listedEntryFor } from './list-recipes.ts'
import type { RecipeContext } from './recipe-context.ts'
import type { RecipeEntry } from './recipe-entries.ts'

/** What an ingredient last cost: so many cents for so much. */
export interface LastPrice {
  price_cents: number
  whole_milli: number
  unit: Unit
}

/** What a household has for its week. */
export interface WeekKitchen {
  context: RecipeContext
  entries: readonly RecipeEntry[]
  /** With the recipe they are of, where it is known. */
  leftovers: readonly (LeftoverLot & { recipeId: string | null })[]
  /** Recipes and items that are planned on these days. */
  planned: ReadonlySet<string | null>
  risk: Risk
  diets: DietChecker | null
  cooked: ReadonlyMap<string, CookingCount>
  /** By ingredient. */
  prices: ReadonlyMap<string, LastPrice>
  today: string
}

/** A meal that can be proposed, with what is said of it. */
export interface WeekCandidate extends Candidate {
  recipe: RecipeEntry | null
  leftover: WeekKitchen['leftovers'][number] | null
  /** Of the recipe, or the dish that is left. */
  name: string
  servings: number
  stock: StockCount
  /** How many lines to buy have no known price. */
  unpriced: number
  cooked: CookingCount | undefined
  /** For whom it isn't, of those who eat dinner. */
  eaterIds: readonly string[]
}

/** How many recipes are compared with the stock, and checked for diets, before other requests are served: a few milliseconds' work. */
const comparedAtOnce = 100
const checkedAtOnce = 4

/** Returns the recipes and leftovers that a wish allows, and those it fixes. */
export async function buildWeekCandidates(kitchen: WeekKitchen, wish: WeekPlanRequest, dates: readonly string[]): Promise<WeekCandidate[]> {
  const fixed = new Set((wish.fixed ?? []).map(({ recipeId, inventoryItemId }) => recipeId ?? inventoryItemId))
  const excluded = new Set(wish.exclude)
  const isOut = (id: string) => !fixed.has(id) && (excluded.has(id) || kitchen.planned.has(id))
  const found: WeekCandidate[] = []
  for (const [at, entry] of kitchen.entries.entries()) {
    if (at % comparedAtOnce === 0) await setImmediate()
    if (isOut(entry.id)) continue
    const shown = listedEntryFor(entry, kitchen.context, wish.servings ?? entry.servings)
    if (fixed.has(entry.id) || (shown.stock.total > 0 && missingOf(shown) <= (wish.maxMissing ?? 3)))
      found.push(recipeCandidate(kitchen, shown, wish, dates))
  }
  for (const lot of kitchen.leftovers) {
    const candidate = isOut(lot.id) ? null : leftoverCandidate(kitchen, lot, dates, wish.servings)
    // One portion is no dinner for two, unless it was chosen.
    if (candidate && (fixed.has(lot.id) || lot.free_milli >= (wish.servings ?? 1) * 1000)) found.push(candidate)
  }
  return withDiets(found, kitchen, dates)
}

function recipeCandidate(
  kitchen: WeekKitchen,
  shown: ListedRecipe<RecipeEntry>,
  wish: WeekPlanRequest,
  dates: readonly string[],
): WeekCandidate {
  const { context, cooked, today, risk } = kitchen
  const { entry } = shown
  const servings = wish.servings ?? entry.servings
  const last = cooked.get(entry.id)
  const limits = new Map((wish.maxMinutes ?? []).map(({ date, minutes }) => [date, minutes]))
  return {
    id: entry.id,
    ...{ recipe: entry, leftover: null, name: entry.name, servings, stock: shown.stock, cooked: last, eaterIds: [] },
    takes: takesOf(entry, context, risk, servings),
    missing: missingOf(shown),
    notOn: dates.filter((date) => !fitsInto(entry.minutes, limits.get(date))),
    ...(entry.category === 'other' ? {} : { cuisine: entry.category }),
    liking: likingOf({ ...entry, daysSinceCooked: last ? daysBetween(last.lastOn, today) : null }),
    ...costToBuy(entry, kitchen, servings),
  }
}

/** Returns the recipe that leftovers are of, by its name where nothing else is known. */
const recipeOf = (entries: readonly RecipeEntry[], id: string | null, name: string): RecipeEntry | undefined =>
  entries.find((entry) => (id === null ? entry.nameKey === nameKey(name) : entry.id === id))

function leftoverCandidate(
  { entries, risk }: WeekKitchen,
  lot: WeekKitchen['leftovers'][number],
  dates: readonly string[],
  wanted: number | undefined,
): WeekCandidate | null {
  const name = leftoverDish(lot.name)
  if (name === null) return null
  const recipe = recipeOf(entries, lot.recipeId, name)
  const portions = Math.max(1, Math.min(wanted ?? recipe?.servings ?? 1, Math.floor(lot.free_milli / 1000)))
  return {
    id: lot.id,
    ...{ recipe: null, leftover: lot, name, cooked: undefined, unpriced: 0, eaterIds: [] },
    servings: portions,
    stock: { have: 1, short: 0, missing: 0, total: 1 },
    takes: risk.units.has(lot.ingredient_id) ? [{ ingredientId: lot.ingredient_id, milli: portions * 1000 }] : [],
    missing: 0,
    cost: 0,
    notOn: dates.filter((date) => lot.goes_off_on < date),
    ...(recipe && recipe.category !== 'other' ? { cuisine: recipe.category } : {}),
  }
}

/** Returns what lines that are short or missing cost at the last prices, in cents, and how many have none. */
function costToBuy(entry: RecipeEntry, { context, prices }: WeekKitchen, servings: number): { cost: number; unpriced: number } {
  const ingredients = entry.names.map((name) => context.meant(name))
  const needs = entry.needs.map((need, at) => needInOwnUnits(scaleNeed(need, servings, entry.servings), ingredients[at]))
  let [cost, unpriced] = [0, 0]
  for (const [at, { state, lacking }] of compareWithStock(needs, ingredients).entries()) {
    if (state !== 'short' && state !== 'missing') continue
    const [need, ingredient] = [needs[at], ingredients[at]]
    const price = ingredient && prices.get(ingredient.id)
    const amount = price && need?.unit && lacking > 0 ? convert(lacking, need.unit, price.unit, ingredient.conversions ?? []) : null
    if (price && amount !== null && amount !== undefined && price.whole_milli > 0) cost += (price.price_cents * amount) / price.whole_milli
    else unpriced += 1
  }
  return { cost: Math.round(cost), unpriced }
}

/** Adds on which days a meal isn't for someone who eats dinner, and how much of it isn't known. */
async function withDiets(
  candidates: readonly WeekCandidate[],
  { diets, context, entries }: WeekKitchen,
  dates: readonly string[],
): Promise<WeekCandidate[]> {
  if (!diets) return [...candidates]
  const eaters = dates.map((date) => ({ date, ids: diets.eatersAt(date, 'dinner') }))
  const found: WeekCandidate[] = []
  for (const [at, candidate] of candidates.entries()) {
    if (at % checkedAtOnce === 0) await setImmediate()
    const recipe = candidate.recipe ?? recipeOf(entries, candidate.leftover?.recipeId ?? null, candidate.name)
    const dish = { food: candidate.name, preparation: '' }
    // Leftovers found by name only may be of another recipe.
    const isGuess = candidate.leftover?.recipeId === null
    const foods = recipe ? [...recipe.foods, ...(isGuess ? [dish] : [])] : [dish]
    const lines = foods.map((line) => ({ ...line, ingredientId: line.food === '' ? null : (context.match(line.food)?.id ?? null) }))
    const warnings = diets.check(lines, candidate.name).filter(({ eaterId }) => eaters.some(({ ids }) => ids.has(eaterId)))
    const eaterIds = warnings.filter(({ contains }) => contains.length > 0).map(({ eaterId }) => eaterId)
    const notOn = eaters.flatMap(({ date, ids }) => (eaterIds.some((id) => ids.has(id)) ? date : []))
    const doubtful = new Set(warnings.flatMap(({ unknown }) => unknown.map(({ line }) => line)))
    found.push({ ...candidate, notOn: [...(candidate.notOn ?? []), ...notOn], unknown: doubtful.size, eaterIds })
  }
  return found
}

export interface Risk {
  lots: (RiskLot & { outlook: LotOutlook })[]
  /** The unit used here for each ingredient at risk. */
  units: ReadonlyMap<string, { unit: Unit; conversions: readonly Conversion[] }>
}

/** Returns lots at risk of waste, each ingredient in one unit. */
export function lotsAtRisk(outlooks: readonly LotOutlook[], context: RecipeContext): Risk {
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
