import { afterEach } from 'vitest'
import type { ShoppingItem, ShoppingList } from '#domains/shopping/contract/index.ts'
import { sortByAisle, statsOf } from '#domains/shopping/rules/list-figures.ts'
import { startOutbox } from '#platform/web/sync/sync-session.ts'

/** Creates a shopping list item as the API returns it. */
export function row(name: string, part: Partial<ShoppingItem> = {}): ShoppingItem {
  const at = '2026-01-01T10:00:00.000Z'
  return {
    id: crypto.randomUUID(),
    ingredientId: null,
    ingredientName: name,
    category: 'Other',
    suggestedQuantity: 1,
    unit: 'each',
    currentQuantity: 0,
    parLevel: null,
    priority: 'medium',
    reason: 'requested',
    why: 'Added by Ada',
    isByHand: true,
    estimatedCost: null,
    packQuantity: null,
    packs: null,
    note: '',
    storeIds: [],
    listId: null,
    instacartPrice: null,
    instacartProductId: null,
    isChecked: false,
    checkedBy: null,
    checkedAt: null,
    addedBy: { firstName: 'Ada', lastName: 'Cook' },
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...part,
  }
}

/** Creates the list response with these items. */
export function listWith(items: ShoppingItem[], canSendToInstacart = false, order: readonly string[] = []): ShoppingList {
  const aisles = [...new Set([...order, ...items.map(({ category }) => category)])]
  return { items: sortByAisle(items, aisles), stats: statsOf(items), aisles, canSendToInstacart }
}

let people = 0
/** Opens an empty outbox for a new user. */
export const openEmptyOutbox = () => {
  people += 1
  return startOutbox(`ada ${people}`)
}
afterEach(() => {
  startOutbox('nobody')
})
