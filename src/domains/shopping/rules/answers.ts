import type { ShoppingItem } from '../contract/index.ts'
import type { ListIntent } from './offline.ts'

/** What to draw once the server has answered: its row, instead of what was foreseen. */
export function afterAnswer(input: unknown, reply: unknown): { intent: ListIntent; isLasting?: boolean } {
  const intent = input as ListIntent
  const item = rowIn(reply)
  if (!item || !('id' in intent)) return { intent }
  if (intent.do !== 'add') return { intent: { do: 'row', item } }
  if (item.id === intent.id) return { intent: { do: 'row', item, isNew: true } }
  // The server put it into a row that was there: what waits under the new row's name is meant for that one.
  return { intent: { do: 'row', item, isNew: true, as: { id: intent.id, quantity: intent.quantity ?? 1 } }, isLasting: true }
}

/**
 * What to draw where a refusal settles it: somebody took the row off the list, and a deletion wins over a check.
 * Undefined: the person must hear of it; a new quantity or name was more than a tick.
 */
export function afterRefusal(input: unknown, { status, code }: { status: number; code: string }): { intent: ListIntent } | undefined {
  const intent = input as ListIntent
  const isGone = status === 404 || code === 'item_gone'
  return isGone && (intent.do === 'check' || intent.do === 'add') ? { intent: { do: 'gone', id: intent.id } } : undefined
}

/** The row in an answer: bare after adding, in `item` after changing. */
function rowIn(reply: unknown): ShoppingItem | null {
  if (typeof reply !== 'object' || reply === null) return null
  const row = 'item' in reply ? reply.item : reply
  return typeof row === 'object' && row !== null && 'ingredientName' in row && 'version' in row ? (row as ShoppingItem) : null
}
