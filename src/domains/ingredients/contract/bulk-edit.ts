import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { Category, Storage, WarningDays } from './index.ts'

/** As many ids as fit into a request, with room to spare. */
export const maxBulkIngredients = 10_000

/** What becomes the same in all of them; `parLevel` can only be turned off. */
const BulkIngredientFields = z
  .object({
    category: Category,
    defaultStorage: Storage,
    defaultLocation: Text(60),
    openedStorage: Storage.nullable(),
    openedLocation: Text(60),
    isShared: z.boolean(),
    warningDays: WarningDays,
    isFavorite: z.boolean(),
    parLevel: z.null(),
  })
  .partial()
  .strict()
export type BulkIngredientFields = z.infer<typeof BulkIngredientFields>

const BulkIngredientEdit = z.discriminatedUnion('do', [
  z.object({ do: z.literal('change'), fields: BulkIngredientFields }).strict(),
  z.object({ do: z.literal('remove') }).strict(),
])
export type BulkIngredientEdit = z.infer<typeof BulkIngredientEdit>

export const bulkEditIngredients = endpoint({
  method: 'POST',
  path: '/api/ingredients/bulk',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Change up to 10,000 ingredients as one change, or remove those that have no stock; names those left out',
  body: z
    .object({
      ids: z.array(Id).min(1).max(maxBulkIngredients, 'Choose at most 10,000 ingredients at once.'),
      edit: BulkIngredientEdit,
    })
    .strict(),
  reply: z.object({
    /** How many became different or were removed. */
    changedCount: z.int(),
    /** Unknown or deleted ones (`not_found`), and those that can’t be removed (`has_stock`). */
    skipped: z.array(z.object({ id: z.string(), code: z.string(), reason: z.string() })),
  }),
})

const AboutMany = z.object({ ingredientIds: z.array(z.string()) })
/** `fields` are those of an ingredient that changed in some of them. */
export const ingredientsChanged = eventType('ingredient.bulk_changed', AboutMany.extend({ fields: z.array(z.string()) }))
export const ingredientsRemoved = eventType('ingredient.bulk_removed', AboutMany)
