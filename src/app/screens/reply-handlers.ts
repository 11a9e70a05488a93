import type { ReplyHandler } from '#platform/web/sync/sender.ts'

/** How the responses to waiting changes of each kind are read, loaded with the first one. Responses to other kinds need no handling. */
export const replyHandlers: Readonly<Record<string, () => Promise<ReplyHandler>>> = {
  shopping: async () => (await import('#domains/shopping/web/api/shopping-reply-handler.ts')).shoppingReplyHandler,
  shoppingBundles: async () => (await import('#domains/shopping/web/api/bundle-reply-handler.ts')).bundleReplyHandler,
  recurringItems: async () => (await import('#domains/shopping/web/api/recurring-reply-handler.ts')).recurringReplyHandler,
  inventory: async () => (await import('#domains/inventory/web/api/lot-reply-handler.ts')).lotReplyHandler,
  recipes: async () => (await import('#domains/recipes/web/api/recipe-reply-handler.ts')).recipeReplyHandler,
  ingredients: async () => (await import('#domains/ingredients/web/api/ingredient-reply-handler.ts')).ingredientReplyHandler,
}
