import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Text } from '#platform/shared/text.ts'
import { NewRecipe, path, Recipe, RecipeCard, RecipeChange, read, recipeCategories, write } from './recipe.ts'

export * from './changes.ts'
export * from './import.ts'
export * from './plan.ts'
export * from './recipe.ts'
export * from './recipe.ts'
export * from './stock.ts'

export const sorts = ['uses', 'name', 'rating', 'newest'] as const
export const listRecipes = endpoint({
  ...read,
  method: 'GET',
  path,
  summary: 'List recipes with their stock. X-Total-Count is the number of all, X-Next-Cursor the cursor of the next page',
  mode: 'free',
  query: z
    .object({
      /** Words to find in name, description and ingredients; all must match. */
      search: Text(200),
      category: z.enum(['all', ...recipeCategories]),
      tag: Text(40),
      /** The highest number of lines that are short or missing; 0: can be cooked now. */
      maxMissing: z.coerce.number().int().min(0).max(100),
      /** `uses`: recipes that avoid the most waste come first. */
      sort: z.enum(sorts),
      /** Only recipes that need this ingredient of the household. */
      ingredientId: Id,
      /** Without a limit, all recipes are returned. */
      limit: z.coerce.number().int().min(1).max(200),
      cursor: z.string().regex(/^\d{1,6}\.[\w-]{1,64}$/),
    })
    .partial()
    .strict(),
  reply: z.array(RecipeCard),
})
export const getRecipe = endpoint({ ...read, method: 'GET', path: `${path}/{id}`, summary: 'Get a recipe', params: ById, reply: Recipe })
export const addRecipe = endpoint({
  ...write,
  method: 'POST',
  path,
  summary: 'Add a recipe',
  body: NewRecipe,
  reply: Recipe,
  status: 201,
})
export const changeRecipe = endpoint({
  ...write,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change a recipe',
  params: ById,
  body: RecipeChange,
  reply: Recipe,
  versioned: true,
})
export const removeRecipe = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a recipe (can be undone)',
  params: ById,
})
export const duplicateRecipe = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/{id}/duplicate`,
  summary: 'Duplicate a recipe',
  params: ById,
  body: z.object({}).strict(),
  reply: Recipe,
  status: 201,
})
export const getRecipePhoto = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/{id}/photo`,
  summary: 'Get a recipe’s photo as a JPEG',
  mode: 'free',
  media: 'file',
  params: ById,
})
export const setRecipePhoto = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/{id}/photo`,
  summary: 'Set a recipe’s photo (form field image)',
  mode: 'free',
  media: 'multipart',
  perMinute: 20,
  params: ById,
  reply: Recipe,
})
export const fetchRecipePhoto = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/{id}/photo/fetch`,
  summary: 'Download the picture at the recipe’s imageUrl as its photo',
  mode: 'free',
  perMinute: 20,
  params: ById,
  body: z.object({}).strict(),
  reply: Recipe,
})
export const removeRecipePhoto = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/{id}/photo`,
  summary: 'Remove a recipe’s photo',
  params: ById,
})
