import { compareText } from '#platform/shared/local-tables.ts'

/** A recipe as `chooseRecipe` compares it. */
export interface RecipeCandidate {
  id: string
  name: string
  /** The ingredients it uses that expire soon. */
  uses: readonly { ingredientId: string }[]
  /** The number of lines that are short or missing. */
  missing: number
}

/** The recipe to cook, and how many of the ingredients it uses. */
export interface ChosenRecipe {
  id: string
  name: string
  uses: number
}

/** A recipe that lacks more than this isn't proposed. */
export const maxMissingLines = 3

/** Returns the recipe that uses most of these ingredients, and of those the one that lacks least; null if none uses any. */
export function chooseRecipe(recipes: readonly RecipeCandidate[], ingredientIds: readonly string[]): ChosenRecipe | null {
  const wanted = new Set(ingredientIds)
  const [best] = recipes
    .map(({ id, name, uses, missing }) => ({ id, name, missing, uses: uses.filter(({ ingredientId }) => wanted.has(ingredientId)).length }))
    .filter(({ uses, missing }) => uses > 0 && missing <= maxMissingLines)
    .sort((a, b) => b.uses - a.uses || a.missing - b.missing || compareText(a.name, b.name) || compareText(a.id, b.id))
  return best ? { id: best.id, name: best.name, uses: best.uses } : null
}
