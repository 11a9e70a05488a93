import { z } from 'zod'
import { BarcodeText, Category, Note, OwnUnit, Storage } from '#domains/ingredients/contract/index.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Money, Quantity, QuantityOrZero } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

export const dateKinds = ['use_by', 'best_before', 'estimate'] as const
export const DateKind = z.enum(dateKinds)
export type DateKind = z.infer<typeof DateKind>

/** An inventory item: one quantity of an ingredient with its dates and location. */
export const Lot = z.object({
  id: z.string(),
  ingredient: z.object({
    id: z.string(),
    name: z.string(),
    category: z.string(),
    parLevel: z.number().nullable(),
    /** What its cans, packs or slices are. */
    ownUnits: z.array(OwnUnit),
  }),
  quantity: z.number(),
  unit: Unit,
  /** The own unit it was entered in, which it is shown in as far as its ingredient knows it; null if none. */
  ownUnit: z.string().nullable(),
  location: z.string(),
  storage: Storage,
  isOpened: z.boolean(),
  isShared: z.boolean(),
  /** The entered date, as printed or estimated. Rules never change it. */
  expirationDate: z.string().nullable(),
  dateKind: DateKind.nullable(),
  /** The date to use the item by, after opening and freezing rules, and the reason in one line. */
  effectiveExpiration: z.string().nullable(),
  expirationReason: z.string().nullable(),
  purchasePrice: z.number().nullable(),
  barcode: z.string().nullable(),
  note: z.string(),
  /** Where it was bought; null if unknown. */
  storeId: z.string().nullable(),
  /** Reserved for plans and loans. */
  reserved: z.number(),
  openedOn: z.string().nullable(),
  confirmedAt: z.string().nullable(),
  /** `removed` means entered by mistake; `given` means lent or given to another household. */
  state: z.enum(['active', 'used', 'discarded', 'removed', 'given']),
  createdAt: z.string(),
  updatedAt: z.string(),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  version: z.int(),
})
export type Lot = z.infer<typeof Lot>

/**
 * An active lot in the browser's copy. Its ingredient, the member who added it and its reservations are rows of their own; the reason of its
 * expiration is worded in the browser. The original quantity is what the rules of cost need, the dates below what those of expiration need.
 */
export const SyncedLot = Lot.omit({ ingredient: true, user: true, reserved: true, state: true }).extend({
  ingredientId: z.string(),
  addedBy: z.string(),
  /** An `ExpirationReason`. */
  expirationReason: z.looseObject({ kind: z.string() }).nullable(),
  /** The quantity that the price was paid for. */
  originalQuantity: z.number(),
  addedOn: z.string(),
  frozenOn: z.string().nullable(),
  frozenDaysLeft: z.int().nullable(),
  thawedOn: z.string().nullable(),
  /** The probability that it is gone, if that is at least a half; null also if it changed since the forecast. */
  gone: z.number().nullable(),
})
export type SyncedLot = z.infer<typeof SyncedLot>

/** Part of a lot reserved for a planned meal (`refId`: its id) or a loan. */
export const SyncedReservation = z.object({
  id: z.string(),
  lotId: z.string(),
  kind: z.enum(['plan', 'borrow']),
  quantity: z.number(),
  refId: z.string(),
  /** The day on which a plan will use it. */
  date: z.string().nullable(),
})
export type SyncedReservation = z.infer<typeof SyncedReservation>

/** The price that was last paid for an ingredient, whose id it has, and the quantity it was paid for. */
export const SyncedPrice = z.object({
  id: z.string(),
  price: z.number(),
  quantity: z.number(),
  unit: Unit,
  /** The newest price in each store that has one. */
  stores: z.array(z.object({ storeId: z.string(), date: z.string(), price: z.number(), quantity: z.number(), unit: Unit })),
})
export type SyncedPrice = z.infer<typeof SyncedPrice>

