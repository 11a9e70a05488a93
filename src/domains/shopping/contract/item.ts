import { z } from 'zod'
import { Unit } from '#platform/shared/units.ts'

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
