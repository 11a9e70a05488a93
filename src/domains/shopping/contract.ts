import { z } from 'zod'
import { Lot } from '#domains/inventory/contract.ts'
import { Category, Storage } from '#domains/products/contract.ts'
import { CalendarDate } from '#platform/contract/calendar.ts'
import { ById, endpoint } from '#platform/contract/endpoint.ts'
import { eventType } from '#platform/contract/event.ts'
import { Id } from '#platform/contract/ids.ts'
import { Money, Quantity } from '#platform/contract/quantity.ts'
import { Name, Text } from '#platform/contract/text.ts'
import { Unit } from '#platform/contract/units.ts'

export const priorities = ['high', 'medium', 'low'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

/** Why a row is on the list; `requested`: a person or a recipe asked for it. */
export const reasons = ['low_stock', 'expired', 'missing', 'below_par', 'requested'] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/** The spec's shopping list item. */
export const ShoppingItem = z.object({
  id: z.string(),
  /** Null: a name written by hand that is no food of the household. */
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Unexpired and not held back, in the food's default unit; 0 for what is no food of the household. */
  currentQuantity: z.number(),
  parLevel: z.number().nullable(),
  priority: Priority,
  reason: Reason,
  /** One sentence: why it is here. */
  why: z.string(),
  /** At the price last paid in this household; null: not known. */
  estimatedCost: z.number().nullable(),
  /** Always null: Instacart tells no prices. */
  instacartPrice: z.number().nullable(),
  /** Our own handle for `create-instacart-cart`; null where no key is configured. */
  instacartProductId: z.string().nullable(),
  isChecked: z.boolean(),
  checkedAt: z.string().nullable(),
  /** Null: the list wrote it itself. */
  addedBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ShoppingItem = z.infer<typeof ShoppingItem>

export const ShoppingStats = z.object({
  totalItems: z.int(),
  highPriorityItems: z.int(),
  /** Of the rows whose price is known. */
  estimatedTotalCost: z.number(),
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
  unpricedItems: z.int(),
})
export type ShoppingStats = z.infer<typeof ShoppingStats>

export const ShoppingList = z.object({
  /** In the order of the aisles, then by name. */
  items: z.array(ShoppingItem),
  stats: ShoppingStats,
  /** Categories in the order of a walk through the shop, learned from check-offs. */
  aisles: z.array(z.string()),
  /** Whether this server has a key for Instacart. */
  canSendToInstacart: z.boolean(),
})
export type ShoppingList = z.infer<typeof ShoppingList>

const path = '/api/shopping-list'
const read = { auth: 'household' } as const
const write = { auth: 'household', role: 'MEMBER' } as const

export const getShoppingList = endpoint({ ...read, method: 'GET', path, summary: 'The shopping list', reply: ShoppingList })

const fields = { ingredientName: Name(120), suggestedQuantity: Quantity, unit: Unit, category: Category, priority: Priority }
/** A row added by hand. What is left out comes from the food of that name: the household's own, or the built-in table's. */
export const NewShoppingItem = z
  .object({ ...fields, id: Id, ingredientId: Id })
  .partial()
  .strict()
  .refine((item) => item.ingredientName !== undefined || item.ingredientId !== undefined, {
    path: ['ingredientName'],
    message: 'Please enter a name.',
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

/** A checked row as it would be put away: place and date from what was learned, or from what is known of the food. */
export const PutAwayDraft = z.object({
  id: z.string(),
  ingredientName: z.string(),
  quantity: z.number(),
  unit: Unit,
  location: z.string(),
  storage: Storage,
  /** From the dates this food had before; null: none was learned. */
  expirationDate: z.string().nullable(),
  /** When it would go off without a date, by its shelf life. */
  estimatedExpiration: z.string().nullable(),
  estimatedCost: z.number().nullable(),
})
export type PutAwayDraft = z.infer<typeof PutAwayDraft>
export const draftPutAway = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/put-away`,
  summary: 'The checked rows as they would be put away',
  reply: z.array(PutAwayDraft),
})
export const putAway = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/put-away`,
  summary:
    'Make lots of checked rows and take them off the list, undoable in one step; with items exactly those rows, else all that are checked',
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
              /** Null: it has none; left out: what was learned. */
              expirationDate: CalendarDate.nullable().optional(),
              purchasePrice: Money.nullable().optional(),
            })
            .strict(),
        )
        .max(500),
    })
    .partial()
    .strict(),
  reply: z.object({ putAway: z.int(), lots: z.array(Lot) }),
})

