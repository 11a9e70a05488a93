import type { Recipe } from '../contract/recipe.ts'
import { totalMinutes } from './recipe-time.ts'

/** What others may read of a recipe: neither the household's notes nor its rating. */
export type PublicRecipe = Pick<
  Recipe,
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'prepTime'
  | 'cookTime'
  | 'totalTime'
  | 'servings'
  | 'ingredients'
  | 'instructions'
  | 'sourceUrl'
>

const duration = (minutes: number) => (minutes > 0 ? `PT${minutes}M` : undefined)

/** Returns a recipe as schema.org data, which other apps import. `image` is an absolute address. */
export const recipeJsonLd = (recipe: PublicRecipe, image: string | null): Record<string, unknown> => ({
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: recipe.name,
  ...(recipe.description === '' ? {} : { description: recipe.description }),
  ...(image === null ? {} : { image }),
  ...(recipe.category === 'other' ? {} : { recipeCuisine: recipe.category }),
  ...(recipe.tags.length === 0 ? {} : { keywords: recipe.tags.join(', ') }),
  recipeYield: String(recipe.servings),
  prepTime: duration(recipe.prepTime),
  cookTime: duration(recipe.cookTime),
  totalTime: duration(totalMinutes(recipe)),
  recipeIngredient: recipe.ingredients,
  recipeInstructions: recipe.instructions.map((text) => ({ '@type': 'HowToStep', text })),
  ...(recipe.sourceUrl === null ? {} : { url: recipe.sourceUrl }),
})

/** Returns JSON that can stand in a script element. */
export const toScriptJson = (data: unknown): string => JSON.stringify(data).replace(/</g, '\\u003c')
