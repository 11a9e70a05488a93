import { undoChange } from '#domains/households/contract/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyInputOf, Endpoint } from '#platform/shared/endpoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
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
import type { ItemFields, ListIntent } from './offline.ts'

/** A change of the list: what was meant, how it is said in words, and how it is sent. */
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
const edit = (words: string, item: ShoppingItem, intent: ListIntent, body: ShoppingItemChange) =>
  change(words, intent, changeShoppingItem, body, item.id)

/** Something to put on the list, as far as a person has said what. */
export interface Wish {
  name: string
  quantity: number | null
  unit: Unit | null
  ingredientId?: string | null
  /** The aisle as far as this device knows; the server knows better. */
  category?: string
}

/** `id`: the new row's, made here, so that a repeated request makes no second one. */
export function adding(id: string, { name, quantity, unit, ingredientId = null, category = 'Other' }: Wish, now: string): ListChange {
  const body: NewShoppingItem = {
    id,
    ...(ingredientId === null ? { ingredientName: name } : { ingredientId }),
    ...(quantity === null ? {} : { suggestedQuantity: quantity }),
    ...(unit === null ? {} : { unit }),
  }
  return change(
    say`Add ${name}`,
    { do: 'add', id, name, ingredientId, quantity, unit, category, priority: 'medium', at: now },
    addShoppingItem,
    body,
  )
}

export const checking = (item: ShoppingItem, isChecked: boolean, now: string): ListChange =>
  edit(
    isChecked ? say`Check off ${item.ingredientName}` : say`Uncheck ${item.ingredientName}`,
    item,
    { do: 'check', id: item.id, isChecked, at: now },
    { isChecked },
  )

/** A new quantity; the difference to what the person saw is what counts, so that two who press plus make it two more. */
export const quantityChange = (item: ShoppingItem, to: number): ListChange =>
  edit(
    say`${item.ingredientName}: ${to} instead of ${item.suggestedQuantity}`,
    item,
    { do: 'quantity', id: item.id, to, was: item.suggestedQuantity },
    { suggestedQuantity: to, quantityWas: item.suggestedQuantity },
  )

/** The plus button: one more. */
export const raising = (item: ShoppingItem): ListChange => quantityChange(item, fromMilli(toMilli(item.suggestedQuantity) + 1000))

export const fieldsChange = (item: ShoppingItem, fields: ItemFields): ListChange =>
  edit(say`Change ${item.ingredientName}`, item, { do: 'edit', id: item.id, fields }, fields)

export const removing = (item: ShoppingItem): ListChange =>
  change(say`Remove ${item.ingredientName}`, { do: 'remove', id: item.id }, removeShoppingItem, undefined, item.id)

/** Takes off what the person sees checked; what somebody else checks meanwhile stays. */
export function clearing(items: readonly ShoppingItem[]): ListChange {
  const ids = items.map(({ id }) => id)
  return change(say`Clear ${counted(items)}`, { do: 'clear', ids }, clearChecked, { ids })
}

/** How one row is put away; what is left out is as the server learned it. */
export interface PutAwayChoice {
  id: string
  quantity?: number
  unit?: Unit
  location?: string
  storage?: 'PANTRY' | 'FRIDGE' | 'FREEZER'
  expirationDate?: CalendarDate | null
  purchasePrice?: number | null
}

export function puttingAway(items: readonly ShoppingItem[], choices: readonly PutAwayChoice[]): ListChange {
  return change(say`Put away ${counted(items)}`, { do: 'put-away', ids: choices.map(({ id }) => id) }, putAway, { items: [...choices] })
}

/** Takes back a change that left the list without these rows; `{seq}` in the address stands for the change it became. */
export const undoing = (words: string, items: readonly ShoppingItem[]): ListChange =>
  change(say`Undo: ${words}`, { do: 'restore', items }, undoChange)

const counted = (items: readonly ShoppingItem[]) =>
  items.length === 1 && items[0] ? items[0].ingredientName : say`${many(items.length, { one: '# item', other: '# items' })}`