const Location = Text(60)
const lotFields = {
  quantity: Quantity,
  unit: Unit,
  ownUnit: OwnUnit.shape.name.nullable(),
  location: Location,
  storage: Storage,
  expirationDate: CalendarDate.nullable(),
  dateKind: DateKind.nullable(),
  purchasePrice: Money.nullable(),
  isOpened: z.boolean(),
  isShared: z.boolean(),
  barcode: BarcodeText.nullable(),
  note: Note,
  storeId: Id.nullable(),
}

/** A new lot of an existing ingredient (`ingredientId`), or of one found or created by name (`ingredient`). */
export const NewLot = z
  .object({
    ...lotFields,
    id: Id,
    ingredientId: Id,
    /** What one `ownUnit` is, which its ingredient remembers unless it has one of that name. */
    newOwnUnit: OwnUnit,
    ingredient: z.object({ name: Name(120), category: Category.optional(), parLevel: QuantityOrZero.nullable().optional() }).strict(),
  })
  .partial()
  .required({ quantity: true, unit: true })
  .strict()
  .refine((lot) => (lot.ingredientId === undefined) !== (lot.ingredient === undefined), {
    path: ['ingredient'],
    message: 'Send ingredientId, or ingredient with a name.',
  })
export type NewLot = z.infer<typeof NewLot>

/** An edit. `quantity` is a correction: the actual amount. */
export const LotChange = z
  .object({ ...lotFields, quantity: QuantityOrZero, ingredientId: Id })
  .partial()
  .strict()
export type LotChange = z.infer<typeof LotChange>

export const lotSortKeys = ['expirationDate', 'name', 'quantity', 'createdAt'] as const
const flag = z.enum(['true', 'false']).transform((s) => s === 'true')
const page = { limit: z.coerce.number().int().min(1).max(200), cursor: z.string().max(3000) }

export const LotQuery = z
  .object({
    search: Text(200),
    location: Text(60),
    category: Text(40),
    storage: Storage,
    /** Only lots that expire on or after, and on or before these dates. Undated lots never match. */
    expiresFrom: CalendarDate,
    expiresTo: CalendarDate,
    /** Lists only lots of ingredients below their par level. */
    isLow: z.literal('true'),
    /** `false` lists used, discarded and given lots. */
    isActive: flag,
    /** Returns `{items}` instead of an array. Must equal the header. */
    householdId: z.uuid(),
    sort: z.enum(lotSortKeys),
    order: z.enum(['asc', 'desc']),
    ...page,
  })
  .partial()
  .strict()
export type LotQuery = z.infer<typeof LotQuery>

