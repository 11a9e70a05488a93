import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { PlannedNeed } from '#domains/inventory/rules/allocate-needs.ts'
import { allocateNeeds } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { notFound } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { PlanEntry } from '../../contract/index.ts'
import { newRecipeDefaults } from '../../rules/new-recipe.ts'
import {
  countMealStock,
  itemNeeds,
  type MealAhead,
  type MealLine,
  type MealNeed,
  mealLines,
  mealNeeds,
  plannedNeeds,
  reservationDays,
} from '../../rules/planned-meals.ts'
import * as store from '../store/plan.ts'
import { findRecipes, type RecipeRow } from '../store/recipes.ts'
import { readIngredientMatcher } from './recipe-context.ts'
import { needsOf } from './recipe-entries.ts'

type Who = Pick<Member, 'householdId' | 'today'>

export interface PlannedMealWithLines {
  row: store.EntryRow
  recipe: RecipeRow | undefined
  /** Where a planned item is; null once none is left. */
  storage: Storage | null
  ingredient: PlannedIngredient | null
  leftoverOf: string | null
  /** Empty once it is cooked or past. */
  lines: MealLine[]
}

/** The ingredient that is planned; once it is gone, the one of the household that its name means, and null if there is none. */
interface PlannedIngredient {
  id: string | null
  /** The text once it is gone. */
  name: string
}

/** The longest range returned at once. */
export const maxSpanDays = 62

/** Returns a planned meal of this recipe. Throws `not_found`. */
export async function plannedMeal(q: Reader, { householdId }: Who, id: string, recipeId: string): Promise<store.EntryRow> {
  const [row] = await store.findEntries(q, householdId, [id])
  if (!row || row.removed_at !== null || row.recipe_id !== recipeId) throw notFound()
  return row
}

interface Planned extends MealAhead {
  row: store.EntryRow
  recipe: RecipeRow | undefined
  storage: Storage | null
  ingredient: PlannedIngredient | null
  leftoverOf: string | null
}

async function plannedRows(q: Reader, who: Who, rows: readonly store.EntryRow[]): Promise<Planned[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ recipe_id, leftover_of }) => recipe_id ?? leftover_of ?? []))]
  const lotIds = [...new Set(rows.flatMap(({ lot_id }) => lot_id ?? []))]
  const ingredientIds = [...new Set(rows.flatMap(({ ingredient_id }) => ingredient_id ?? []))]
  const [recipes, lots, planned, ingredients] = await Promise.all([
    findRecipes(q, who.householdId, ids),
    store.findPlannedLots(q, who.householdId, lotIds),
    store.findPlannedIngredients(q, who.householdId, ingredientIds),
    readIngredientMatcher(q, who.householdId),
  ])
  const byId = new Map(recipes.map((recipe) => [recipe.id, recipe]))
  const lotsById = new Map(lots.flatMap((lot) => (lot.state === 'active' ? [[lot.id, lot]] : [])))
  return rows.map((row): Planned => {
    const recipe = byId.get(row.recipe_id ?? '')
    const lot = lotsById.get(row.lot_id ?? '')
    const live = planned.find(({ id }) => id === row.ingredient_id)
    const meant = row.ingredient_id === null ? null : (live ?? ingredients(row.text ?? ''))
    const ingredient = row.ingredient_id === null ? null : { id: meant?.id ?? null, name: live?.name ?? row.text ?? '' }
    const isAhead = row.state === 'planned' && row.on_date >= who.today
    const leftoverOf = byId.get(row.leftover_of ?? '')?.removed_at === null ? row.leftover_of : null
    const base = { row, recipe, storage: lot?.storage ?? null, ingredient, leftoverOf, id: row.id, on: row.on_date }
    if (!isAhead) return { ...base, needs: [] }
    if (recipe) return { ...base, needs: mealNeeds(needsOf(recipe), row.servings, recipe.servings, ingredients) }
    return { ...base, needs: needsOfItem(row, lot, meant) }
  })
}

