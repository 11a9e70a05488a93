import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { UnitDisplay } from '#platform/shared/units.ts'

/** Apps to import from. `larder` is the export of any household, including this one. */
export const appSources = ['grocy', 'csv', 'kitchenowl', 'mealie', 'larder'] as const
export const AppSource = z.enum(appSources)
export type AppSource = z.infer<typeof AppSource>
/** The source of changes; `sample` is the sample kitchen, which no endpoint returns as an import. */
export const ImportSource = z.enum([...appSources, 'sample'])
export type ImportSource = z.infer<typeof ImportSource>

/**
 * What can be imported, in import order: ingredients come before the rows that refer to them. `past`: what was used up or discarded. `diet`:
 * guests, diets, allergies and what foods contain. Settings come before the plan: a list that writes itself must know what it lists for it.
 */
export const importRowKinds = ['food', 'barcode', 'lot', 'past', 'list', 'recipe', 'diet', 'setting', 'plan'] as const
export const ImportRowKind = z.enum(importRowKinds)
export type ImportRowKind = z.infer<typeof ImportRowKind>

/** Imported only if asked for: health data, and what changes the household's own settings. */
export const askedKinds = ['diet', 'setting'] as const
export const AskedKind = z.enum(askedKinds)
export type AskedKind = z.infer<typeof AskedKind>

/** Why a row of the file is rejected: a value can't be parsed or stored. */
export const rejectReasons = [
  'no_name',
  'no_amount',
  'amount_unreadable',
  'date_unreadable',
  'price_unreadable',
  'barcode_unreadable',
  'unknown_food',
  'nothing_in_it',
  'not_valid',
  'past_not_sent',
] as const
export const RejectReason = z.enum(rejectReasons)
export type RejectReason = z.infer<typeof RejectReason>

/** Why a row was not imported or not undone. `number_doubtful` marks a row that will be imported but needs a check. */
export const rowReasons = [
  ...rejectReasons,
  'number_doubtful',
  'brought_before',
  'food_here',
  'lot_here',
  'code_taken',
  'on_list',
  'bundle_here',
  'labels_here',
  'place_here',
  'list_here',
  'store_here',
  'recipe_here',
  'cookbook_here',
  'meal_here',
  'guest_here',
  'needs_here',
  'contents_here',
  'setting_here',
  'food_left_out',
  'recipe_left_out',
  'item_left_out',
  'people_left_out',
  'not_asked',
  'changed_since',
  'in_use',
  'needed_since',
  'chosen_since',
  'theirs',
  'quota_reached',
  'maker_may_not',
] as const
export const Reason = z.enum(rowReasons)
export type Reason = z.infer<typeof Reason>

/**
 * `new`: will be imported · `known`: exists already · `refused`: not understood · `left_out`: skipped · `brought`: imported ·
 * `taken_back`: undone · `kept`: not undone when the import was.
 */
export const rowStates = ['new', 'known', 'refused', 'left_out', 'brought', 'taken_back', 'kept'] as const
export const RowState = z.enum(rowStates)
export type RowState = z.infer<typeof RowState>

/** A `preview` changes nothing until it is started. */
export const importStates = ['preview', 'running', 'done', 'undoing', 'undone'] as const
export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

export const KindCount = z.object({
  kind: ImportRowKind,
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
  source: AppSource,
  state: ImportState,
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  madeBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  /** Rows processed of the rows to import or undo. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Leaves out kinds without rows. */
  counts: z.array(KindCount),
  /** Unknown unit names; their amounts are counted in pieces. */
  countedAsPieces: z.array(z.string()),
  /** Pictures and photos that are damaged, or for which there is no room. */
  picturesLeftOut: z.int(),
  /** How a preview read ambiguous numbers such as 1.500, at most 20. */
  doubtful: z.array(z.string()),
})
export type Import = z.infer<typeof Import>

