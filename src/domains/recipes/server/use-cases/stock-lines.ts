import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity.ts'
import { familyOf } from '#platform/shared/units.ts'
import type { StockLine } from '../../contract/stock.ts'
import { needOf, scaleNeed } from '../../rules/needs.ts'
import { compareWithStock } from '../../rules/stock-for-recipes.ts'
import type { RecipeFields } from '../store/recipes.ts'
import { plannedMeal } from './planned-meals.ts'
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
  return stockLines(row, await readRecipeContext(q, member, { planEntryId }), servings ?? row.servings)
}

export function stockLines(row: RecipeFields, context: RecipeContext, servings: number): { servings: number; lines: StockLine[] } {
  const texts = readJsonLines(row.ingredients)
  const needLines = keptLinesOf(row).flatMap((line, place) => {
    const need = needOf(line)
    if (!need) return []
    const match = context.match(line.food)
    return [{ line, place, need: scaleNeed(need, servings, row.servings), match, ingredient: match && context.ingredient(match.id) }]
  })
  const judged = compareWithStock(
    needLines.map(({ need }) => need),
    needLines.map(({ ingredient }) => ingredient),
  )
  const lines = needLines.map(({ line, place, need, match, ingredient }, at): StockLine => {
    const { state, available, lacking } = judged[at] ?? { state: 'missing', available: 0, lacking: 0 }
    const isComparable = need.milli !== null && need.unit !== null && ingredient !== null && !(state === 'unknown' && available === 0)
    return {
      place,
      text: texts[place] ?? '',
      food: line.food,
      quantity: line.quantity === null ? null : Math.round((line.quantity * servings * 1000) / row.servings) / 1000,
      unit: line.unit,
      state,
      available: fromMilli(available),
      lacking: fromMilli(lacking),
      stockUnit: need.unit,
      take: isComparable && available > 0 ? fromMilli(Math.min(need.milli ?? 0, available)) : null,
      ingredientId: match?.id ?? null,
      ingredientName: ingredient?.name ?? null,
      daysLeft: ingredient?.soon.find((lot) => need.unit === null || lot.milli[familyOf(need.unit)] !== null)?.daysLeft ?? null,
      isConfirmed: match?.isConfirmed ?? false,
    }
  })
  return { servings, lines }
}
