import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import {
  NewRecipe,
  ParsedLine,
  path,
  ReadFrom,
  Recipe,
  RecipeChange,
  RecipeDraft,
  RecipeListItem,
  readAccess,
  recipeCategories,
  writeAccess,
} from './recipe.ts'

export * from './cookbooks.ts'
export * from './cooking.ts'
export * from './import.ts'
export * from './links.ts'
export * from './plan.ts'
export * from './recipe.ts'
export * from './stock.ts'

export const recipeSortKeys = ['uses', 'name', 'rating', 'newest', 'cooked', 'time'] as const
export const listRecipes = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'List recipes with their stock. X-Total-Count is the number of all, X-Next-Cursor the cursor of the next page',
  query: z
    .object({
      /** Words to find in name, description and ingredients; all must match. */
      search: Text(200),
      category: z.enum(['all', ...recipeCategories]),
      tag: Text(40),
      /** The highest number of lines that are short or missing; 0: can be cooked now. */
      maxMissing: z.coerce.number().int().min(0).max(100),
      /** What a recipe takes at most, in minutes, with resting and waiting; leaves out recipes whose time is unknown. */
      maxMinutes: z.coerce.number().int().min(1).max(10_080),
      isFavorite: z.literal('true'),
      /** `uses`: recipes that avoid the most waste come first; `cooked`: those made last; `time`: the quickest. */
      sort: z.enum(recipeSortKeys),
      /** Only recipes that need this ingredient of the household. */
      ingredientId: Id,
      /** Only recipes in this cookbook. */
      cookbookId: Id,
      /** Without a limit, all recipes are returned. */
      limit: z.coerce.number().int().min(1).max(200),
      cursor: z.string().regex(/^\d{1,6}\.[\w-]{1,64}$/),
    })
    .partial()
    .strict(),
  reply: z.array(RecipeListItem),
})
export const getRecipe = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}`,
  summary: 'Get a recipe',
  params: IdParams,
  reply: Recipe,
})
export const addRecipe = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Add a recipe',
  body: NewRecipe,
  reply: Recipe,
  status: 201,
})
export const changeRecipe = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change a recipe',
  params: IdParams,
  body: RecipeChange,
  reply: Recipe,
  versioned: true,
})
export const removeRecipe = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a recipe (can be undone)',
  params: IdParams,
})
export const duplicateRecipe = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/duplicate`,
  summary: 'Duplicate a recipe',
  params: IdParams,
  body: z.object({}).strict(),
  reply: Recipe,
  status: 201,
})
export const getRecipePhoto = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/photo`,
  summary: 'Get a recipe’s photo as a JPEG',
  media: 'file',
  params: IdParams,
  /** Part of the recipe's `image`, so that a browser's copy of an earlier photo isn't shown. */
  query: z.object({ v: Text(60).optional() }).strict(),
})
export const setRecipePhoto = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${path}/{id}/photo`,
  summary: 'Set a recipe’s photo (form field image)',
  scope: 'manual',
  media: 'multipart',
  perMinute: 20,
  params: IdParams,
  reply: Recipe,
})
export const fetchRecipePhoto = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/photo/fetch`,
  summary: 'Download the picture at the recipe’s imageUrl as its photo',
  scope: 'manual',
  idempotent: true,
  perMinute: 20,
  params: IdParams,
  body: z.object({}).strict(),
  reply: Recipe,
})
export const removeRecipePhoto = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}/photo`,
  summary: 'Remove a recipe’s photo',
  params: IdParams,
})

const About = z.object({ recipeId: z.string() })
export const recipeAdded = eventType('recipe.added', About)
export const recipeChanged = eventType('recipe.changed', About)
export const recipeRemoved = eventType('recipe.removed', About)
export const recipesImported = eventType('recipe.imported', z.object({ recipeIds: z.array(z.string()) }))
/** Derived: more recipes of an import that another change describes. */
export const recipeImportContinued = eventType('recipe.import_continued', z.object({ recipeIds: z.array(z.string()) }))
/** Includes the lots, so cooking is one change with one undo. */
export const recipeCooked = eventType(
  'recipe.cooked',
  About.extend({ servings: z.int(), planEntryId: z.string().nullable(), cookingId: z.string(), lots: z.array(z.unknown()) }),
)
export const ingredientMatched = eventType('recipe.food_matched', z.object({ foodKey: z.string(), ingredientId: z.string().nullable() }))
/** Derived: the photo was added or removed. Photos are stored once, so this can't be undone. */
export const photoChanged = eventType('recipe.photo_changed', About)

export const parseLines = endpoint({
  ...readAccess,
  method: 'POST',
  path: `${path}/parse`,
  summary: 'Parse ingredient lines into quantity, unit, food and preparation; stores nothing',
  scope: 'none',
  perMinute: 60,
  body: z.object({ lines: z.array(Text(1000)).max(200) }).strict(),
  reply: z.array(ParsedLine),
})

const maxPasted = 500_000

/** 422 `no_recipe_found` has a `draft` with what could be read, to complete by hand, and its `hasServings`. */
export const importRecipe = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/import`,
  summary: 'Read a recipe from a web address, HTML or text as a draft; stores nothing',
  scope: 'none',
  perMinute: 10,
  body: z
    .object({ url: z.string().trim().min(1).max(2000), text: z.string().min(1).max(maxPasted) })
    .partial()
    .strict()
    .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
      path: ['url'],
      message: 'Send either a web address or text.',
    }),
  reply: z.object({
    recipe: RecipeDraft,
    readFrom: ReadFrom,
    /** False if the source doesn't say for how many it is; `servings` is then 4. */
    hasServings: z.boolean(),
  }),
})
