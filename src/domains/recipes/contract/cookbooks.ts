import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { LinkKey, RecipeLink } from './links.ts'
import { readAccess, writeAccess } from './recipe.ts'

export const maxCookbooks = 100
export const maxCookbookRecipes = 1000
/** Recipes put in or taken out at once. */
export const maxChosenRecipes = 500

/** A named collection of recipes. A recipe can be in several. */
export const Cookbook = z.object({
  id: z.string(),
  name: z.string(),
  /** Its position among the cookbooks. */
  position: z.int(),
  /** In the order in which they were put in. */
  recipeIds: z.array(z.string()),
  createdAt: z.string(),
  version: z.int(),
})
export type Cookbook = z.infer<typeof Cookbook>

const fields = { name: Name(60) }
const RecipeIds = z.array(Id).max(maxChosenRecipes)
/** Last by default. */
export const NewCookbook = z.object({ ...fields, id: Id.optional(), recipeIds: RecipeIds.optional() }).strict()
export type NewCookbook = z.infer<typeof NewCookbook>
export const CookbookChange = z.object(fields).partial().strict()
export type CookbookChange = z.infer<typeof CookbookChange>

const path = '/api/cookbooks'

export const listCookbooks = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'The household’s cookbooks, named collections of recipes, in its order',
  reply: z.array(Cookbook),
})
export const addCookbook = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Create a cookbook; one that has the id is returned',
  body: NewCookbook,
  reply: Cookbook,
  status: 201,
})
export const changeCookbook = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Rename a cookbook',
  params: IdParams,
  body: CookbookChange,
  reply: Cookbook,
  versioned: true,
})
export const removeCookbook = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Delete a cookbook, not its recipes; undoable, and succeeds if it is already gone',
  params: IdParams,
})
export const setCookbookRecipes = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${path}/{id}/recipes`,
  summary: 'Put recipes in a cookbook, or take them out with isIn: false; leaves its other recipes alone',
  params: IdParams,
  body: z.object({ recipeIds: RecipeIds.min(1), isIn: z.boolean() }).strict(),
  reply: Cookbook,
})
export const arrangeCookbooks = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: '/api/cookbook-order',
  summary: 'Arrange the cookbooks; those left out come last',
  body: z.object({ cookbookIds: z.array(Id).min(1).max(maxCookbooks) }).strict(),
  reply: z.array(Cookbook),
})
export const exportCookbook = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/export`,
  summary: 'The recipes of a cookbook as a zip, like that of all recipes',
  scope: 'manual',
  media: 'file',
  perMinute: 6,
  params: IdParams,
})

export const listCookbookLinks = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/links`,
  summary: 'List the links to a cookbook that haven’t ended, newest first',
  params: IdParams,
  reply: z.array(RecipeLink),
})
export const createCookbookLink = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/links`,
  summary: 'Create a link with which anyone can read the recipes of this cookbook, until it is ended',
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
export const endCookbookLink = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: '/api/cookbook-links/{id}',
  summary: 'End a link to a cookbook at once',
  params: IdParams,
})

/** Without `recipe`, the list. */
const LinkedRecipeKey = LinkKey.extend({ recipe: Id.optional() })
const anyone = { auth: 'public', media: 'file', perMinute: 120 } as const
export const showLinkedCookbook = endpoint({
  ...anyone,
  method: 'GET',
  path: '/api/shared-cookbook',
  query: LinkedRecipeKey,
  scope: 'manual',
  summary: 'A page with the recipes of a link’s cookbook, or with one of them and its schema.org data',
})
export const getLinkedCookbookPhoto = endpoint({
  ...anyone,
  method: 'GET',
  path: '/api/shared-cookbook/photo',
  query: LinkedRecipeKey,
  scope: { foundIn: 'keys' },
  summary: 'The photo of a recipe in the cookbook of a link, as a JPEG',
})

const About = z.object({ cookbookId: z.string() })
export const cookbookAdded = eventType('recipe.cookbook_added', About)
export const cookbookChanged = eventType('recipe.cookbook_changed', About)
export const cookbookRemoved = eventType('recipe.cookbook_removed', About)
export const cookbooksArranged = eventType('recipe.cookbooks_arranged', z.object({}))
export const cookbookFilled = eventType('recipe.cookbook_filled', About.extend({ recipeIds: z.array(z.string()), isIn: z.boolean() }))
export const cookbookLinkCreated = eventType('recipe.cookbook_link_created', About.extend({ linkId: z.string() }))
export const cookbookLinkEnded = eventType('recipe.cookbook_link_ended', About.extend({ linkId: z.string() }))
