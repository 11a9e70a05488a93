import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'

/** What people come from; `larder`: the backup of a household, this one or another. */
export const sources = ['grocy', 'csv', 'kitchenowl', 'mealie', 'larder'] as const
export const Source = z.enum(sources)
export type Source = z.infer<typeof Source>

/** What can come, in the order in which it does: foods before what needs them. */
export const kinds = ['food', 'barcode', 'lot', 'list', 'recipe'] as const
export const Kind = z.enum(kinds)
export type Kind = z.infer<typeof Kind>

/** Why a line of the file stays out: something in it is not understood, or cannot be kept. */
export const notUnderstood = [
  'no_name',
  'no_amount',
  'amount_unreadable',
  'date_unreadable',
  'price_unreadable',
  'barcode_unreadable',
  'unknown_food',
  'nothing_in_it',
  'not_valid',
] as const
export const NotUnderstood = z.enum(notUnderstood)
export type NotUnderstood = z.infer<typeof NotUnderstood>

/** Why something did not come, or stays when an import is taken back; and why one that will come asks for somebody's eye. */
export const reasons = [
  ...notUnderstood,
  'number_doubtful',
  'brought_before',
  'food_here',
  'lot_here',
  'code_taken',
  'on_list',
  'recipe_here',
  'food_left_out',
  'changed_since',
  'in_use',
  'needed_since',
  'quota_reached',
  'maker_may_not',
] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/**
 * What becomes of a row: `new` will come · `known` is there already · `refused` is not understood · `left_out` by choice ·
 * `brought` · `taken_back` · `kept` when the rest was taken back.
 */
export const rowStates = ['new', 'known', 'refused', 'left_out', 'brought', 'taken_back', 'kept'] as const
export const RowState = z.enum(rowStates)
export type RowState = z.infer<typeof RowState>

/** `preview` waits for a yes · `running` · `done` · `undoing` · `undone`. */
export const importStates = ['preview', 'running', 'done', 'undoing', 'undone'] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

export const KindCount = z.object({
  kind: Kind,
  found: z.int(),
  new: z.int(),
  known: z.int(),
  refused: z.int(),
  leftOut: z.int(),
  brought: z.int(),
  takenBack: z.int(),
  kept: z.int(),
})
export type KindCount = z.infer<typeof KindCount>

export const Import = z.object({
  id: z.string(),
  source: Source,
  state: ImportState,
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  madeBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  /** Rows that are dealt with, of all that are to be, while it is running or being taken back. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Only kinds of which there is something. */
  counts: z.array(KindCount),
  /** Names of units that nobody here knows; such amounts are counted in pieces. */
  countedAsPieces: z.array(z.string()),
  /** Of a preview, at most 20: what was taken from numbers that could be read in two ways, such as 1.500. */
  doubtful: z.array(z.string()),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  no: z.int(),
  kind: Kind,
  /** Where it stands in the source: a line of a CSV file, a table and id. */
  place: z.string(),
  name: z.string(),
  /** What is known of it, in short. */
  detail: z.string(),
  state: RowState,
  /** Why it does not come, or stays. */
  why: z.string().nullable(),
  /** The household's own name of the food, where that is another one. */
  match: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

const path = '/api/imports'
const admins = { auth: 'household', role: 'ADMIN' } as const
const params = z.object({ importId: z.uuid() }).strict()

/** Largest file, in bytes. */
export const largestFile = 32 * 1024 * 1024

export const listImports = endpoint({ ...admins, method: 'GET', path, summary: 'The last imports, newest first', reply: z.array(Import) })
export const readFile = endpoint({
  ...admins,
  method: 'POST',
  path,
  summary:
    'Read the file of another app (form field file: a grocy database, CSV, KitchenOwl or Mealie JSON), or a household’s backup, as a preview',
  mode: 'free',
  media: 'multipart',
  formField: 'file',
  perMinute: 10,
  reply: Import,
  status: 201,
})
export const readGrocy = endpoint({
  ...admins,
  method: 'POST',
  path: `${path}/grocy`,
  summary: 'Read a grocy by its API as a preview; the key is used once and not kept',
  mode: 'free',
  perMinute: 10,
  body: z
    .object({
      address: z.string().trim().min(1).max(2000),
      key: z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]{1,500}$/, 'That isn’t a valid API key.'),
    })
    .strict(),
  reply: Import,
  status: 201,
})
export const getImport = endpoint({ ...admins, method: 'GET', path: `${path}/{importId}`, summary: 'One import', params, reply: Import })
export const listImportRows = endpoint({
  ...admins,
  method: 'GET',
  path: `${path}/{importId}/rows`,
  summary: 'What an import brings, row by row; `after` is the number of the last row seen',
  params,
  query: z
    .object({
      kind: Kind,
      state: RowState,
      after: z.coerce.number().int().min(0).max(1_000_000),
      limit: z.coerce.number().int().min(1).max(200),
    })
    .partial()
    .strict(),
  reply: z.array(ImportRow),
})
export const startImport = endpoint({
  ...admins,
  method: 'POST',
  path: `${path}/{importId}/start`,
  summary: 'Bring it in. Rows that are not understood stay out only if `withoutRefused` says so. Repeating it changes nothing',
  params,
  mode: 'free',
  body: z
    .object({ leaveOut: z.array(Kind).max(kinds.length), withoutRefused: z.boolean() })
    .partial()
    .strict(),
  reply: Import,
})
export const undoImport = endpoint({
  ...admins,
  method: 'POST',
  path: `${path}/{importId}/undo`,
  summary: 'Take back what an import brought and nobody has changed since. Repeating it changes nothing',
  params,
  mode: 'free',
  reply: Import,
})
export const discardImport = endpoint({
  ...admins,
  method: 'DELETE',
  path: `${path}/{importId}`,
  summary: 'Throw a preview away',
  params,
})
export const importReport = endpoint({
  ...admins,
  method: 'GET',
  path: `${path}/{importId}/report`,
  summary: 'Every row of an import and what became of it, as CSV',
  params,
  mode: 'free',
  media: 'file',
})

const Batch = z.object({ importId: z.string() })
/** Derived: parts of an import. Their names are those of what they touch, for all who follow that. */
export const ingredientsImported = eventType('ingredient.brought', Batch.extend({ ingredientIds: z.array(z.string()) }))
export const lotsBrought = eventType('item.brought', Batch.extend({ source: Source, lots: z.array(z.unknown()) }))
export const listBrought = eventType('list.brought', Batch.extend({ items: z.array(z.unknown()) }))
export const recipesBrought = eventType('recipe.brought', Batch.extend({ recipeIds: z.array(z.string()) }))
export const ingredientsRolledBack = eventType('ingredient.taken_back', Batch.extend({ ingredientIds: z.array(z.string()) }))
export const lotsTakenBack = eventType('item.taken_back', Batch.extend({ source: Source, lots: z.array(z.unknown()) }))
export const listTakenBack = eventType('list.taken_back', Batch.extend({ items: z.array(z.unknown()) }))
export const recipesTakenBack = eventType('recipe.taken_back', Batch.extend({ recipeIds: z.array(z.string()) }))

const Whole = Batch.extend({ source: Source, counts: z.partialRecord(Kind, z.int()) })
export const importBegun = eventType('import.begun', Batch)
export const importFinished = eventType('import.finished', Whole)
export const importTakenBack = eventType('import.taken_back', Whole)
