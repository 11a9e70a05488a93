import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { findBuiltInFoodInCurrentLanguage, parseOwnUnits } from '#domains/ingredients/server/index.ts'
import { parseStock } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { perLanguage } from '#platform/server/i18n/current-language.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { addDays } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Conversion } from '#platform/shared/units.ts'
import type { ReservedFor } from '../../contract/stock.ts'
import { createLineMatcher, type LineMatcher } from '../../rules/match-line.ts'
import { horizonDays, type LotRisk, type StockedIngredient, stockedIngredient } from '../../rules/stock-for-recipes.ts'
import { mealsWithReservations, reservedForEntry } from '../store/plan.ts'
import { listIngredientMatches } from '../store/recipes.ts'
import { type IngredientStockRow, ingredientsWithStock, listMatchableIngredients, lotsExpiringBetween } from '../store/stock.ts'

/** A food's name in recipes. Equal names share one object, because comparing thousands of strings is slow. */
export interface RecipeIngredientName {
  readonly text: string
}
const names = boundedCache<string, RecipeIngredientName>(50_000)
const newName = (text: string): RecipeIngredientName => ({ text })
export const internIngredientName = (text: string): RecipeIngredientName => names.getOrCreate(text, newName)

export interface RecipeContext {
  match: LineMatcher
  /** Null unless the context was read for it. */
  reservedFor(ingredientId: string): ReservedFor | null
  ingredient(id: string): StockedIngredient | null
  /** Returns the household's ingredient that a line's food refers to; null if there is none. */
  meant(name: RecipeIngredientName): StockedIngredient | null
  row(id: string): IngredientStockRow | undefined
}

const knownKeys = perLanguage(() => boundedCache<string, string | null>(20_000))
const readKey = (name: string): string | null => findBuiltInFoodInCurrentLanguage(name)?.key ?? null
/** Returns the key of the built-in food with this name. Cached: the same few thousand names recur. */
const knownKey = (name: string): string | null => knownKeys().getOrCreate(name, readKey)

/** Forecasts of lots by id. */
export type Risks = ReadonlyMap<string, LotRisk>

const toMatchable = ({ id, name, aliases }: Pick<IngredientStockRow, 'id' | 'name' | 'aliases'>) => ({
  id,
  name,
  aliases: aliases === '[]' ? [] : (JSON.parse(aliases) as string[]),
})

/** Returns a function that finds the household's ingredient for a line's food, without reading stock. */
export async function readIngredientMatcher(
  q: Reader,
  householdId: HouseholdId,
): Promise<(ingredient: string) => { id: string; name: string; ownUnits: readonly OwnUnit[] } | null> {
  const [rows, confirmed] = await Promise.all([listMatchableIngredients(q, householdId), listIngredientMatches(q, householdId)])
  const byId = new Map(rows.map(({ id, name, own_units }) => [id, { id, name, ownUnits: parseOwnUnits(own_units) }]))
  const match = createLineMatcher(rows.map(toMatchable), confirmed, knownKey)
  return (ingredient) => byId.get(match(ingredient)?.id ?? '') ?? null
}

interface ContextOptions {
  risks?: Risks
  /** A planned meal; its reserved stock counts as available. */
  planEntryId?: string | undefined
  /** Reads for which planned meals stock is reserved. */
  withMeals?: boolean
}

/** Returns the household's ingredients with their stock on a day. */
export async function readRecipeContext(
  q: Reader,
  { householdId, today }: Pick<Member, 'householdId' | 'today'>,
  { risks = new Map(), planEntryId, withMeals = false }: ContextOptions = {},
): Promise<RecipeContext> {
  const [rows, soon, confirmed, reserved, meals] = await Promise.all([
    ingredientsWithStock(q, householdId, today),
    lotsExpiringBetween(q, householdId, today, addDays(today, horizonDays)),
    listIngredientMatches(q, householdId),
    planEntryId === undefined ? [] : reservedForEntry(q, householdId, planEntryId, today),
    withMeals ? mealsWithReservations(q, householdId) : [],
  ])
  const reservedByIngredient = Map.groupBy(reserved, (part) => part.ingredient_id)
  const soonByIngredient = Map.groupBy(soon, (lot) => lot.ingredient_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const ingredients = new Map<string, StockedIngredient>()
  const match = createLineMatcher(rows.map(toMatchable), confirmed, knownKey)
  const ingredient = (id: string): StockedIngredient | null => {
    const cached = ingredients.get(id)
    if (cached) return cached
    const row = byId.get(id)
    if (!row) return null
    const stock = [
      ...parseStock(row.stock).map(({ unit, freeMilli }) => ({ unit, milli: freeMilli })),
      ...(reservedByIngredient.get(id) ?? []),
    ]
    const lots = (soonByIngredient.get(id) ?? [])
      .map(({ id: lotId, unit, milli, goes_off_on }) => ({ unit, milli, expiresOn: goes_off_on, risk: risks.get(lotId) ?? null }))
      .filter(({ milli }) => milli > 0)
    const known = stockedIngredient(
      { id, name: row.name, conversions: JSON.parse(row.conversions) as Conversion[], ownUnits: parseOwnUnits(row.own_units) },
      stock,
      lots,
      today,
    )
    ingredients.set(id, known)
    return known
  }
  const meant = new Map<RecipeIngredientName, StockedIngredient | null>()
  return {
    match,
    ingredient,
    reservedFor(ingredientId) {
      const meal = meals.find(({ ingredient_id, id }) => ingredient_id === ingredientId && id !== planEntryId)
      return meal ? { recipeName: meal.name, date: meal.on_date, meal: meal.meal } : null
    },
    row: (id) => byId.get(id),
    meant(name) {
      let found = meant.get(name)
      if (found === undefined) {
        const matched = match(name.text)
        found = matched && ingredient(matched.id)
        meant.set(name, found)
      }
      return found
    },
  }
}
