import type { Reader } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { PlanEntry } from '../../contract/index.ts'
import { findPlannedIngredients, listEntries } from '../store/plan.ts'
import { findRecipes } from '../store/recipes.ts'

/** A planned or cooked meal, without its stock. */
export type MealOnDay = Pick<PlanEntry, 'id' | 'date' | 'meal' | 'recipeName' | 'state'> & {
  /** Null for something without a recipe. */
  readonly servings: number | null
  readonly updatedAt: string
}

/** Returns the meals from `first` to `last`, by day and meal. Leaves out those whose recipe is gone. */
export async function listMeals(q: Reader, householdId: HouseholdId, first: CalendarDate, last: CalendarDate): Promise<MealOnDay[]> {
  const entries = await listEntries(q, householdId, first, last)
  const recipes = await findRecipes(q, householdId, [...new Set(entries.flatMap(({ recipe_id }) => recipe_id ?? []))])
  const ingredientIds = [...new Set(entries.flatMap(({ ingredient_id }) => ingredient_id ?? []))]
  const ingredients = await findPlannedIngredients(q, householdId, ingredientIds)
  const names = new Map([...recipes, ...ingredients].map(({ id, name }) => [id, name]))
  return entries.flatMap(({ id, on_date: date, meal, recipe_id, ingredient_id, text, servings: people, state, updated_at: updatedAt }) => {
    const recipeName = recipe_id === null ? (names.get(ingredient_id ?? '') ?? text) : names.get(recipe_id)
    const servings = recipe_id === null ? null : people
    return recipeName == null ? [] : [{ id, date, meal, recipeName, servings, state, updatedAt }]
  })
}
