import type { RecipeDraft } from '../contract/recipe.ts'

/** What a recipe is until it says otherwise. */
export const newRecipeDefaults = { category: 'other', difficulty: 'easy', servings: 4 } as const satisfies Partial<RecipeDraft>
