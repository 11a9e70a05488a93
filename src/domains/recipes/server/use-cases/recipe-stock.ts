import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { StockLine } from '../../contract/stock.ts'
import { compareLinesWithStock as compareLines } from '../../rules/compare-lines-with-stock.ts'
import type { RecipeFields } from '../store/recipes.ts'
import { plannedMeal } from './read-planned-meals.ts'
import { type RecipeContext, readRecipeContext } from './recipe-context.ts'
import { getRecipeRow } from './recipe-entries.ts'
import { keptLinesOf, readJsonLines } from './recipe-row.ts'

/**
 * Compares a recipe's lines with the stock, for the given servings (its own by default). For a planned meal, its reserved stock counts as
 * available.
 */
export async function recipeStock(
  q: Reader,
  member: Member,
  id: string,
  { servings, planEntryId }: { servings?: number | undefined; planEntryId?: string | undefined },
): Promise<{ servings: number; lines: StockLine[] }> {
  const row = await getRecipeRow(q, member.householdId, id)
  if (planEntryId !== undefined) await plannedMeal(q, member, planEntryId, id)
  return compareRecipeWithStock(row, await readRecipeContext(q, member, { planEntryId, withMeals: true }), servings ?? row.servings)
}

/** Compares a stored recipe's lines with the stock, for the given servings. */
export const compareRecipeWithStock = (
  row: RecipeFields,
  context: RecipeContext,
  servings: number,
): { servings: number; lines: StockLine[] } =>
  compareLines({ ingredients: readJsonLines(row.ingredients), lines: keptLinesOf(row), servings: row.servings }, context, servings)
