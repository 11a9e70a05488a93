import { z } from 'zod'
import { Unit } from '#platform/shared/units.ts'

export const priorities = ['high', 'medium', 'low'] as const
export const Priority = z.enum(priorities)
export type Priority = z.infer<typeof Priority>

/** Why a row is on the list. `requested`: added by a person or from a recipe. */
export const reasons = ['low_stock', 'expired', 'missing', 'below_par', 'requested'] as const
export const Reason = z.enum(reasons)
export type Reason = z.infer<typeof Reason>

/** Packs of one size, such as 2 × 500 g. `quantity` and `unit` are those of one pack; `name` is the own unit that it is, such as `can`. */
export const Packs = z.object({ count: z.int(), quantity: z.number(), unit: Unit, name: z.string().nullable() })
export type Packs = z.infer<typeof Packs>

/** The spec's shopping list item. */
export const ShoppingItem = z.object({
  id: z.string(),
  /** Null if the name matches no ingredient of the household. */
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Unexpired and unreserved stock in the ingredient's default unit; 0 without an ingredient. */
  currentQuantity: z.number(),
  parLevel: z.number().nullable(),
  priority: Priority,
  reason: Reason,
  /** Explains in one sentence why the row is on the list, e.g. `1.5 l left; minimum 4 l`. */
  why: z.string(),
  /** Whether a person asked for it, not a recipe, a recurring item or a minimum. */
  isByHand: z.boolean(),
  /** At the price this household last paid; null if unknown. */
  estimatedCost: z.number().nullable(),
  /** What this household last bought of it at once, in `unit`: what one press of plus adds. Null if unknown. */
  packQuantity: z.number().nullable(),
  /** The packs that make up `suggestedQuantity`, by the ingredient's own units and barcodes; null if none do. */
  packs: Packs.nullable(),
  /** Always null: Instacart's API returns no prices. */
  instacartPrice: z.number().nullable(),
  /** Larder's own id for `create-instacart-cart`; null if no API key is configured. */
  instacartProductId: z.string().nullable(),
  /** What to look for in the store; empty if there is nothing to say. */
  note: z.string(),
  /** Where to buy it; empty for anywhere. Stores that were removed since don't count. */
  storeIds: z.array(z.string()),
  /** Null for the default list. */
  listId: z.string().nullable(),
  isChecked: z.boolean(),
  checkedAt: z.string().nullable(),
  /** The id of the user who checked it off; null if it isn't checked. */
  checkedBy: z.string().nullable(),
  /** Null if the list generator added the row. */
  addedBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
})
export type ShoppingItem = z.infer<typeof ShoppingItem>

/**
 * A row in the browser's copy. Stock, par level, price and names of members are rows of their own; `why` and `isByHand` come from `cause`, in
 * the browser.
 */
export const SyncedShoppingItem = ShoppingItem.omit({
  currentQuantity: true,
  parLevel: true,
  why: true,
  isByHand: true,
  estimatedCost: true,
  packQuantity: true,
  packs: true,
  instacartPrice: true,
  instacartProductId: true,
  addedBy: true,
}).extend({
  /** What the list generator saw when it wrote the row, or the recipes it was added for; null if a person added it. */
  cause: z.looseObject({}).nullable(),
  /** A user's id. */
  addedBy: z.string().nullable(),
})
export type SyncedShoppingItem = z.infer<typeof SyncedShoppingItem>

/** What the order of the aisles is made from; one row. */
export const SyncedAisles = z.object({
  id: z.literal('aisles'),
  /** Set by hand. */
  arranged: z.array(z.string()),
  /** Learned: how often one aisle came before another, less how often after. */
  pairs: z.array(z.object({ first: z.string(), second: z.string(), net: z.int() })),
})
export type SyncedAisles = z.infer<typeof SyncedAisles>

/** What this server can do with the list; one row. */
export const SyncedShoppingOptions = z.object({ id: z.literal('options'), canSendToInstacart: z.boolean() })
export type SyncedShoppingOptions = z.infer<typeof SyncedShoppingOptions>

export const ShoppingStats = z.object({
  totalItems: z.int(),
  highPriorityItems: z.int(),
  /** Sum over the rows with a known price. */
  estimatedTotalCost: z.number(),
  categories: z.array(z.object({ name: z.string(), count: z.int() })),
  unpricedItems: z.int(),
})
export type ShoppingStats = z.infer<typeof ShoppingStats>

export const ShoppingList = z.object({
  /** Ordered by aisle, then by name. */
  items: z.array(ShoppingItem),
  stats: ShoppingStats,
  /** Categories in the order of the household's walk through the shop, learned from check-offs. */
  aisles: z.array(z.string()),
  canSendToInstacart: z.boolean(),
})
export type ShoppingList = z.infer<typeof ShoppingList>

export const shoppingListPath = '/api/shopping-list'
export const readAccess = { auth: 'household' } as const
export const writeAccess = { auth: 'household', role: 'MEMBER' } as const