export const ImportRow = z.object({
  no: z.int(),
  kind: ImportRowKind,
  /** Position in the source: a line of a CSV file, or a table and id. */
  place: z.string(),
  name: z.string(),
  /** Summary such as quantity and location. */
  detail: z.string(),
  state: RowState,
  /** Localized reason for its state. */
  why: z.string().nullable(),
  /** The matching ingredient's name, if it differs. */
  match: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

const path = '/api/imports'
const admins = { auth: 'household', role: 'ADMIN' } as const
const params = z.object({ importId: z.uuid() }).strict()

export const maxFileBytes = 32 * 1024 * 1024
/** Of a household export, which has pictures. */
export const maxExportBytes = 128 * 1024 * 1024

export const listImports = endpoint({ ...admins, method: 'GET', path, summary: 'The last imports, newest first', reply: z.array(Import) })
export const previewFile = endpoint({
  ...admins,
  method: 'POST',
  path,
  summary: 'Read a file as a preview (form field file: a grocy database, CSV, KitchenOwl or Mealie JSON, or a household export)',
  scope: 'manual',
  media: 'multipart',
  formField: 'file',
  perMinute: 10,
  reply: Import,
  status: 201,
})
export const previewGrocy = endpoint({
  ...admins,
  method: 'POST',
  path: `${path}/grocy`,
  summary: 'Read from a grocy server’s API as a preview; the key is used once and not stored',
  scope: 'manual',
  idempotent: true,
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
  summary: 'Rows of an import; `after` is the number of the last row seen',
  params,
  query: z
    .object({
      kind: ImportRowKind,
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
  summary:
    'Start an import. Diets and settings are imported only if `include` lists them, and rejected rows skipped only if `withoutRefused` is set. Repeating it changes nothing. Replies 409 `preview_changed` if the household has changed since the preview, which then shows it',
  scope: 'manual',
  idempotent: true,
  params,
  body: z
    .object({
      leaveOut: z.array(ImportRowKind).max(importRowKinds.length),
      include: z.array(AskedKind).max(askedKinds.length),
      withoutRefused: z.boolean(),
    })
    .partial()
    .strict(),
  reply: Import,
})
export const undoImport = endpoint({
  ...admins,
  method: 'POST',
  path: `${path}/{importId}/undo`,
  summary: 'Undo an import, except rows that were changed since. Repeating it changes nothing',
  params,
  reply: Import,
})
export const discardImport = endpoint({
  ...admins,
  method: 'DELETE',
  path: `${path}/{importId}`,
  summary: 'Delete a preview',
  params,
})
export const importReport = endpoint({
  ...admins,
  method: 'GET',
  path: `${path}/{importId}/report`,
  summary: 'Every row of an import with its result, as CSV',
  params,
  media: 'file',
})

const samplePath = '/api/sample-kitchen'
export const addSampleKitchen = endpoint({
  ...admins,
  method: 'POST',
  path: samplePath,
  summary: 'Fill the household with a sample kitchen in your language. Repeating it changes nothing',
  perMinute: 10,
  body: z.object({ units: UnitDisplay.shape.regional.optional() }).strict(),
})
export const clearSampleKitchen = endpoint({
  ...admins,
  method: 'DELETE',
  path: samplePath,
  summary: 'Remove what the sample kitchen added, changed or not. Repeating it changes nothing',
  perMinute: 10,
})

const Batch = z.object({ importId: z.string() })
/** Parts of an import. Each name starts with the data it changes, so that subscribers of that data see it. */
export const ingredientsImported = eventType('ingredient.brought', Batch.extend({ ingredientIds: z.array(z.string()) }))
export const lotsImported = eventType('item.brought', Batch.extend({ source: ImportSource, lots: z.array(z.unknown()) }))
/** What had left imported lots before, in another app. */
export const movementsImported = eventType('item.past_brought', Batch.extend({ source: ImportSource, lots: z.array(z.unknown()) }))
export const listItemsImported = eventType('list.brought', Batch.extend({ items: z.array(z.unknown()) }))
export const recipesImported = eventType('recipe.brought', Batch.extend({ recipeIds: z.array(z.string()) }))
export const mealsImported = eventType('plan.brought', Batch.extend({ entryIds: z.array(z.string()) }))
export const ingredientsRolledBack = eventType('ingredient.taken_back', Batch.extend({ ingredientIds: z.array(z.string()) }))
export const lotsRolledBack = eventType('item.taken_back', Batch.extend({ source: ImportSource, lots: z.array(z.unknown()) }))
export const listItemsRolledBack = eventType('list.taken_back', Batch.extend({ items: z.array(z.unknown()) }))
export const recipesRolledBack = eventType('recipe.taken_back', Batch.extend({ recipeIds: z.array(z.string()) }))
export const mealsRolledBack = eventType('plan.taken_back', Batch.extend({ entryIds: z.array(z.string()) }))

const Totals = Batch.extend({ source: ImportSource, counts: z.partialRecord(ImportRowKind, z.int()) })
export const importStarted = eventType('import.begun', Batch)
export const importFinished = eventType('import.finished', Totals)
export const importRolledBack = eventType('import.taken_back', Totals)
