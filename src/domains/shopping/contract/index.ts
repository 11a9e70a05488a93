import { z } from 'zod'
import { Category, Note, Storage } from '#domains/ingredients/contract/index.ts'
import { Lot } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Money, Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { Priority, readAccess, ShoppingItem, ShoppingList, shoppingListPath, writeAccess } from './item.ts'

export * from './bundles.ts'
export * from './guest-links.ts'
export * from './item.ts'
export * from './lists.ts'
export * from './recurring.ts'
export * from './tasks.ts'
export * from './trips.ts'

/** Which rows to read: those of one list, or those of all lists that aren't archived. The default list if omitted. */
const ListQuery = z.object({ list: z.union([z.literal('all'), Id]).optional() }).strict()

export const getShoppingList = endpoint({
  ...readAccess,
  tablet: true,
  method: 'GET',
  path: shoppingListPath,
  summary: 'The default shopping list, or another; X-Change-Seq is the last change it includes',
  query: ListQuery,
  reply: ShoppingList,
})

const fields = {
  ingredientName: Name(120),
  suggestedQuantity: Quantity,
  unit: Unit,
  category: Category,
  priority: Priority,
  note: Note,
  storeIds: z.array(Id).max(20),
}
/**
 * A row added by hand. Omitted fields come from the household's ingredient of that name, else from the built-in food table; an omitted note
 * and omitted stores are those of the last row about the same thing, else the ingredient's note. Without `listId`, or if that list was archived
 * or removed since, it goes on the default list.
 */
export const NewShoppingItem = z
  .object({ ...fields, id: Id, ingredientId: Id, listId: Id })
  .partial()
  .strict()
  .refine((item) => item.ingredientName !== undefined || item.ingredientId !== undefined, {
    path: ['ingredientName'],
    message: 'Enter a name.',
  })
export type NewShoppingItem = z.infer<typeof NewShoppingItem>

export const addShoppingItem = endpoint({
  ...writeAccess,
  tablet: true,
  method: 'POST',
  path: shoppingListPath,
  summary: 'Add a row; the same item in an open row of the list is added to that row, which is returned',
  body: NewShoppingItem,
  reply: ShoppingItem,
  status: 201,
})

/**
 * With `quantityWas`, the quantity on screen before the edit, only the difference is applied, so edits by two people add up. `storeId`: the
 * store where it is checked off. `listId` moves it to another list, null to the default one.
 */
export const ShoppingItemChange = z
  .object({ ...fields, isChecked: z.boolean(), storeId: Id, quantityWas: Quantity, listId: Id.nullable() })
  .partial()
  .strict()
export type ShoppingItemChange = z.infer<typeof ShoppingItemChange>

export const changeShoppingItem = endpoint({
  ...writeAccess,
  tablet: true,
  method: 'PUT',
  path: `${shoppingListPath}/{id}`,
  summary: 'Check off, change some fields of a row, or move it to another list',
  params: IdParams,
  body: ShoppingItemChange,
  reply: z.object({ item: ShoppingItem }),
  versioned: true,
})
export const removeShoppingItem = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${shoppingListPath}/{id}`,
  summary: 'Remove a row, undoable; succeeds if the row is already gone',
  params: IdParams,
})
export const clearChecked = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/clear-checked`,
  summary: 'Remove the checked rows of the default list, undoable in one step; with ids, those of them that are still checked, on any list',
  body: z
    .object({ ids: z.array(Id).max(2000) })
    .partial()
    .strict(),
  reply: z.object({ cleared: z.int() }),
})
export const generateList = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/generate`,
  summary: 'Add to the default list what is below its par level and on no list; idempotent',
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
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/paste`,
  summary: 'Add many rows from text, one per line, parsed as quick add does',
  body: z.object({ text: Text(20_000), listId: Id.optional() }).strict(),
  reply: z.object({ items: z.array(ShoppingItem) }),
  status: 201,
})

const Aisles = z.object({ order: z.array(z.string()) })
export const getAisles = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${shoppingListPath}/aisles`,
  summary: 'The aisles in walking order',
  reply: Aisles,
})
export const arrangeAisles = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${shoppingListPath}/aisles`,
  summary: 'Set the order of the aisles, of one store if given; discards the learned order',
  body: z.object({ order: z.array(Category).min(1).max(100), storeId: Id.optional() }).strict(),
  reply: Aisles,
})

/** Per changed row: `milli` is the change of its quantity in thousandths, `type` its effect on the visible list. */
const Touched = z.object({ items: z.array(z.object({ itemId: z.string(), milli: z.int(), type: z.enum(['INSERT', 'UPDATE', 'DELETE']) })) })
export const listItemAdded = eventType('list.added', Touched)
export const listItemChanged = eventType('list.changed', Touched)
/** Checking and unchecking. Too frequent for the history; toggling the check undoes it. */
export const listItemChecked = eventType('list.checked', Touched)
/** To another list; `listId` is that list, null for the default one. */
export const listItemMoved = eventType('list.moved', Touched.extend({ listId: z.string().nullable() }))
export const listItemRemoved = eventType('list.removed', Touched)
export const listCleared = eventType('list.cleared', Touched)
export const listGenerated = eventType('list.generated', Touched)
/** The list wrote itself: the server, not a user, brought it up to date with the par levels. */
export const listRestocked = eventType('list.restocked', Touched)
/** Includes the lots, so that one undo restores both. */
export const listPutAway = eventType('list.put_away', Touched.extend({ lots: z.array(z.unknown()) }))
export const aislesArranged = eventType('aisles.arranged', z.object({ storeId: z.string().optional() }))