export const listLots = endpoint({
  method: 'GET',
  path: '/api/inventory',
  auth: 'household',
  tablet: true,
  summary: 'Stock: an array, or {items} with householdId. X-Next-Cursor has the next page’s cursor',
  query: LotQuery,
  reply: z.union([z.array(Lot), z.object({ items: z.array(Lot) })]),
})
/** What was paid for an ingredient once. */
export const PricePoint = z.object({
  lotId: z.string(),
  /** The day on which it was added. */
  date: z.string(),
  storeId: z.string().nullable(),
  price: z.number(),
  /** What was bought for it. */
  quantity: z.number(),
  unit: Unit,
  /** Per kilogram, liter or piece. */
  unitPrice: z.number(),
  per: z.enum(['kg', 'l', 'each']),
})
export type PricePoint = z.infer<typeof PricePoint>
export const listPrices = endpoint({
  method: 'GET',
  path: '/api/ingredients/{id}/prices',
  auth: 'household',
  summary: 'What was paid for an ingredient, newest first, up to 200 times',
  params: IdParams,
  reply: z.array(PricePoint),
})
/** A shelf life of an ingredient that fits better what became of the household's lots. */
export const SuggestedShelfLife = z.object({
  life: z.enum(['pantryDays', 'fridgeDays', 'openedDays']),
  days: z.int(),
  why: z.string(),
})
export type SuggestedShelfLife = z.infer<typeof SuggestedShelfLife>
export const suggestShelfLife = endpoint({
  method: 'GET',
  path: '/api/ingredients/{id}/suggested-shelf-life',
  auth: 'household',
  summary: 'Shelf lives that fit better what was used up and what spoiled in the last two years',
  params: IdParams,
  reply: z.array(SuggestedShelfLife),
})
/** What an ingredient last cost in a store. */
export const StorePrice = PricePoint.pick({ date: true, price: true, quantity: true, unit: true }).extend({
  ingredientId: z.string(),
  storeId: z.string(),
})
export type StorePrice = z.infer<typeof StorePrice>
export const listStorePrices = endpoint({
  method: 'GET',
  path: '/api/inventory/store-prices',
  auth: 'household',
  summary: 'What each ingredient last cost in each store within half a year, newest first, up to 5,000 prices',
  reply: z.array(StorePrice),
})
export const recentLots = endpoint({
  method: 'GET',
  path: '/api/inventory/recent/{count}',
  auth: 'household',
  summary: 'The newest lots',
  params: z.object({ count: z.coerce.number().int().min(1).max(200).default(5) }).strict(),
  reply: z.array(Lot),
})
export const pastDueLots = endpoint({
  method: 'GET',
  path: '/api/inventory/past-due',
  auth: 'household',
  summary: 'Lots long past their date, the oldest first, at most 20',
  reply: z.array(Lot),
})
export const InventoryStats = z.object({
  totalItems: z.int(),
  expired: z.int(),
  expiringSoon: z.int(),
  lowStock: z.int(),
  byCategory: z.array(z.object({ category: z.string(), count: z.int() })),
  byLocation: z.array(z.object({ location: z.string(), count: z.int() })),
  /** Ids of the ingredients counted in `lowStock`. */
  lowStockIngredients: z.array(z.string()),
})
export type InventoryStats = z.infer<typeof InventoryStats>
export const inventoryStats = endpoint({
  method: 'GET',
  path: '/api/inventory/stats',
  auth: 'household',
  summary: 'Counts of lots and of low ingredients',
  query: z.object({ householdId: z.uuid().optional() }).strict(),
  reply: InventoryStats,
})
export const getLot = endpoint({
  method: 'GET',
  path: '/api/inventory/{id}',
  auth: 'household',
  tablet: true,
  summary: 'One lot',
  params: IdParams,
  reply: Lot,
})
export const addLot = endpoint({
  method: 'POST',
  path: '/api/inventory',
  auth: 'household',
  role: 'MEMBER',
  tablet: true,
  summary: 'Add an item',
  body: NewLot,
  reply: Lot,
  status: 201,
})
const onLot = <B extends z.ZodType, V extends boolean = false>(
  path: string,
  summary: string,
  body: B,
  { versioned = false as V, tablet = false }: { versioned?: V; tablet?: boolean } = {},
) =>
  endpoint({
    method: 'POST',
    path: `/api/inventory/{id}/${path}`,
    auth: 'household',
    role: 'MEMBER',
    summary,
    params: IdParams,
    body,
    reply: Lot,
    versioned,
    tablet,
  })

export const changeLot = endpoint({
  method: 'PATCH',
  path: '/api/inventory/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Edit a lot; a quantity is a correction',
  params: IdParams,
  body: LotChange,
  reply: Lot,
  versioned: true,
})
export const removeLot = endpoint({
  method: 'DELETE',
  path: '/api/inventory/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Remove a lot entered by mistake: no waste, undoable',
  params: IdParams,
})
export const openLot = onLot('open', 'Mark as opened', z.object({}).strict())
export const useLot = onLot('use', 'Use some or all', z.object({ quantity: Quantity }).strict(), { tablet: true })
export const moveLot = onLot(
  'move',
  'Move to another location or storage',
  z.object({ location: Location, storage: Storage }).partial().strict(),
)
/** Returns the new lot, which gets `id` if it is given. */
export const splitLot = onLot('split', 'Split part of it off as a new lot', z.object({ quantity: Quantity, id: Id.optional() }).strict())
export const correctLot = onLot('correct', 'Set the actual amount; the same confirms it', z.object({ quantity: QuantityOrZero }).strict(), {
  versioned: true,
})

