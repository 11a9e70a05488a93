import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { Ingredient } from '../../contract/index.ts'

/** A user's change of an ingredient, for screens to show before the server has it. `version` is the one after it, once it was sent. */
export interface IngredientIntent {
  readonly do: 'edit'
  readonly ingredientId: string
  readonly to: Partial<Ingredient>
  readonly version?: number
}

/** A change of many: what to set, all of one to bring back, or null to remove it unless it has stock. */
export interface BulkIngredientIntent {
  readonly ingredients: readonly { readonly ingredientId: string; readonly to: Partial<Ingredient> | null }[]
}

/** Reads an intent of any release; null if it doesn't change a single ingredient. */
const readIngredientIntent = (intent: unknown): IngredientIntent | null =>
  typeof intent === 'object' && intent !== null && 'ingredientId' in intent ? (intent as IngredientIntent) : null

/** Reads what an intent of any release does to ingredients. */
export function readIngredientIntents(
  intent: unknown,
): readonly (Pick<IngredientIntent, 'ingredientId' | 'version'> & { readonly to: Partial<Ingredient> | null })[] {
  if (typeof intent === 'object' && intent !== null && 'ingredients' in intent && Array.isArray(intent.ingredients))
    return (intent as BulkIngredientIntent).ingredients
  const single = readIngredientIntent(intent)
  return single ? [single] : []
}

/** The ingredients that a change edits. */
export const editedIngredientIds: RowsOf = ({ kind, intent }) =>
  kind === 'ingredients' ? readIngredientIntents(intent).map(({ ingredientId }) => ingredientId) : []

/** Returns the ingredient that a change of a single one edits. */
export const editedIngredientId = (intent: unknown): string | null => readIngredientIntent(intent)?.ingredientId ?? null
