import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import { ingredientTable } from '../../rules/ingredient-table.ts'
import { readIngredientIntent } from './ingredient-intent.ts'

/** Returns what a waiting change of an ingredient does to the rows on this device. */
export const pendingIngredientChange =
  ({ intent: stored }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const intent = readIngredientIntent(stored)
    const ingredient = intent && draft.get(ingredientTable, intent.ingredientId)
    if (ingredient) draft.put(ingredientTable, { ...ingredient, ...intent.to, version: Math.max(ingredient.version, intent.version ?? 0) })
  }
