import { z } from 'zod'
import { Meal } from '#domains/diets/contract.ts'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { ShoppingItem } from '#domains/shopping/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { maxLines, path, readAccess, Servings, writeAccess } from './recipe.ts'

/** A planned meal that stock is reserved for. */
export const ReservedFor = z.object({ recipeName: z.string(), date: CalendarDate, meal: Meal })
export type ReservedFor = z.infer<typeof ReservedFor>

/** One line compared with the stock, for the requested servings. */
export const StockLine = z.object({
  /** Index of the line in the recipe. */
  place: z.int(),
  text: z.string(),
  food: z.string(),
  /** Scaled to the servings; null if the line has no quantity. */
  quantity: z.number().nullable(),
  unit: z.string().nullable(),
  /** `unknown`: in stock in a unit that can't be compared. `any`: in stock, and the line has no amount. */
  state: z.enum(['have', 'any', 'unknown', 'short', 'missing']),
  /** Unexpired, unreserved stock in `stockUnit`, without what is probably gone. */
  available: z.number(),
  /** The missing amount in `stockUnit`; 0 if nothing is missing or it is unknown. */
  lacking: z.number(),
  /** A unit of stock: the line's own if it is one. */
  stockUnit: Unit.nullable(),
  /** What cooking uses, in `stockUnit`; null if it can't be measured. */
  take: z.number().nullable(),
  ingredientId: z.string().nullable(),
  ingredientName: z.string().nullable(),
  /** Days until the lot to use first expires; null if it has no date or there is none. */
  daysLeft: z.int().nullable(),
  /** Whether the line says that the recipe works without it. It then doesn’t count as lacking. */
  isOptional: z.boolean(),
  /** Whether a user confirmed which ingredient it refers to. */
  isConfirmed: z.boolean(),
  /** If it is short or missing: more is recorded, but doesn’t count because it is probably gone. */
  isProbablyGone: z.boolean(),
  /** If it is short or missing: the next planned meal that some of it is reserved for. */
  reservedFor: ReservedFor.nullable(),
})
export type StockLine = z.infer<typeof StockLine>

const forServings = z.object({ servings: Servings.optional() }).strict()

export const getRecipeStock = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/stock`,
  summary: 'Compare a recipe’s lines with the stock. With planEntryId, the planned meal’s reservation counts as available',
  params: IdParams,
  query: z
    .object({ servings: z.coerce.number().pipe(Servings), planEntryId: Id })
    .partial()
    .strict(),
  reply: z.object({ servings: z.int(), lines: z.array(StockLine) }),
})

export const addMissing = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/add-missing`,
  summary:
    'Add what is short or missing to the shopping list or, with listId, another list, once per recipe; with places, only those lines',
  params: IdParams,
  body: forServings.extend({
    /** Indexes of lines. */
    places: z
      .array(
        z
          .int()
          .min(0)
          .max(maxLines - 1),
      )
      .max(maxLines)
      .optional(),
    /** The ids of the rows to add, one for each of `places`. */
    ids: z.array(Id).max(maxLines).optional(),
    listId: Id.optional(),
  }),
  reply: z.object({ items: z.array(ShoppingItem), added: z.int() }),
})

/** Leftovers become a lot of their own, counted in portions. `id` is that lot's. */
export const Leftovers = z
  .object({
    id: Id.optional(),
    portions: z.int().min(1).max(500),
    storage: Storage.optional(),
    expirationDate: CalendarDate.nullable().optional(),
  })
  .strict()
export type Leftovers = z.infer<typeof Leftovers>

const LeftoverLot = z.object({ inventoryItemId: z.string(), quantity: z.number(), expirationDate: z.string().nullable() })

export const CookRequest = forServings.extend({
  /** What to use, as confirmed in the review; if omitted, the recipe's full amounts or nothing. */
  take: z
    .array(z.object({ ingredientId: Id, quantity: Quantity, unit: Unit }).strict())
    .max(100)
    .optional(),
  leftovers: Leftovers.optional(),
  /** More of them, such as portions for the freezer. */
  moreLeftovers: z.array(Leftovers).max(5).optional(),
  /** The planned meal being cooked; its reservation is used first. */
  planEntryId: Id.optional(),
  /** The id of the note that it was made. */
  cookingId: Id.optional(),
  /** The cook's date, at most tomorrow in the household's time zone; its today if omitted. */
  cookedOn: CalendarDate.optional(),
})
export type CookRequest = z.infer<typeof CookRequest>

export const cookRecipe = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${path}/{id}/cook`,
  summary:
    'Use a recipe’s ingredients, first-expiring first, and note that it was made, as one change. 409 without changes if there is not enough',
  params: IdParams,
  body: CookRequest,
  reply: z.object({
    servings: z.int(),
    taken: z.array(z.object({ inventoryItemId: z.string(), ingredientName: z.string(), quantity: z.number(), unit: Unit })),
    leftovers: LeftoverLot.nullable(),
    moreLeftovers: z.array(LeftoverLot),
  }),
})

export const matchLineIngredient = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${path}/matches`,
  summary: 'Match a name in recipes to an ingredient (or null for none), for every recipe',
  body: z.object({ food: Name(400), ingredientId: Id.nullable() }).strict(),
  reply: z.object({ food: z.string(), ingredientId: z.string().nullable() }),
})
