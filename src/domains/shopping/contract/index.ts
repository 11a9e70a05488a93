import { z } from 'zod'
import { Category } from '#domains/ingredients/contract/index.ts'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Name, Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { Priority, path, read, ShoppingItem, ShoppingList, write } from './item.ts'

export * from './changes.ts'
export * from './item.ts'
export * from './past.ts'
export * from './put-away.ts'
export * from './send.ts'

export const getShoppingList = endpoint({
  ...read,
  method: 'GET',
  path,
  summary: 'The shopping list; X-Change-Seq is the last change it includes',
  reply: ShoppingList,
})

const fields = { ingredientName: Name(120), suggestedQuantity: Quantity, unit: Unit, category: Category, priority: Priority }
/** A row added by hand. Omitted fields come from the household's ingredient of that name, else from the built-in food table. */
export const NewShoppingItem = z
  .object({ ...fields, id: Id, ingredientId: Id })
  .partial()
  .strict()
  .refine((item) => item.ingredientName !== undefined || item.ingredientId !== undefined, {
    path: ['ingredientName'],
    message: 'Enter a name.',
  })
export type NewShoppingItem = z.infer<typeof NewShoppingItem>

export const addShoppingItem = endpoint({
  ...write,
  method: 'POST',
  path,
  summary: 'Add a row; the same item in an open row is added to that row, which is returned',
  body: NewShoppingItem,
  reply: ShoppingItem,
  status: 201,
})

/** With `quantityWas`, the quantity on screen before the edit, only the difference is applied, so edits by two people add up. */
export const ShoppingItemChange = z
  .object({ ...fields, isChecked: z.boolean(), quantityWas: Quantity })
  .partial()
  .strict()
export type ShoppingItemChange = z.infer<typeof ShoppingItemChange>

export const changeShoppingItem = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/{id}`,
  summary: 'Check off, or change some fields of a row',
  params: ById,
  body: ShoppingItemChange,
  reply: z.object({ item: ShoppingItem }),
  versioned: true,
})
export const removeShoppingItem = endpoint({
  ...write,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a row, undoable; succeeds if the row is already gone',
  params: ById,
})
export const clearChecked = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/clear-checked`,
  summary: 'Remove checked rows, undoable in one step; with ids, only those of them that are still checked',
  body: z
    .object({ ids: z.array(Id).max(2000) })
    .partial()
    .strict(),
  reply: z.object({ cleared: z.int() }),
})
export const generateList = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/generate`,
  summary: 'Add to the list what is below its par level; idempotent',
  reply: ShoppingList.extend({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    /** Ingredients with stock in units that cannot be converted to the unit of their par level. */
    notCompared: z.array(z.object({ ingredientId: z.string(), ingredientName: z.string(), why: z.string() })),
  }),
})
export const maxPasted = 200
export const pasteItems = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/paste`,
  summary: 'Add many rows from text, one per line, parsed as quick add does',
  body: z.object({ text: Text(20_000) }).strict(),
  reply: z.object({ items: z.array(ShoppingItem) }),
  status: 201,
})

const Aisles = z.object({ order: z.array(z.string()) })
export const getAisles = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/aisles`,
  summary: 'The aisles in walking order',
  reply: Aisles,
})
export const arrangeAisles = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/aisles`,
  summary: 'Set the order of the aisles; discards the learned order',
  body: z.object({ order: z.array(Category).min(1).max(100) }).strict(),
  reply: Aisles,
})
