import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Text } from '#platform/shared/text.ts'

/** Whose data the catalogue is, as its licence wants it said. */
export const catalogueCredit = {
  name: 'Open Food Facts',
  url: 'https://world.openfoodfacts.org',
  licence: 'ODbL 1.0',
  short: 'Open Food Facts, ODbL',
} as const

export const CatalogueName = z.object({ name: z.string() })
export type CatalogueName = z.infer<typeof CatalogueName>

export const searchCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  auth: 'person',
  summary:
    'Names of products in the local catalogue (Open Food Facts, ODbL), the most common first; accents and typing errors are forgiven',
  mode: 'free',
  query: z.object({ search: Text(200).default(''), limit: z.coerce.number().int().min(1).max(50).default(10) }).strict(),
  reply: z.array(CatalogueName),
})

export const CatalogueImport = z.object({
  file: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** 0 to 1. */
  share: z.number(),
  products: z.int(),
  /** Why it failed, in a sentence. */
  reason: z.string().nullable(),
  at: z.string(),
})
export type CatalogueImport = z.infer<typeof CatalogueImport>

export const CatalogueState = z.object({
  /** Only whoever looks after the server sees files and starts imports. */
  isAdministrator: z.boolean(),
  products: z.int(),
  importedAt: z.string().nullable(),
  /** Dumps in the data folder's `catalogue`. */
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
  import: CatalogueImport.nullable(),
})
export type CatalogueState = z.infer<typeof CatalogueState>

export const showCatalogue = endpoint({
  method: 'GET',
  path: '/api/catalogue/state',
  auth: 'person',
  summary: 'How many products the local catalogue holds; for the server’s administrator also the dumps at hand and the import under way',
  mode: 'free',
  reply: CatalogueState,
})
export const importCatalogue = endpoint({
  method: 'POST',
  path: '/api/catalogue/imports',
  auth: 'administrator',
  summary: 'Read a listed dump into the catalogue; of any other name nothing happens',
  mode: 'free',
  body: z.object({ file: z.string().regex(/^\w[\w. -]{0,200}\.(tsv|csv|jsonl|gz)$/i, 'That isn’t a valid data file name.') }).strict(),
  reply: CatalogueState,
})
/** Multipart with one field `dump`. */
export const uploadDump = endpoint({
  method: 'POST',
  path: '/api/catalogue/files',
  auth: 'administrator',
  summary: 'Put a dump into the data folder’s catalogue',
  mode: 'free',
  media: 'multipart',
  formField: 'dump',
  reply: CatalogueState,
})
