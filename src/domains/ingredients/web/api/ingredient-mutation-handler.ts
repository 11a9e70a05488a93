import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import { editedIngredient } from './ingredient-intent.ts'

export const ingredientMutationHandler = createVersionedMutationHandler(editedIngredient)