/** Realtime channel of a household's list. A change to more than 100 rows is sent as one `RELOAD` without data. */
export const shoppingChannel = (householdId: string) => `shopping:${householdId}`
export const shoppingChange = 'shopping_change'
export const ShoppingChange = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RELOAD']),
  data: ShoppingItem.nullable(),
  userId: z.string().nullable(),
  /** The change's sequence number; a list whose `X-Change-Seq` is at least this includes it. */
  seq: z.int(),
})
export type ShoppingChange = z.infer<typeof ShoppingChange>

/** An item this household buys regularly. */
export const UsualItem = z.object({
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Number of days in the last 180 on which it was bought. */
  timesBought: z.int(),
  lastBoughtOn: z.string(),
  isOnList: z.boolean(),
})
export type UsualItem = z.infer<typeof UsualItem>
export const usualItems = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${shoppingListPath}/usual`,
  summary: 'Items bought regularly, most often first',
  reply: z.array(UsualItem),
})

export const SuggestedPar = z.object({
  ingredientId: z.string(),
  /** In `unit`, the ingredient's default unit; null if it was used too rarely. */
  suggestedPar: z.number().nullable(),
  unit: Unit,
  usesCounted: z.int(),
  why: z.string(),
})
export type SuggestedPar = z.infer<typeof SuggestedPar>
export const suggestPar = endpoint({
  ...readAccess,
  method: 'GET',
  path: '/api/ingredients/{id}/suggested-par',
  summary: 'A suggested par level from past use',
  params: IdParams,
  reply: SuggestedPar,
})

export const exportList = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${shoppingListPath}/export`,
  summary: 'The default list, or another, as a file: CSV (RFC 4180, formulas escaped; with `list`, its last column names the list) or text',
  media: 'file',
  query: z
    .object({
      format: z.enum(['csv', 'text']),
      /** Adds a byte order mark, which some spreadsheets need to detect UTF-8. */
      bom: z
        .enum(['true', 'false'])
        .transform((s) => s === 'true')
        .optional(),
      list: ListQuery.shape.list,
    })
    .strict(),
})

export const nothingForInstacart = /*i18n*/ 'No checked items with Instacart products available'
export const Cart = z.object({
  url: z.string(),
  items: z.array(z.object({ productId: z.string(), name: z.string(), quantity: z.number(), unit: z.string() })),
  /** Product ids whose rows are no longer on the list. */
  unmatched: z.array(z.string()),
})
export type Cart = z.infer<typeof Cart>
export const createInstacartCart = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/create-instacart-cart`,
  summary: 'Create an Instacart page with these rows; the same rows return the same page',
  scope: 'manual',
  idempotent: true,
  body: z
    .object({ items: z.array(z.object({ productId: z.string().max(100), quantity: Quantity, unit: Unit }).strict()).max(300) })
    .strict(),
  reply: z.object({ cart: Cart }),
  perMinute: 20,
})

/** Proposes how to put a checked row away: its place and date from earlier lots, else from the ingredient. */
export const PutAwayDraft = z.object({
  id: z.string(),
  ingredientName: z.string(),
  quantity: z.number(),
  unit: Unit,
  location: z.string(),
  storage: Storage,
  /** Learned from earlier lots of the ingredient; null if there are too few. */
  expirationDate: z.string().nullable(),
  /** Expiry by shelf life, used if no date is set. */
  estimatedExpiration: z.string().nullable(),
  estimatedCost: z.number().nullable(),
  /** Where it was checked off; null if unknown. */
  storeId: z.string().nullable(),
})
export type PutAwayDraft = z.infer<typeof PutAwayDraft>
export const draftPutAway = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${shoppingListPath}/put-away`,
  summary: 'The checked rows of the default list, or of another, with proposed places and dates',
  query: ListQuery,
  reply: z.array(PutAwayDraft),
})
export const putAway = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/put-away`,
  summary:
    'Turn checked rows into lots and remove them from their list, undoable in one step; with items, exactly those rows, else all checked ones of the default list',
  body: z
    .object({
      items: z
        .array(
          z
            .object({
              id: Id,
              quantity: Quantity.optional(),
              unit: Unit.optional(),
              location: Text(60).optional(),
              storage: Storage.optional(),
              /** Null for no date; the learned date if omitted. */
              expirationDate: CalendarDate.nullable().optional(),
              purchasePrice: Money.nullable().optional(),
              /** Where it was bought; where it was checked off if omitted. */
              storeId: Id.nullable().optional(),
            })
            .strict(),
        )
        .max(500),
      /** Where rows were bought that name no store here and weren't checked off in one. */
      storeId: Id.nullable(),
    })
    .partial()
    .strict(),
  reply: z.object({ putAway: z.int(), lots: z.array(Lot) }),
})
