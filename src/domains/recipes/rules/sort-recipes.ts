import { compareText } from '#platform/shared/local-tables.ts'
import type { RecipeListItem, recipeSortKeys, StockCount } from '../contract/index.ts'
import type { CookingCount } from './cookings.ts'
import { type Need, needInOwnUnits } from './needs.ts'
import { compareWithStock, countNeedsByStockState, isLacking, type StockedIngredient, wasteAvoidedByUsing } from './stock-for-recipes.ts'

/** The values that lists are sorted and filtered by. */
export interface ListedRecipe<Entry> {
  entry: Entry
  stock: StockCount
  saves: number
  /** Undefined if it was never made. */
  cooked: CookingCount | undefined
}
interface SortedEntry {
  id: string
  /** The folded name. */
  nameKey: string
  ratingTenths: number | null
  createdAt: string
  /** What it takes in all; 0 if unknown. */
  minutes: number
}

/** Returns how much of a recipe is in stock, for its own servings, and the waste it avoids. `ingredients` are those of `needs`. */
export function toListed<Entry>(
  entry: Entry,
  lineNeeds: readonly Need[],
  ingredients: readonly (StockedIngredient | null)[],
  cooked?: CookingCount,
): ListedRecipe<Entry> {
  const needs = lineNeeds.map((need, at) => needInOwnUnits(need, ingredients[at]))
  const saves = wasteAvoidedByAll(needs, ingredients)
  return { entry, stock: countNeedsByStockState(needs, ingredients), saves: Math.round(saves * 1000) / 1000, cooked }
}

/** What a need takes of a lot is not there for the next one. Needs of a kind take before those of what it is a kind of. */
function wasteAvoidedByAll(needs: readonly Need[], ingredients: readonly (StockedIngredient | null)[]): number {
  const used = new Map<string, number>()
  let saves = 0
  for (const hasKinds of [false, true])
    for (let at = 0; at < needs.length; at++) {
      const [ingredient, need] = [ingredients[at], needs[at]]
      if (ingredient && need && ingredient.soon.length > 0 && (ingredient.kindIds ?? []).length > 0 === hasKinds)
        saves += wasteAvoidedByUsing(ingredient, need, used)
    }
  return saves
}

/** Returns the ingredients that expire soon, soonest first. `ingredients` are those of `needs`. */
export function expiringIngredientsOf(
  lineNeeds: readonly Need[],
  ingredients: readonly (StockedIngredient | null)[],
): RecipeListItem['uses'] {
  if (!ingredients.some((ingredient) => ingredient?.soon[0])) return []
  const needs = lineNeeds.map((need, at) => needInOwnUnits(need, ingredients[at]))
  const compared = compareWithStock(needs, ingredients)
  const uses = new Map<string, RecipeListItem['uses'][number]>()
  /** Ingredients that only unmet optional lines have so far. */
  const leftOut = new Set<string>()
  for (const [at, ingredient] of ingredients.entries()) {
    const first = ingredient?.soon[0]
    const line = compared[at]
    if (!ingredient || !first || !line) continue
    const { id: ingredientId, name: ingredientName } = ingredient
    const isLeftOut = isLacking(line) && needs[at]?.isOptional === true
    // The recipe does without an optional line, unless no other line has the ingredient.
    if (isLeftOut && uses.has(ingredientId)) continue
    const isShort = isLacking(line) || (!leftOut.has(ingredientId) && uses.get(ingredientId)?.isShort === true)
    if (isLeftOut) leftOut.add(ingredientId)
    else leftOut.delete(ingredientId)
    uses.set(ingredientId, { ingredientId, ingredientName, daysLeft: first.daysLeft, isShort })
  }
  return [...uses.values()].sort((a, b) => a.daysLeft - b.daysLeft)
}

type Listed = ListedRecipe<SortedEntry>
const byName = ({ entry: a }: Listed, { entry: b }: Listed) => compareText(a.nameKey, b.nameKey) || (a.id < b.id ? -1 : 1)
/** Returns the number of lines that are short or missing. */
export const missingOf = ({ stock }: Pick<Listed, 'stock'>) => stock.short + stock.missing

export const recipeOrders: Record<(typeof recipeSortKeys)[number], (a: Listed, b: Listed) => number> = {
  name: byName,
  uses: (a, b) => b.saves - a.saves || missingOf(a) - missingOf(b) || byName(a, b),
  rating: (a, b) => (b.entry.ratingTenths ?? -1) - (a.entry.ratingTenths ?? -1) || byName(a, b),
  newest: (a, b) => compareText(b.entry.createdAt, a.entry.createdAt) || byName(a, b),
  cooked: (a, b) => compareText(b.cooked?.lastOn ?? '', a.cooked?.lastOn ?? '') || byName(a, b),
  time: (a, b) => (a.entry.minutes || Number.POSITIVE_INFINITY) - (b.entry.minutes || Number.POSITIVE_INFINITY) || byName(a, b),
}
