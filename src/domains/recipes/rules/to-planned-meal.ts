import type { NewPlanEntry, PlanEntry } from '../contract/plan.ts'

/** A planned meal with its id, which this device chose if it is new. */
export type PlannedMeal = Pick<
  NewPlanEntry,
  'date' | 'recipeId' | 'text' | 'inventoryItemId' | 'ingredientId' | 'quantity' | 'unit' | 'meal' | 'servings' | 'copiedFrom'
> & {
  readonly id: string
}

/** Returns what plans a meal as it is. */
export function toPlannedMeal(entry: PlanEntry): PlannedMeal {
  const { id, date, meal, recipeId, recipeName, inventoryItemId, ingredientId, unit, servings } = entry
  const quantity = entry.quantity === null ? {} : { quantity: entry.quantity }
  if (recipeId !== null) return { id, date, meal, recipeId, servings }
  if (inventoryItemId !== null) return { id, date, meal, inventoryItemId, ...quantity }
  if (ingredientId !== null) return { id, date, meal, ingredientId, ...quantity, ...(unit === null ? {} : { unit }) }
  return { id, date, meal, text: recipeName }
}
