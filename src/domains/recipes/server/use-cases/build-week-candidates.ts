import { setImmediate } from 'node:timers/promises'
import type { DietChecker } from '#domains/diets/server/index.ts'
import type { LotOutlook } from '#domains/forecast/server/index.ts'
import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import { daysBetween } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { WeekPlanRequest } from '../../contract/index.ts'
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
  /** Recipes that are planned on these days. */
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
  /** Null for a recipe. */
  leftover: WeekKitchen['leftovers'][number] | null
  /** Of the recipe, or the dish that is left. */
  name: string
  servings: number
  cooked: CookingCount | undefined
  /** For whom it isn't, and for whom that isn't known, of those who eat dinner on one of the days. */
  eaterIds: readonly string[]
  unknownEaterIds: readonly string[]
}

/** How many recipes are compared with the stock, and checked for diets, before other requests are served: a few milliseconds' work. */
const comparedAtOnce = 100
const checkedAtOnce = 4
/** On how many days the same leftovers are proposed. */
const maxHelpings = 3

/** Returns the id of the candidate that is leftovers for the first, second … time. */
export const helpingId = (lotId: string, index: number): string => `${lotId} ${index}`

/** Returns the recipes and leftovers that a wish allows, and those it fixes. A dish that is left isn't proposed as a recipe, too. */
export async function buildWeekCandidates(kitchen: WeekKitchen, wish: WeekPlanRequest, dates: readonly string[]): Promise<WeekCandidate[]> {
  const { fixed = [], exclude, servings, maxMissing = 3 } = wish
  const fixedRecipes = new Set(fixed.map(({ recipeId }) => recipeId))
  const excluded = new Set(exclude)
  const leftovers = kitchen.leftovers.flatMap((lot) => {
    const wanted = fixed.filter(({ inventoryItemId }) => inventoryItemId === lot.id).length
    // One portion is no dinner for two, unless it was chosen.
    const enough = excluded.has(lot.id) ? 0 : Math.min(maxHelpings, Math.floor(lot.free_milli / (servings ?? 1) / 1000))
    return Array.from({ length: Math.max(wanted, enough) }, (_helping, at) => leftoverCandidate(kitchen, lot, dates, servings, at))
  })
  const dishes = new Set(leftovers.map(({ dishId }) => dishId))
  const recipes: (WeekCandidate & PricedLines)[] = []
  for (const [at, entry] of kitchen.entries.entries()) {
    if (at % comparedAtOnce === 0) await setImmediate()
    const isFixed = fixedRecipes.has(entry.id)
    if (!isFixed && (excluded.has(entry.id) || kitchen.planned.has(entry.id) || dishes.has(entry.id))) continue
    const shown = listedEntryFor(entry, kitchen.context, servings ?? entry.servings)
    if (isFixed || (shown.stock.total > 0 && missingOf(shown) <= maxMissing)) recipes.push(recipeCandidate(kitchen, shown, wish, dates))
  }
  return withDiets([...withAssumedPrices(recipes), ...leftovers.map(({ dishId: _dishId, ...one }) => one)], kitchen, dates)
}

function recipeCandidate(
  kitchen: WeekKitchen,
  shown: ListedRecipe<RecipeEntry>,
  wish: WeekPlanRequest,
  dates: readonly string[],
): WeekCandidate & PricedLines {
  const { context, cooked, today, risk } = kitchen
  const { entry } = shown
  const servings = wish.servings ?? entry.servings
  const last = cooked.get(entry.id)
  const limits = new Map((wish.maxMinutes ?? []).map(({ date, minutes }) => [date, minutes]))
  return {
    id: entry.id,
    ...{ recipe: entry, leftover: null, name: entry.name, servings, cooked: last, eaterIds: [], unknownEaterIds: [] },
    takes: takesOf(entry, context, risk, servings),
    missing: missingOf(shown),
    notOn: dates.filter((date) => !fitsInto(entry.minutes, limits.get(date))),
    ...cuisineOf(entry),
    liking: likingOf({ ...entry, daysSinceCooked: last ? daysBetween(last.lastOn, today) : null }),
    ...pricesToBuy(entry, kitchen, servings),
  }
}

const cuisineOf = (recipe: RecipeEntry | undefined) =>
  recipe === undefined || recipe.category === 'other' ? {} : { cuisine: recipe.category }

