import { createVersionedReplyHandler } from '#platform/web/sync/versioned-reply-handler.ts'
import { editedRecipeId } from './recipe-intent.ts'

export const recipeReplyHandler = createVersionedReplyHandler(editedRecipeId)
