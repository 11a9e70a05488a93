import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { familyOf } from '#platform/shared/units.ts'
import type { Recipe, SyncedRecipe } from '../contract/recipe.ts'
import type { ReservedFor, StockLine } from '../contract/stock.ts'
import type { LineMatcher } from './match-line.ts'
import { type Need, needInOwnUnits, needOf, scaleNeed } from './needs.ts'
import { compareWithStock, type StockedIngredient } from './stock-for-recipes.ts'

/** Which ingredients of the household lines refer to, and what is there of them. */
export interface StockLookup {
  match: LineMatcher
  ingredient(id: string): StockedIngredient | null
  /** The next planned meal that some of the ingredient is reserved for. */
  reservedFor(ingredientId: string): ReservedFor | null
}

/** Returns what a recipe needs, line by line. */
export const needsOf = ({ lines }: Pick<SyncedRecipe, 'lines'>): Need[] => lines.flatMap((line) => needOf(line) ?? [])

/** Returns a recipe with its lines matched to the household's ingredients. */
export const matchedRecipe = (recipe: SyncedRecipe, match: LineMatcher): Recipe => ({
  ...recipe,
  lines: recipe.lines.map((line, at) => ({
    text: recipe.ingredients[at] ?? '',
    ...line,
    ingredientId: line.food === '' ? null : (match(line.food)?.id ?? null),
  })),
})

/** Compares a recipe's lines with the stock, for the given servings. */
export function compareLinesWithStock(
  recipe: Pick<SyncedRecipe, 'ingredients' | 'lines' | 'servings'>,
  stock: StockLookup,
  servings: number,
): { servings: number; lines: StockLine[] } {
  const needLines = recipe.lines.flatMap((line, place) => {
    const need = needOf(line)
    if (!need) return []
    const match = stock.match(line.food)
    const ingredient = match && stock.ingredient(match.id)
    return [{ line, place, need: needInOwnUnits(scaleNeed(need, servings, recipe.servings), ingredient), match, ingredient }]
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
      text: recipe.ingredients[place] ?? '',
      food: line.food,
      quantity: line.quantity === null ? null : Math.round((line.quantity * servings * 1000) / recipe.servings) / 1000,
      unit: line.unit,
      state,
      available: fromMilli(available),
      lacking: fromMilli(lacking),
      stockUnit: need.unit,
      take: isComparable && available > 0 ? fromMilli(Math.min(need.milli ?? 0, available)) : null,
      ingredientId: match?.id ?? null,
      ingredientName: ingredient?.name ?? null,
      daysLeft: ingredient?.soon.find((lot) => need.unit === null || lot.milli[familyOf(need.unit)] !== null)?.daysLeft ?? null,
      isOptional: need.isOptional,
      isConfirmed: match?.isConfirmed ?? false,
      isProbablyGone: (state === 'short' || state === 'missing') && (ingredient?.isProbablyGone ?? false),
      reservedFor: match && (state === 'short' || state === 'missing') ? stock.reservedFor(match.id) : null,
    }
  })
  return { servings, lines }
}
