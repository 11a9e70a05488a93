import { undoChange } from '#domains/households/contract/index.ts'
import { isProvisional } from '#domains/ingredients/rules/provisional-id.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyInputOf, Endpoint } from '#platform/shared/endpoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { many, say } from '#platform/shared/say.ts'
import type { Unit } from '#platform/shared/units.ts'
import {
  addShoppingItem,
  changeShoppingItem,
  clearChecked,
  type NewShoppingItem,
  putAway,
  removeShoppingItem,
  type ShoppingItem,
  type ShoppingItemChange,
} from '../contract/index.ts'
import type { ListIntent, ListItemEdit } from './list-intent.ts'
import { plusAmount } from './purchase-amount.ts'

/** A change of the list: its description for the user, its intent for the merge, and its request. */
export interface ListChange {
  readonly words: string
  readonly intent: ListIntent
  readonly request: { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly address: string; readonly body?: unknown }
}

const change = <E extends Endpoint>(words: string, intent: ListIntent, endpoint: E, body?: BodyInputOf<E>, id = ''): ListChange => ({
  words,
  intent,
  request: {
    method: endpoint.method as ListChange['request']['method'],
    address: endpoint.path.replace('{id}', id),
    ...(body === undefined ? {} : { body }),
  },
})
const edit = (words: string, item: Pick<ShoppingItem, 'id'>, intent: ListIntent, body: ShoppingItemChange) =>
  change(words, intent, changeShoppingItem, body, item.id)

/** An item to add; null or missing fields were not entered. */
export interface ItemDraft {
  name: string
  quantity: number | null
  unit: Unit | null
  ingredientId?: string | null
  note?: string
  /** This device's guess of the aisle; the server decides. */
  category?: string
  /** The default list if null or missing. */
  listId?: string | null
}

/** `id` is the new row's id, so that a retried request adds no second row. */
export function buildAdd(
  id: string,
  { name, quantity, unit, ingredientId = null, note, category = 'Other', listId = null }: ItemDraft,
  now: string,
): ListChange {
  const body: NewShoppingItem = {
    id,
    ...(ingredientId === null || isProvisional(ingredientId) ? { ingredientName: name } : { ingredientId }),
    ...(quantity === null ? {} : { suggestedQuantity: quantity }),
    ...(unit === null ? {} : { unit }),
    ...(note === undefined ? {} : { note }),
    ...(listId === null ? {} : { listId }),
  }
  return change(
    say`Add ${name}`,
    {
      do: 'add',
      id,
      name,
      ingredientId,
      quantity,
      unit,
      ...(note === undefined ? {} : { note }),
      category,
      priority: 'medium',
      at: now,
      listId,
    },
    addShoppingItem,
    body,
  )
}

/** `storeId`: where this device is. */
export const buildCheck = (
  item: Pick<ShoppingItem, 'id' | 'ingredientName'>,
  isChecked: boolean,
  now: string,
  storeId: string | null = null,
): ListChange =>
  edit(
    isChecked ? say`Check off ${item.ingredientName}` : say`Uncheck ${item.ingredientName}`,
    item,
    { do: 'check', id: item.id, isChecked, at: now },
    { isChecked, ...(storeId !== null && isChecked ? { storeId } : {}) },
  )

/** Sets a quantity relative to the one on screen, so that two people who each press plus add two, and the stores if given. */
export const buildQuantityChange = (item: ShoppingItem, to: number, stores: Pick<ListItemEdit, 'storeIds'> = {}): ListChange =>
  edit(
    say`${item.ingredientName}: ${to} instead of ${item.suggestedQuantity}`,
    item,
    { do: 'quantity', id: item.id, to, was: item.suggestedQuantity, ...stores },
    { suggestedQuantity: to, quantityWas: item.suggestedQuantity, ...stores },
  )

export const buildIncrement = (item: ShoppingItem): ListChange =>
  buildQuantityChange(item, fromMilli(toMilli(item.suggestedQuantity) + toMilli(plusAmount(item))))

export const buildEdit = (item: ShoppingItem, fields: ListItemEdit): ListChange =>
  edit(say`Change ${item.ingredientName}`, item, { do: 'edit', id: item.id, fields }, fields)

/** `listName` is that of the other list. */
export const buildMove = (item: ShoppingItem, listId: string | null, listName: string): ListChange =>
  edit(say`Move ${item.ingredientName} to ${listName}`, item, { do: 'edit', id: item.id, fields: { listId } }, { listId })

/** Undoes a move. The outbox replaces `{seq}` in the address with that change's sequence number. */
export const buildUndoMove = (words: string, item: ShoppingItem): ListChange =>
  change(say`Undo: ${words}`, { do: 'move-back', item }, undoChange)

export const buildRemove = (item: Pick<ShoppingItem, 'id' | 'ingredientName'>): ListChange =>
  change(say`Remove ${item.ingredientName}`, { do: 'remove', id: item.id }, removeShoppingItem, undefined, item.id)

/** Clears the rows shown as checked; rows that others check in the meantime stay. */
export function buildClear(items: readonly ShoppingItem[]): ListChange {
  const ids = items.map(({ id }) => id)
  return change(say`Clear ${counted(items)}`, { do: 'clear', ids }, clearChecked, { ids })
}

/** How to put one row away; omitted fields use what the server learned. */
export interface PutAwayChoice {
  id: string
  quantity?: number
  unit?: Unit
  location?: string
  storage?: 'PANTRY' | 'FRIDGE' | 'FREEZER'
  expirationDate?: CalendarDate | null
  purchasePrice?: number | null
  /** Null if its price is of none of the stores. */
  storeId?: string | null
}

/** Where rows were bought. */
export interface PutAwayStore {
  /** All of them, null for none of the stores; undefined for where each was checked off. */
  readonly storeId?: string | null | undefined
  /** Those that weren't checked off in a store. */
  readonly otherwise?: string | null
}

export function buildPutAway(
  items: readonly ShoppingItem[],
  choices: readonly PutAwayChoice[],
  { storeId, otherwise = null }: PutAwayStore = {},
): ListChange {
  const body = {
    items: choices.map((choice) => ({ ...(storeId === undefined ? {} : { storeId }), ...choice })),
    ...(storeId === undefined && otherwise !== null ? { storeId: otherwise } : {}),
  }
  return change(say`Put away ${counted(items)}`, { do: 'put-away', ids: choices.map(({ id }) => id) }, putAway, body)
}

/** Undoes a change that removed these rows. The outbox replaces `{seq}` in the address with that change's sequence number. */
export const buildRemovalUndo = (words: string, items: readonly ShoppingItem[]): ListChange =>
  change(say`Undo: ${words}`, { do: 'restore', items }, undoChange)

const counted = (items: readonly ShoppingItem[]) =>
  items.length === 1 && items[0] ? items[0].ingredientName : say`${many(items.length, { one: '# item', other: '# items' })}`
