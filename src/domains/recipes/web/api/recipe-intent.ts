import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { Cooking } from '../../contract/cooking.ts'
import type { NewRecipe, Recipe, RecipeDraft } from '../../contract/recipe.ts'
import type { PlannedMeal } from '../../rules/to-planned-meal.ts'

export type RecipeFields = Partial<RecipeDraft & Pick<Recipe, 'isFavorite'>>

/** A user's change of recipes or of the plan, for screens to show before the server has it. */
export type RecipeIntent =
  | { readonly do: 'add-recipe'; readonly recipeId: string; readonly recipe: NewRecipe }
  /** `version` is the recipe's after the change, once it was sent. */
  | { readonly do: 'edit-recipe'; readonly recipeId: string; readonly to: RecipeFields; readonly version?: number }
  | { readonly do: 'remove-recipe'; readonly recipeId: string }
  /** Brings back what was removed. */
  | { readonly do: 'put-recipe'; readonly recipe: Recipe }
  | { readonly do: 'plan'; readonly entries: readonly PlannedMeal[] }
  /** Repeats a planned meal from its day on. */
  | { readonly do: 'repeat'; readonly entryId: string; readonly repeatId: string; readonly everyWeeks: number; readonly today: string }
  | { readonly do: 'end-repeat'; readonly entryId: string }
  | { readonly do: 'unplan'; readonly entryIds: readonly string[] }
  /** Marks the planned meal as cooked or eaten, if any, frees what was reserved for it, and notes that it was made. The inventory applies `lots`. */
  | {
      readonly do: 'cook'
      readonly entryId: string | null
      readonly reservationIds: readonly string[]
      readonly lots: readonly unknown[]
      readonly cooking?: Cooking
    }
  | { readonly do: 'uncook'; readonly entryId: string | null; readonly lots: readonly unknown[]; readonly cookingId?: string }
  /** Adds or replaces the note that a recipe was made. */
  | { readonly do: 'put-cooking'; readonly cooking: Cooking }
  | { readonly do: 'remove-cooking'; readonly cookingId: string }
  /** Screens show it once the server has it. */
  | { readonly do: 'other' }

/** Reads an intent of any release; null if it isn't one. */
export const readRecipeIntent = (intent: unknown): RecipeIntent | null =>
  typeof intent === 'object' && intent !== null && 'do' in intent ? (intent as RecipeIntent) : null

/** The recipe whose fields an intent changes. */
export function editedRecipeId(intent: unknown): string | null {
  const read = readRecipeIntent(intent)
  return read?.do === 'edit-recipe' ? read.recipeId : null
}

/** The recipes whose fields a change edits. */
export const editedRecipeIds: RowsOf = ({ kind, intent }) => {
  const id = kind === 'recipes' ? editedRecipeId(intent) : null
  return id === null ? [] : [id]
}
