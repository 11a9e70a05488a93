import type { PlannedNeed } from '#domains/inventory/rules/allocate-needs.ts'
import { allocateNeeds } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { notFound } from '#platform/shared/problem.ts'
import type { PlanEntry } from '../../contract/index.ts'
import { newRecipeDefaults } from '../../rules/new-recipe.ts'
import {
  countMealStock,
  type MealAhead,
  type MealLine,
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
  /** Empty once it is cooked or past. */
  lines: MealLine[]
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
}

async function plannedRows(q: Reader, who: Who, rows: readonly store.EntryRow[]): Promise<Planned[]> {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.flatMap(({ recipe_id }) => recipe_id ?? []))]
  const [recipes, ingredients] = await Promise.all([findRecipes(q, who.householdId, ids), readIngredientMatcher(q, who.householdId)])
  const byId = new Map(recipes.map((recipe) => [recipe.id, recipe]))
  return rows.map((row): Planned => {
    const recipe = byId.get(row.recipe_id ?? '')
    const isAhead = row.state === 'planned' && row.on_date >= who.today
    const needs = recipe && isAhead ? needsOf(recipe) : []
    const own = recipe?.servings ?? row.servings
    return { row, recipe, id: row.id, on: row.on_date, needs: mealNeeds(needs, row.servings, own, ingredients) }
  })
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
  const meals = planned.map(({ row, recipe }, at): PlannedMealWithLines => ({ row, recipe, lines: lines[at] ?? [] }))
  return meals.filter(({ row }) => row.on_date >= from)
}

export function toPlanEntry({ row, recipe, lines }: PlannedMealWithLines): PlanEntry {
  return {
    id: row.id,
    date: row.on_date,
    meal: row.meal,
    recipeId: row.recipe_id,
    recipeName: recipe?.name ?? row.text ?? 'A recipe that is gone',
    text: row.text,
    category: recipe?.category ?? newRecipeDefaults.category,
    servings: row.servings,
    state: row.state,
    stock: countMealStock(lines),
    version: row.version,
  }
}
