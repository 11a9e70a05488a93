import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { Ingredient } from '../../contract/index.ts'

/** A user's change of an ingredient, for screens to show before the server has it. `version` is the one after it, once it was sent. */
export interface IngredientIntent {
  readonly do: 'edit'
  readonly ingredientId: string
  readonly to: Partial<Ingredient>
  readonly version?: number
}

/** Reads an intent of any release; null if it isn't one. */
export const readIngredientIntent = (intent: unknown): IngredientIntent | null =>
  typeof intent === 'object' && intent !== null && 'ingredientId' in intent ? (intent as IngredientIntent) : null

/** The ingredients that a change edits. */
export const editedIngredientIds: RowsOf = ({ kind, intent }) => {
  const id = kind === 'ingredients' ? editedIngredientId(intent) : null
  return id === null ? [] : [id]
}

export const editedIngredientId = (intent: unknown): string | null => readIngredientIntent(intent)?.ingredientId ?? null
