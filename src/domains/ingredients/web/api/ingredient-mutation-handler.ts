import { createVersionedMutationHandler } from '#platform/web/sync/row-versions.ts'
import { editedIngredient } from './ingredient-intent.ts'

export const ingredientMutationHandler = createVersionedMutationHandler(editedIngredient)