/** Returns the id of the household's ingredient that is planned; null if it is gone and none has its name. */
export async function findPlannedIngredientId(q: Reader, { householdId }: Who, { ingredient_id, text }: store.EntryRow) {
  const [live] = await store.findPlannedIngredients(q, householdId, ingredient_id === null ? [] : [ingredient_id])
  return (live ?? (await readIngredientMatcher(q, householdId))(text ?? ''))?.id ?? null
}

/** Returns what the list counts a meal's needs under: its recipe, or the entry of an ingredient; null if it buys nothing. */
export const buyerOf = ({ id, recipe_id, ingredient_id }: store.EntryRow): string | null =>
  recipe_id ?? (ingredient_id === null ? null : id)

function needsOfItem(
  { lot_id, amount_milli: milli, unit, text }: store.EntryRow,
  lot: store.PlannedLot | undefined,
  ingredient: MealNeed['ingredient'],
): MealNeed[] {
  if (milli === null || unit === null) return []
  const amount = { milli, unit, text: text ?? '' }
  if (lot_id === null) return itemNeeds(amount, { ingredient })
  return itemNeeds(amount, lot ? { ingredient: { id: lot.ingredient_id, name: lot.name }, lotId: lot.id } : { ingredient: null })
}

/** Returns the amounts to reserve for upcoming meals. */
export async function readUpcomingNeeds(q: Reader, who: Who): Promise<PlannedNeed[]> {
  return plannedNeeds(
    await plannedRows(q, who, await store.listEntries(q, who.householdId, who.today, addDays(who.today, reservationDays))),
  )
}

/** Returns the meals of a range, each with the stock that earlier ones leave, from today on. */
export async function readMeals(q: Reader, who: Who, from: CalendarDate, to: CalendarDate): Promise<PlannedMealWithLines[]> {
  const first = from < who.today ? from : who.today
  const planned = await plannedRows(q, who, await store.listEntries(q, who.householdId, first, to))
  const { met } = await allocateNeeds(q, who.householdId, plannedNeeds(planned))
  const lines = mealLines(planned, met)
  const meals = planned.map(({ row, recipe, storage, ingredient, leftoverOf }, at): PlannedMealWithLines => {
    return { row, recipe, storage, ingredient, leftoverOf, lines: lines[at] ?? [] }
  })
  return meals.filter(({ row }) => row.on_date >= from)
}

/** Returns the lines of meals that aren't planned yet, each with the stock that planned ones and those before it leave. */
export async function readProposedLines(q: Reader, who: Who, to: CalendarDate, proposed: readonly MealAhead[]): Promise<MealLine[][]> {
  const planned = await plannedRows(q, who, await store.listEntries(q, who.householdId, who.today, to))
  const meals = [...planned, ...proposed].sort((a, b) => compareText(a.on, b.on))
  const { met } = await allocateNeeds(q, who.householdId, plannedNeeds(meals))
  const lines = mealLines(meals, met)
  return proposed.map((meal) => lines[meals.indexOf(meal)] ?? [])
}

export function toPlanEntry({ row, recipe, storage, ingredient, leftoverOf, lines }: PlannedMealWithLines): PlanEntry {
  return {
    id: row.id,
    date: row.on_date,
    meal: row.meal,
    recipeId: row.recipe_id,
    recipeName: recipe?.name ?? ingredient?.name ?? row.text ?? 'A recipe that is gone',
    text: row.text,
    inventoryItemId: row.lot_id,
    ingredientId: ingredient?.id ?? null,
    quantity: row.amount_milli === null ? null : fromMilli(row.amount_milli),
    unit: row.unit,
    storage,
    leftoverOf,
    category: recipe?.category ?? newRecipeDefaults.category,
    servings: row.servings,
    state: row.state,
    repeatId: row.repeat_id,
    everyWeeks: row.every_weeks,
    stock: countMealStock(lines),
    version: row.version,
  }
}