export const discardReasons = ['expired', 'spoiled', 'forgotten', 'overbought', 'quality', 'other', 'donated', 'composted'] as const
export const DiscardReason = z.enum(discardReasons)
export type DiscardReason = z.infer<typeof DiscardReason>
/** Discards all of it without a quantity. */
export const discardLot = onLot(
  'discard',
  'Discard, with the reason',
  z.object({ quantity: Quantity.optional(), reason: DiscardReason, notes: Text(500).optional() }).strict(),
  { tablet: true },
)
/** Items that one request may edit. */
export const maxBulkEdit = 200
const BulkEdit = z.discriminatedUnion('do', [
  /** A storage, a location or both. */
  z.object({ do: z.literal('move'), location: Location.optional(), storage: Storage.optional() }).strict(),
  z.object({ do: z.literal('date'), expirationDate: CalendarDate.nullable(), dateKind: DateKind.nullable().optional() }).strict(),
  z.object({ do: z.literal('share'), isShared: z.boolean() }).strict(),
  z.object({ do: z.literal('discard'), reason: DiscardReason, notes: Text(500).optional() }).strict(),
])
export type BulkEdit = z.infer<typeof BulkEdit>
export const bulkEditLots = endpoint({
  method: 'POST',
  path: '/api/inventory/bulk',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Move, date, share or discard up to 200 lots as one change; names those that ended or were deleted',
  body: z.object({ ids: z.array(Id).min(1).max(maxBulkEdit, 'Choose at most 200 items at once.'), edit: BulkEdit }).strict(),
  reply: z.object({
    /** The changed ones. */
    lots: z.array(Lot),
    skipped: z.array(z.object({ id: z.string(), code: z.string(), reason: z.string() })),
  }),
})

export const consumeIngredient = endpoint({
  method: 'POST',
  path: '/api/ingredients/{id}/use',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Use an ingredient or its kinds, soonest to expire first',
  params: IdParams,
  body: z.object({ quantity: Quantity, unit: Unit }).strict(),
  reply: z.array(Lot),
})

/** The lots a change touches: the difference in thousandths of `unit`, and what happened to the list of active lots. */
const Touched = z.object({
  lots: z.array(z.object({ lotId: z.string(), milli: z.int(), unit: Unit, type: z.enum(['INSERT', 'UPDATE', 'DELETE']) })),
})
export const itemAdded = eventType('item.added', Touched)
export const itemUsed = eventType('item.used', Touched)
export const itemDiscarded = eventType('item.discarded', Touched.extend({ reason: DiscardReason }))
export const itemCorrected = eventType('item.corrected', Touched)
export const itemRemoved = eventType('item.removed', Touched)
export const itemSplit = eventType('item.split', Touched)
export const itemOpened = eventType('item.opened', Touched)
export const itemMoved = eventType('item.moved', Touched)
export const itemEdited = eventType('item.edited', Touched)
export const itemConfirmed = eventType('item.confirmed', Touched)
/** Derived: an ingredient's shelf life changed, so its lots expire on another day. */
/** Which items are probably gone has changed, by the forecast. */
export const stockDoubted = eventType('stock.doubted', z.object({}))
export const itemRedated = eventType('item.redated', Touched)

/** The live channel of a household's stock. */
export const inventoryChannel = (householdId: string) => `inventory:${householdId}`
export const inventoryChangeEvent = 'inventory_change'
export const InventoryChange = z.object({ type: z.enum(['INSERT', 'UPDATE', 'DELETE']), data: Lot, userId: z.string().nullable() })
export type InventoryChange = z.infer<typeof InventoryChange>