/** Returns the recipe that leftovers are of, by its name where nothing else is known. */
const recipeOf = (entries: readonly RecipeEntry[], id: string | null, name: string): RecipeEntry | undefined =>
  entries.find((entry) => (id === null ? entry.nameKey === nameKey(name) : entry.id === id))

function leftoverCandidate(
  { entries, risk }: WeekKitchen,
  lot: WeekKitchen['leftovers'][number],
  dates: readonly string[],
  wanted: number | undefined,
  at: number,
): WeekCandidate & { dishId: string | undefined } {
  const name = leftoverDish(lot.name) ?? lot.name
  const dish = recipeOf(entries, lot.recipeId, name)
  const portions = Math.max(1, Math.min(wanted ?? dish?.servings ?? 1, Math.floor(lot.free_milli / 1000)))
  // Portions of a lot in grams can't be compared.
  const isAtRisk = risk.units.get(lot.ingredient_id)?.unit === lot.unit
  return {
    id: helpingId(lot.id, at),
    dishId: dish?.id,
    ...{ recipe: null, leftover: lot, name, cooked: undefined, eaterIds: [], unknownEaterIds: [] },
    servings: portions,
    takes: isAtRisk ? [{ ingredientId: lot.ingredient_id, lotId: lot.id, milli: portions * 1000 }] : [],
    missing: 0,
    cost: 0,
    notOn: dates.filter((date) => lot.goes_off_on < date),
    ...cuisineOf(dish),
  }
}

/** What a recipe's short and missing lines cost at the last prices, in cents. */
interface PricedLines {
  cost: number
  priced: number
  /** How many have no price. */
  unpriced: number
}

/** Returns the price of an amount of an ingredient at its last price, in cents; null if it has none. */
export function priceOf(
  amount: { ingredientId: string | null; milli: number; unit: Unit | null },
  kitchen: Pick<WeekKitchen, 'context' | 'prices'>,
) {
  const price = amount.ingredientId === null ? undefined : kitchen.prices.get(amount.ingredientId)
  if (!price || amount.ingredientId === null || amount.unit === null || amount.milli <= 0 || price.whole_milli <= 0) return null
  const conversions = kitchen.context.ingredient(amount.ingredientId)?.conversions ?? []
  const milli = convert(amount.milli, amount.unit, price.unit, conversions)
  return milli === null ? null : (price.price_cents * milli) / price.whole_milli
}

function pricesToBuy(entry: RecipeEntry, kitchen: WeekKitchen, servings: number): PricedLines {
  const ingredients = entry.names.map((name) => kitchen.context.meant(name))
  const needs = entry.needs.map((need, at) => needInOwnUnits(scaleNeed(need, servings, entry.servings), ingredients[at]))
  const lines = { cost: 0, priced: 0, unpriced: 0 }
  for (const [at, { state, lacking }] of compareWithStock(needs, ingredients).entries()) {
    if (state !== 'short' && state !== 'missing') continue
    const price = priceOf({ ingredientId: ingredients[at]?.id ?? null, milli: lacking, unit: needs[at]?.unit ?? null }, kitchen)
    if (price === null) lines.unpriced += 1
    else {
      lines.cost += price
      lines.priced += 1
    }
  }
  return lines
}

/** Assumes that a line without a price costs what others do on average, so that a budget doesn't prefer what nothing is known of. */
function withAssumedPrices(recipes: readonly (WeekCandidate & PricedLines)[]): WeekCandidate[] {
  const priced = recipes.reduce((sum, one) => sum + one.priced, 0)
  const assumed = priced === 0 ? 0 : recipes.reduce((sum, { cost }) => sum + cost, 0) / priced
  return recipes.map(({ priced: _priced, unpriced, ...recipe }) => ({ ...recipe, cost: Math.round(recipe.cost + unpriced * assumed) }))
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
    const unknownEaterIds = warnings.filter(({ unknown }) => unknown.length > 0).map(({ eaterId }) => eaterId)
    found.push({ ...candidate, notOn: [...(candidate.notOn ?? []), ...notOn], unknown: doubtful.size, eaterIds, unknownEaterIds })
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
    return milli === null
      ? []
      : [{ lotId: lot.id, ingredientId: row.id, milli, expiresOn: lot.goes_off_on, chance: probability, loss, outlook }]
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
