import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { path, writeAccess } from './recipe.ts'

/** What wrote a file. `schemaOrg`: RecipeSage, Nextcloud Cookbook, Umami, Larder and others; `json`: another program’s JSON. */
export const CollectionFormat = z.enum([
  'mealie',
  'tandoor',
  'paprika',
  'schemaOrg',
  'json',
  'recipeKeeper',
  'masterCook',
  'mealMaster',
  'cooklang',
  'markdown',
])
export type CollectionFormat = z.infer<typeof CollectionFormat>

/**
 * What a collection has and Larder doesn’t keep. `photos`: all but one of each recipe; `stepAmounts`: how much of an ingredient a step
 * takes; `stepTimes`: how long a step takes; `longLists`: ingredients and steps after the last that fits; `otherFiles`: files of an
 * archive in which no recipe was found.
 */
export const CollectionLoss = z.enum(['nutrition', 'tools', 'comments', 'photos', 'stepAmounts', 'stepTimes', 'longLists', 'otherFiles'])
export type CollectionLoss = z.infer<typeof CollectionLoss>

/** `name`: the file’s name without its extension, for a recipe that has no title of its own. */
const Named = z
  .object({ name: Text(200) })
  .partial()
  .strict()

const CollectionPreview = z.object({
  recipes: z.int(),
  /** Recipes without a name, which are skipped. */
  nameless: z.int(),
  pictures: z.int(),
  /** The names of the first few. */
  names: z.array(z.string()),
  formats: z.array(CollectionFormat),
  losses: z.array(CollectionLoss),
})
export type CollectionPreview = z.infer<typeof CollectionPreview>

export const previewCollection = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/preview-collection`,
  scope: 'manual',
  media: 'multipart',
  formField: 'file',
  perMinute: 10,
  query: Named,
  summary: 'Read a collection and say what an import would bring and leave out; stores nothing (form field file)',
  reply: CollectionPreview,
})

const ImportedCollection = z.object({
  imported: z.int(),
  skipped: z.array(z.object({ name: z.string(), why: z.string() })),
  /** Recipes whose picture is damaged or exceeds the limits of the import or the household. */
  picturesLeftOut: z.int(),
  recipeIds: z.array(z.string()),
})
export type ImportedCollection = z.infer<typeof ImportedCollection>

export const importCollection = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/import-collection`,
  scope: 'manual',
  media: 'multipart',
  formField: 'file',
  perMinute: 10,
  query: Named,
  summary:
    'Import a collection of Mealie, Tandoor, RecipeSage, Paprika, Nextcloud Cookbook, Recipe Keeper, MasterCook, Meal-Master, Cooklang, Markdown or another Larder (form field file)',
  reply: ImportedCollection,
})
