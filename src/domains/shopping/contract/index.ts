import { z } from 'zod'
import { Category } from '#domains/ingredients/contract/index.ts'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Name, Text } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'
import { Priority, ShoppingItem, ShoppingList } from './item.ts'
import { path, read, write } from './paths.ts'

export * from './aisles.ts'
export * from './changes.ts'
export * from './item.ts'
export * from './past.ts'
export * from './put-away.ts'
export * from './send.ts'

export const getShoppingList = endpoint({
  ...read,
  method: 'GET',
  path,
  summary: 'The shopping list; X-Change-Seq tells up to which change it knows',
  reply: ShoppingList,
})

const fields = { ingredientName: Name(120), suggestedQuantity: Quantity, unit: Unit, category: Category, priority: Priority }
/** A row added by hand. What is left out comes from the food of that name: the household's own, or the built-in table's. */
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
  summary: 'Add a row; the same thing in an open row is added to it, and that row is answered',
  body: NewShoppingItem,
  reply: ShoppingItem,
  status: 201,
})

/** `quantityWas`: what the person saw when they changed the quantity; then the difference counts, and changes of two people add up. */
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
  summary: 'Take a row off the list, undoable; one that is gone already is no error',
  params: ById,
})
export const clearChecked = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/clear-checked`,
  summary: 'Take checked rows off the list, undoable in one step; with ids only those, and of these only what is still checked',
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
  summary: 'Write onto the list what is below its par level; doing it twice changes nothing',
  reply: ShoppingList.extend({
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    /** Foods of which there is some in units that cannot be compared with their par level. */
    notCompared: z.array(z.object({ ingredientId: z.string(), ingredientName: z.string(), why: z.string() })),
  }),
})
export const mostPasted = 200
export const pasteItems = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/paste`,
  summary: 'Add many rows from text, one a line, read as quick add reads it',
  body: z.object({ text: Text(20_000) }).strict(),
  reply: z.object({ items: z.array(ShoppingItem) }),
  status: 201,
})
