import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Text } from '#platform/shared/text-schemas.ts'

/** Attribution that the license of the catalog's data requires. */
export const catalogCredit = {
  name: 'Open Food Facts',
  url: 'https://world.openfoodfacts.org',
  license: 'ODbL 1.0',
  short: 'Open Food Facts, ODbL',
} as const

export const CatalogName = z.object({ name: z.string() })
export type CatalogName = z.infer<typeof CatalogName>

export const searchCatalog = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  auth: 'person',
  summary: 'Names of products in the local catalog (Open Food Facts, ODbL), the most common first; ignores accents and corrects typos',
  scope: 'none',
  query: z.object({ search: Text(200).default(''), limit: z.coerce.number().int().min(1).max(50).default(10) }).strict(),
  reply: z.array(CatalogName),
})

export const CatalogImport = z.object({
  file: z.string(),
  state: z.enum(['running', 'done', 'failed', 'stopped']),
  /** Progress from 0 to 1. */
  share: z.number(),
  products: z.int(),
  /** Why it failed. */
  reason: z.string().nullable(),
  at: z.string(),
})
export type CatalogImport = z.infer<typeof CatalogImport>

export const CatalogState = z.object({
  /** Only server admins see files and can start imports. */
  isAdministrator: z.boolean(),
  products: z.int(),
  importedAt: z.string().nullable(),
  /** Dumps in the `catalogue` folder of the data folder. */
  files: z.array(z.object({ name: z.string(), bytes: z.number() })),
  import: CatalogImport.nullable(),
})
export type CatalogState = z.infer<typeof CatalogState>

export const getCatalogState = endpoint({
  method: 'GET',
  path: '/api/catalogue/state',
  auth: 'person',
  summary: 'Number of products in the local catalog; for server admins also the dumps and the current import',
  reply: CatalogState,
})
export const importCatalog = endpoint({
  method: 'POST',
  path: '/api/catalogue/imports',
  auth: 'administrator',
  summary: 'Import a listed dump into the catalog; other names are ignored',
  scope: 'none',
  body: z.object({ file: z.string().regex(/^\w[\w. -]{0,200}\.(tsv|csv|jsonl|gz)$/i, 'That isn’t a valid data file name.') }).strict(),
  reply: CatalogState,
})
/** Multipart with one field `dump`. */
export const uploadDump = endpoint({
  method: 'POST',
  path: '/api/catalogue/files',
  auth: 'administrator',
  summary: 'Upload a dump to the data folder’s catalog',
  scope: 'none',
  media: 'multipart',
  formField: 'dump',
  reply: CatalogState,
})
