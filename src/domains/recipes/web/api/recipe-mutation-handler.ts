import { createVersionedMutationHandler } from '#platform/web/sync/row-versions.ts'
import { editedRecipe } from './recipe-intent.ts'

export const recipeMutationHandler = createVersionedMutationHandler(editedRecipe)
