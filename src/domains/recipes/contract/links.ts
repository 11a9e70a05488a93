import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { path, readAccess, writeAccess } from './recipe.ts'

/** A link with which anyone can read one recipe, without an account. Its secret is shown once. */
export const RecipeLink = z.object({ id: z.string(), createdAt: z.string() })
export type RecipeLink = z.infer<typeof RecipeLink>

export const maxLinks = 20

export const listRecipeLinks = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/links`,
  summary: 'List the links to a recipe that haven’t ended, newest first',
  params: IdParams,
  reply: z.array(RecipeLink),
})
export const createRecipeLink = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/links`,
  summary: 'Create a link with which anyone can read this recipe, until it is ended',
  params: IdParams,
  body: z.object({}).strict(),
  reply: RecipeLink.extend({
    /** The page’s path with the secret. Only this response has it. */
    path: z.string(),
  }),
  status: 201,
  secret: true,
  perMinute: 30,
})
export const endRecipeLink = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: '/api/recipe-links/{id}',
  summary: 'End a link to a recipe at once',
  params: IdParams,
})

/** The secret is in the query, which logs omit. */
export const LinkKey = z.object({ key: z.string().max(200) }).strict()
const anyone = { auth: 'public', media: 'file', query: LinkKey, perMinute: 60 } as const
export const showLinkedRecipe = endpoint({
  ...anyone,
  method: 'GET',
  path: '/api/shared-recipe',
  scope: 'manual',
  summary: 'A page with the recipe of a link, with schema.org data that other apps import',
})
export const getLinkedPhoto = endpoint({
  ...anyone,
  method: 'GET',
  path: '/api/shared-recipe/photo',
  scope: { foundIn: 'keys' },
  summary: 'The photo of the recipe of a link, as a JPEG',
})

export const exportRecipes = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/export`,
  summary: 'All recipes as a zip: for each, schema.org data that other apps import, a page, and the photo',
  scope: 'manual',
  media: 'file',
  perMinute: 6,
})

const About = z.object({ recipeId: z.string(), linkId: z.string() })
export const recipeLinkCreated = eventType('recipe.link_created', About)
export const recipeLinkEnded = eventType('recipe.link_ended', About)
