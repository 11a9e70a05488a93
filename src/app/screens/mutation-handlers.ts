import type { MutationHandler } from '#platform/web/sync/sender.ts'

/** How the responses to waiting changes of each kind are read, loaded with the first one. Responses to other kinds need no handling. */
export const mutationHandlers: Readonly<Record<string, () => Promise<MutationHandler>>> = {
  shopping: async () => (await import('#domains/shopping/web/api/shopping-mutation-handler.ts')).shoppingMutationHandler,
  shoppingBundles: async () => (await import('#domains/shopping/web/api/bundle-mutation-handler.ts')).bundleMutationHandler,
  recurringItems: async () => (await import('#domains/shopping/web/api/recurring-mutation-handler.ts')).recurringMutationHandler,
  inventory: async () => (await import('#domains/inventory/web/api/lot-mutation-handler.ts')).lotMutationHandler,
  recipes: async () => (await import('#domains/recipes/web/api/recipe-mutation-handler.ts')).recipeMutationHandler,
  ingredients: async () => (await import('#domains/ingredients/web/api/ingredient-mutation-handler.ts')).ingredientMutationHandler,
}
