import { z } from 'zod'
import { eventType } from '#platform/shared/event.ts'

const About = z.object({ recipeId: z.string() })
export const recipeAdded = eventType('recipe.added', About)
export const recipeChanged = eventType('recipe.changed', About)
export const recipeRemoved = eventType('recipe.removed', About)
export const recipesImported = eventType('recipe.imported', z.object({ recipeIds: z.array(z.string()) }))
/** Derived: more recipes of an import that another change describes. */
export const recipesFollowed = eventType('recipe.import_continued', z.object({ recipeIds: z.array(z.string()) }))
/** Includes the lots, so cooking is one change with one undo. */
export const recipeCooked = eventType(
  'recipe.cooked',
  About.extend({ servings: z.int(), planEntryId: z.string().nullable(), lots: z.array(z.unknown()) }),
)
export const ingredientMatched = eventType('recipe.food_matched', z.object({ foodKey: z.string(), ingredientId: z.string().nullable() }))
/** Derived: the photo was added or removed. Photos are stored once, so this can't be undone. */
export const photoChanged = eventType('recipe.photo_changed', About)
