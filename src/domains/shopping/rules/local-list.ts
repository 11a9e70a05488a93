import { memberTable } from '#domains/households/rules/local-household.ts'
import { ingredientTable, kindsOf } from '#domains/ingredients/rules/local-ingredients.ts'
import { packsOf } from '#domains/ingredients/rules/packs.ts'
import { formerMember } from '#domains/inventory/rules/former-member.ts'
import { lotTable, priceTable, reservationTable, unexpiredUnreservedStock } from '#domains/inventory/rules/local-lots.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { compareText, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { fromCents, fromMilli, toCents, toMilli } from '#platform/shared/quantity-and-money.ts'
import { messageLocale } from '#platform/shared/say.ts'
import { convert } from '#platform/shared/units.ts'
import type {
  NamedList,
  RecurringItem,
  ShoppingItem,
  ShoppingList,
  SyncedAisles,
  SyncedShoppingItem,
  SyncedShoppingOptions,
  SyncedTrip,
} from '../contract/index.ts'
import { orderAisles } from './aisle-order.ts'
import { describeCause } from './describe-cause.ts'
import { productIdOf } from './instacart.ts'
import { costCents, lastPackMilli, sortByAisle, statsOf } from './list-figures.ts'
import type { RowCause } from './plan-list.ts'
import { wholePacks } from './purchase-amount.ts'

/** A row of the list on this device: as synced, or as a response described it, which includes a sentence and a name. */
export type ListRow = Omit<SyncedShoppingItem, 'cause' | 'addedBy' | 'note' | 'storeIds' | 'listId' | 'checkedBy'> & {
  /** Rows stored by an earlier release have none. */
  readonly note?: string | undefined
  readonly storeIds?: string[] | undefined
  readonly listId?: string | null | undefined
  readonly checkedBy?: string | null | undefined
  readonly cause?: SyncedShoppingItem['cause']
  /** A user's id or their name; null if the list generator added the row. */
  readonly addedBy: string | ShoppingItem['addedBy']
  readonly why?: string
  readonly isByHand?: boolean
}
export const shoppingRowTable = localTable<ListRow>('shopping')
export const namedListTable = localTable<NamedList>('shoppingLists')
export const recurringTable = localTable<RecurringItem>('recurringItems')
export const tripTable = localTable<SyncedTrip>('shoppingTrips')
const aislesTable = localTable<SyncedAisles>('aisles')
const optionsTable = localTable<SyncedShoppingOptions>('shoppingOptions')

/** The tables that a response with the list depends on. */
export const localListTables = [
  shoppingRowTable,
  namedListTable,
  aislesTable,
  optionsTable,
  ingredientTable,
  lotTable,
  reservationTable,
  priceTable,
  memberTable,
] as const

interface Built {
  /** What the item was made of. */
  readonly parts: readonly unknown[]
  readonly inStock: number
  readonly item: ShoppingItem
  /** What the stock was summed up from. */
  stockParts: readonly unknown[]
}
const built = new WeakMap<ListRow, Built>()
const isSame = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((part, at) => part === others[at])

/** Returns a row as the API does; the same object until something of it changes. */
function itemOf(tables: LocalTables, row: ListRow, canSendToInstacart: boolean, today: CalendarDate): ShoppingItem {
  const ingredient = tables.get(ingredientTable, row.ingredientId ?? '')
  const price = tables.get(priceTable, row.ingredientId ?? '')
  const member = typeof row.addedBy === 'string' ? tables.get(memberTable, row.addedBy) : undefined
  const parts = [ingredient, price, member, canSendToInstacart, messageLocale()]
  const lots = ingredient && tables.grouped(lotTable, 'ingredientId')
  const kinds = ingredient ? kindsOf(tables, ingredient.id) : []
  const stocked = ingredient ? [ingredient, ...kinds].flatMap(({ id }) => lots?.get(id) ?? []) : []
  const stockParts = [kinds, stocked.length > 0 && tables.rows(reservationTable), today, ...stocked]
  const known = built.get(row)
  const isKnown = known !== undefined && isSame(known.parts, parts)
  if (isKnown && isSame(known.stockParts, stockParts)) return known.item
  let inStock = 0
  if (ingredient)
    for (const { unit, milli } of unexpiredUnreservedStock(tables, ingredient, today))
      inStock += convert(milli, unit, ingredient.defaultUnit, ingredient.conversions) ?? 0
  if (isKnown && known.inStock === inStock) {
    known.stockParts = stockParts
    return known.item
  }

  const { cause = null, ...own } = row
  const named = member ? { firstName: member.firstName, lastName: member.lastName } : formerMember()
  const addedBy = typeof own.addedBy === 'string' ? named : own.addedBy
  const paid = price ? { cents: toCents(price.price), milli: toMilli(price.quantity), unit: price.unit } : null
  const cost = costCents(toMilli(own.suggestedQuantity), own.unit, paid, ingredient?.conversions)
  const pack = lastPackMilli(own.unit, paid, ingredient?.conversions)
  const item: ShoppingItem = {
    ...own,
    currentQuantity: fromMilli(Math.round(inStock)),
    note: own.note ?? '',
    storeIds: own.storeIds ?? [],
    listId: own.listId ?? null,
    checkedBy: own.checkedBy ?? null,
    parLevel: ingredient?.parLevel ?? null,
    why: own.why ?? describeCause(cause as RowCause | null, addedBy?.firstName ?? null),
    isByHand: own.isByHand ?? cause === null,
    estimatedCost: cost === null ? null : fromCents(cost),
    packQuantity: pack === null ? null : fromMilli(pack),
    packs: ingredient ? wholePacks(own.suggestedQuantity, own.unit, { ...ingredient, packs: packsOf(ingredient) }) : null,
    instacartPrice: null,
    instacartProductId: canSendToInstacart ? productIdOf(own.id) : null,
    addedBy,
  }
  built.set(row, { parts, inStock, item, stockParts })
  return item
}

/** Returns the lists in addition to the default one as the API does. */
export const localNamedLists = (tables: LocalTables): NamedList[] =>
  [...tables.rows(namedListTable)].sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))

/** Returns what repeats as the API does. */
export const localRecurringItems = (tables: LocalTables): RecurringItem[] =>
  [...tables.rows(recurringTable)].sort((a, b) => compareText(a.dueOn, b.dueOn) || compareText(a.id, b.id))

/** Returns which rows are on a list: null is the default one, `all` every list that isn't archived. */
function onList(tables: LocalTables, list: string | null): (row: ListRow) => boolean {
  if (list !== 'all') return ({ listId }) => (listId ?? null) === list
  const open = new Set(tables.rows(namedListTable).flatMap(({ id, isArchived }) => (isArchived ? [] : id)))
  return ({ listId }) => (listId ?? null) === null || open.has(listId ?? '')
}

/** Returns a list as the API does. */
export function localList(tables: LocalTables, today: CalendarDate, list: string | null = null): ShoppingList {
  const [options] = tables.rows(optionsTable)
  const canSendToInstacart = options?.canSendToInstacart ?? false
  const items = tables
    .rows(shoppingRowTable)
    .filter(onList(tables, list))
    .map((row) => itemOf(tables, row, canSendToInstacart, today))
  const [{ arranged, pairs } = { arranged: [], pairs: [] }] = tables.rows(aislesTable)
  const used = items.map(({ category }) => category)
  const aisles = orderAisles(arranged, pairs, used)
  return { items: sortByAisle(items, aisles), stats: statsOf(items), aisles, canSendToInstacart }
}
