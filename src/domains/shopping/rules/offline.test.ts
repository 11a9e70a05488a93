import { expect, test } from 'vitest'
import type { ShoppingItem } from '../contract/index.ts'
import { applyEvent, foldList, type ListIntent, reuseRows, viewOf } from './offline.ts'

const at = '2026-01-01T10:00:00.000Z'
const rice: ShoppingItem = {
  id: 'rice',
  ingredientId: null,
  ingredientName: 'Rice',
  category: 'Other',
  suggestedQuantity: 4,
  unit: 'each',
  currentQuantity: 0,
  parLevel: null,
  priority: 'medium',
  reason: 'requested',
  why: 'Added by Ada',
  estimatedCost: null,
  packQuantity: null,
  instacartPrice: null,
  instacartProductId: null,
  isChecked: true,
  checkedAt: at,
  addedBy: null,
  createdAt: at,
  updatedAt: at,
  version: 2,
}
const list = viewOf({ items: [rice], aisles: [], canSendToInstacart: false })
/** Three units were added on this device under another id, which the server merged into the row. */
const added: ListIntent = { do: 'row', item: rice, isNew: true, as: { id: 'mine', quantity: 3 } }
const step = (intent: ListIntent, seq: number | null = null) => ({ intent, isShown: false, seq })
const left = (steps: Parameters<typeof foldList>[1], view = list) => foldList(view, steps).items.map((item) => item.suggestedQuantity)

test('O-1 removes a merged part once, even if its event arrives before the list is read', () => {
  const steps = [{ ...step(added, 6), isShown: true }, step({ do: 'remove', id: 'mine' }, 7)]
  expect(left(steps)).toEqual([1])
  const news = { type: 'UPDATE', item: { ...rice, suggestedQuantity: 1, version: 3 } } as const
  expect(left(steps, applyEvent(list, news, 7))).toEqual([1])
  // An event of an earlier change doesn't include it.
  expect(left(steps, applyEvent(list, { ...news, item: { ...rice, version: 3 } }, 6))).toEqual([1])
})

test('O-2 shows a row restored elsewhere as soon as its event arrives', () => {
  const gone = applyEvent(list, { type: 'DELETE', item: { ...rice, version: 3 } }, 8)
  const back = applyEvent(gone, { type: 'INSERT', item: { ...rice, version: 4 } }, 9)
  for (const intent of [
    { do: 'remove', id: rice.id },
    { do: 'put-away', ids: [rice.id] },
    { do: 'clear', ids: [rice.id] },
  ] as const) {
    expect(left([step(intent, 8)], gone)).toEqual([])
    expect(left([step(intent, 8)], back)).toEqual([4])
    // A pending removal still applies to the restored row.
    expect(left([step({ do: 'remove', id: rice.id })], back)).toEqual([])
  }
})

test('drops the usual pack once another unit or name makes it wrong', () => {
  const bought = viewOf({ items: [{ ...rice, unit: 'kg', packQuantity: 0.5 }], aisles: [], canSendToInstacart: false })
  const packAfter = (fields: Extract<ListIntent, { do: 'edit' }>['fields']) =>
    foldList(bought, [step({ do: 'edit', id: rice.id, fields })]).items[0]?.packQuantity
  expect(packAfter({ unit: 'kg', category: 'Baking' })).toBe(0.5)
  expect(packAfter({ unit: 'each' })).toBeNull()
  expect(packAfter({ ingredientName: 'Oats' })).toBeNull()
})

test('redraws a row only if something shown changed, also at the same version', () => {
  const isRedrawn = (change: Partial<ShoppingItem>) => reuseRows([rice], [{ ...rice, ...change }])[0] !== rice
  expect(isRedrawn({})).toBe(false)
  const changes: Partial<ShoppingItem>[] = [
    { version: 3 },
    { estimatedCost: 2.49 },
    { packQuantity: 0.5 },
    { currentQuantity: 1 },
    { parLevel: 6 },
    { why: 'Below its par level' },
    { isChecked: false },
    { suggestedQuantity: 5 },
  ]
  for (const change of changes) expect(isRedrawn(change), JSON.stringify(change)).toBe(true)
})
