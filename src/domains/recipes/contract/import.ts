import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Text } from '#platform/shared/text.ts'
import { ParsedLine, path, RecipeDraft, read, write } from './recipe.ts'

export const parseLines = endpoint({
  ...read,
  method: 'POST',
  path: `${path}/parse`,
  summary: 'Parse ingredient lines into quantity, unit, food and preparation; stores nothing',
  mode: 'free',
  perMinute: 60,
  body: z.object({ lines: z.array(Text(1000)).max(200) }).strict(),
  reply: z.array(ParsedLine),
})

export const maxPasted = 500_000

/** 422 `no_recipe_found` has a `draft` with what could be read, to complete by hand. */
export const importRecipe = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/import`,
  summary: 'Read a recipe from a web address, HTML or text as a draft; stores nothing',
  mode: 'free',
  perMinute: 10,
  body: z
    .object({ url: z.string().trim().min(1).max(2000), text: z.string().min(1).max(maxPasted) })
    .partial()
    .strict()
    .refine(({ url, text }) => (url === undefined) !== (text === undefined), {
      path: ['url'],
      message: 'Send either a web address or text.',
    }),
  reply: z.object({ recipe: RecipeDraft }),
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
  ...write,
  method: 'POST',
  path: `${path}/import-collection`,
  summary: 'Import a collection: a Mealie or Tandoor export, RecipeSage JSON-LD or a Paprika archive (form field file)',
  mode: 'free',
  media: 'multipart',
  formField: 'file',
  perMinute: 10,
  reply: ImportedCollection,
})