/** Something this household buys again and again. */
export const UsualItem = z.object({
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Days in the last half year on which it was bought. */
  timesBought: z.int(),
  lastBoughtOn: z.string(),
  isOnList: z.boolean(),
})
export type UsualItem = z.infer<typeof UsualItem>
export const usualItems = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/usual`,
  summary: 'What is bought again and again, most often first',
  reply: z.array(UsualItem),
})

const Aisles = z.object({ order: z.array(z.string()) })
export const getAisles = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/aisles`,
  summary: 'The aisles, in the order of a walk through the shop',
  reply: Aisles,
})
export const arrangeAisles = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/aisles`,
  summary: 'Set the order of the aisles by hand; what was learned before is forgotten',
  body: z.object({ order: z.array(Category).min(1).max(100) }).strict(),
  reply: Aisles,
})

export const exportList = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/export`,
  summary: 'The list as a file: CSV (RFC 4180, no field is a formula) or text',
  mode: 'free',
  media: 'file',
  query: z
    .object({
      format: z.enum(['csv', 'text']),
      /** With a byte order mark, which some spreadsheets need to see UTF-8. */
      bom: z
        .enum(['true', 'false'])
        .transform((s) => s === 'true')
        .optional(),
    })
    .strict(),
})

export const nothingForInstacart = 'No checked items with Instacart products available'
export const Cart = z.object({
  url: z.string(),
  items: z.array(z.object({ productId: z.string(), name: z.string(), quantity: z.number(), unit: z.string() })),
  /** Handles that are not on the list any more. */
  unmatched: z.array(z.string()),
})
export type Cart = z.infer<typeof Cart>
export const createInstacartCart = endpoint({
  ...write,
  method: 'POST',
  path: `${path}/create-instacart-cart`,
  summary: 'A page at Instacart with these rows; the same rows give the same page',
  mode: 'free',
  body: z
    .object({ items: z.array(z.object({ productId: z.string().max(100), quantity: Quantity, unit: Unit }).strict()).max(300) })
    .strict(),
  reply: z.object({ cart: Cart }),
  perMinute: 20,
})

export const SuggestedPar = z.object({
  ingredientId: z.string(),
  /** In `unit`, the food's default unit; null: not enough is known. */
  suggestedPar: z.number().nullable(),
  unit: Unit,
  usesCounted: z.int(),
  why: z.string(),
})
export type SuggestedPar = z.infer<typeof SuggestedPar>
export const suggestPar = endpoint({
  ...read,
  method: 'GET',
  path: '/api/ingredients/{id}/suggested-par',
  summary: 'A par level from past use',
  params: ById,
  reply: SuggestedPar,
})

/** What stays in the log of each row touched: by how many thousandths it grew, and what that means for the list on screen. */
const Touched = z.object({ items: z.array(z.object({ itemId: z.string(), milli: z.int(), type: z.enum(['INSERT', 'UPDATE', 'DELETE']) })) })
export const listAdded = eventType('list.added', Touched)
export const listChanged = eventType('list.changed', Touched)
/** Checks on and off: many and small, so the history leaves them out; another check takes one back. */
export const listChecked = eventType('list.checked', Touched)
export const listRemoved = eventType('list.removed', Touched)
export const listCleared = eventType('list.cleared', Touched)
export const listGenerated = eventType('list.generated', Touched)
/** Holds the lots, too: one change, taken back as one. */
export const listPutAway = eventType('list.put_away', Touched.extend({ lots: z.array(z.unknown()) }))
export const aislesArranged = eventType('aisles.arranged', z.object({}))

/** The realtime view of the log. A change of very many rows is one `RELOAD` without data. */
export const shoppingChannel = (householdId: string) => `shopping:${householdId}`
export const shoppingChange = 'shopping_change'
export const ShoppingChange = z.object({
  type: z.enum(['INSERT', 'UPDATE', 'DELETE', 'RELOAD']),
  data: ShoppingItem.nullable(),
  userId: z.string().nullable(),
})
export type ShoppingChange = z.infer<typeof ShoppingChange>
