import { createVersionedMutationHandler } from '#platform/web/sync/versioned-mutation-handler.ts'
import { editedRecipe } from './recipe-intent.ts'

export const recipeMutationHandler = createVersionedMutationHandler(editedRecipe)
