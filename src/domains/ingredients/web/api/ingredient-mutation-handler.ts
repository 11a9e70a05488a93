import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import { editedIngredientId } from './ingredient-intent.ts'

export const ingredientMutationHandler = createVersionedMutationHandler(editedIngredientId)
