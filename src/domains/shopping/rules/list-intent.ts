import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Priority, ShoppingItem } from '../contract/index.ts'
import { type ItemIdentity, isSameItem } from './merge-rows.ts'

/**
 * A change of the list as the user meant it, merged by the same rules on the server and on this device (docs/offline.md):
 * - The server's order decides.
 * - A deletion wins over every late change of the row, and a deleted id never comes back.
 * - A changed quantity is applied as a difference.
 */
export type ListIntent =
  | ({ readonly do: 'add' } & AddedRow)
  /** Adds what recipes lack. In records of older releases, `recipeId` is that of every row. */
  | { readonly do: 'add-all'; readonly recipeId?: string; readonly rows: readonly RecipeRow[] }
  | { readonly do: 'check'; readonly id: string; readonly isChecked: boolean; readonly at: string }
  | {
      readonly do: 'quantity'
      readonly id: string
      readonly to: number
      readonly was: number | null
      /** Where to buy that much, if that changes too. */
      readonly storeIds?: readonly string[]
    }
  | { readonly do: 'edit'; readonly id: string; readonly fields: ListItemEdit }
  | { readonly do: 'remove'; readonly id: string }
  /** Applies only to rows that are still checked. */
  | { readonly do: 'clear'; readonly ids: readonly string[] }
  | { readonly do: 'put-away'; readonly ids: readonly string[] }
  /** Removes what this device added. */
  | { readonly do: 'remove-all'; readonly ids: readonly string[] }
  /** Undoes a removal of any kind. */
  | { readonly do: 'restore'; readonly items: readonly ShoppingItem[] }
  /** Undoes a move of the row, as it was before. */
  | { readonly do: 'move-back'; readonly item: ShoppingItem }
  /** The server responded with the row. */
  | ({ readonly do: 'row' } & AnsweredRow)
  | { readonly do: 'rows'; readonly rows: readonly AnsweredRow[] }
  /** The server reported that the row is no longer on the list. */
  | { readonly do: 'gone'; readonly id: string }

/** A row that this device adds. */
export interface AddedRow {
  readonly id: string
  readonly name: string
  readonly ingredientId: string | null
  /** Null to let the server choose the usual quantity. */
  readonly quantity: number | null
  readonly unit: Unit | null
  /** That of the ingredient if missing. */
  readonly note?: string | undefined
  /** This device's guess of the aisle. */
  readonly category: string
  readonly priority: Priority
  readonly at: string
  /** The default list if null or missing. */
  readonly listId?: string | null | undefined
}

/** A row that a recipe adds. */
export interface RecipeRow extends AddedRow {
  readonly recipeId?: string
}

/** A row in a server response. With `isNew` it may not be in the list yet; otherwise a missing row was removed. */
export interface AnsweredRow {
  readonly item: ShoppingItem
  readonly isNew?: boolean
  /** The id under which this device added that quantity to the row. */
  readonly as?: { readonly id: string; readonly quantity: number }
}

export type ListItemEdit = Partial<Pick<ShoppingItem, 'ingredientName' | 'unit' | 'category' | 'priority' | 'note' | 'storeIds' | 'listId'>>

export const isListIntent = (value: unknown): value is ListIntent => typeof value === 'object' && value !== null && 'do' in value

// Changes create new rows but rarely new names.
const keys = boundedCache<string, string>(20_000)

/** Returns what a row is about. */
export const identityOf = ({ ingredientId, name }: Pick<AddedRow, 'ingredientId' | 'name'>): ItemIdentity => ({
  ingredientId,
  ingredientKey: keys.getOrCreate(name, ingredientKey),
})
const identityOfItem = ({ ingredientId, ingredientName: name }: ShoppingItem) => identityOf({ ingredientId, name })

/** Returns the intent to show once the server has responded to an addition: its row, and whether that is another one than was added. */
export function intentAfterReply(input: unknown, reply: unknown): { intent: ListIntent; isLasting?: boolean } {
  const intent = input as ListIntent
  if (intent.do === 'add-all') return afterAddAll(intent, reply)
  if (intent.do !== 'add' || !isItem(reply)) return { intent }
  const row = answeredRow(intent, reply)
  return { intent: { do: 'row', ...row }, ...(row.as ? { isLasting: true } : {}) }
}

/** If the server merged the item into an existing row, pending changes to the new id apply to that row. */
const answeredRow = ({ id, quantity }: AddedRow, item: ShoppingItem): AnsweredRow =>
  item.id === id ? { item, isNew: true } : { item, isNew: true, as: { id, quantity: quantity ?? 1 } }

function afterAddAll(intent: Extract<ListIntent, { do: 'add-all' }>, reply: unknown): { intent: ListIntent; isLasting?: boolean } {
  if (typeof reply !== 'object' || reply === null || !('items' in reply) || !Array.isArray(reply.items)) return { intent }
  const items: readonly ShoppingItem[] = reply.items
  const rows = intent.rows.flatMap((row): AnsweredRow[] => {
    const thing = identityOf(row)
    const item = items.find(({ id }) => id === row.id) ?? items.find((one) => isSameItem(identityOfItem(one), thing))
    return item ? [answeredRow(row, item)] : []
  })
  return { intent: { do: 'rows', rows }, isLasting: rows.some(({ as }) => as !== undefined) }
}

/**
 * Returns the intent that resolves a rejected change silently: the row was removed, and a deletion wins over a check.
 * Returns undefined if the user must be told, e.g. about a lost edit of the quantity or name, or a new row whose list was never created.
 */
export function intentAfterRefusal(input: unknown, { status, code }: { status: number; code: string }): { intent: ListIntent } | undefined {
  const intent = input as ListIntent
  const isGone = code === 'item_gone' || (status === 404 && intent.do === 'check')
  return isGone && (intent.do === 'check' || intent.do === 'add') ? { intent: { do: 'gone', id: intent.id } } : undefined
}

const isItem = (reply: unknown): reply is ShoppingItem =>
  typeof reply === 'object' && reply !== null && 'ingredientName' in reply && 'version' in reply
