import { createVersionedReplyHandler } from '#platform/web/sync/versioned-reply-handler.ts'
import { editedIngredientId } from './ingredient-intent.ts'

export const ingredientReplyHandler = createVersionedReplyHandler(editedIngredientId)
