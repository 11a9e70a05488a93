import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import { editedRecipeId } from './recipe-intent.ts'

export const recipeMutationHandler = createVersionedMutationHandler(editedRecipeId)
