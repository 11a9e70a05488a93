import { expect, test } from 'vitest'
import type { ShoppingItem } from '../contract/index.ts'
import { formatAsTable, formatListAsText } from './format-list.ts'
import { statsOf } from './list-figures.ts'

const item = (part: Partial<ShoppingItem>): ShoppingItem => ({
  id: '1',
  ingredientId: null,
  ingredientName: 'Milk',
  category: 'Dairy',
  suggestedQuantity: 2,
  storeIds: [],
  listId: null,
  unit: 'l',
  currentQuantity: 0,
  parLevel: null,
  priority: 'medium',
  reason: 'requested',
  why: 'Added by Ana',
  isByHand: true,
  estimatedCost: 2.5,
  packQuantity: null,
  packs: null,
  note: '',
  instacartPrice: null,
  instacartProductId: null,
  isChecked: false,
  checkedBy: null,
  checkedAt: null,
  addedBy: null,
  createdAt: '',
  updatedAt: '',
  version: 1,
  ...part,
})
const items = [
  item({}),
  item({ ingredientName: 'Rye\nbread', category: 'Bakery', unit: 'each', isChecked: true, estimatedCost: null }),
  item({ ingredientName: 'Axe', category: 'Attic', unit: 'each', suggestedQuantity: 1 }),
]

test('text is grouped by aisle with checkboxes and a total', () => {
  expect(formatListAsText({ items, stats: statsOf(items), aisles: ['Bakery', 'Dairy'] })).toBe(
    'Shopping list\n\nBakery\n[x] Rye bread, 2\n\nDairy\n[ ] Milk, 2 l\n\nAttic\n[ ] Axe, 1\n\nEstimated total: 5.00 (1 of 3 without a price)\n',
  )
  expect(formatListAsText({ items: [], stats: statsOf([]), aisles: [] })).toBe('Shopping list\n\nNo shopping list items\n')
})

test('the table has a heading, a row per item and empty unknown prices', () => {
  expect(formatAsTable({ items: items.slice(0, 2) })).toEqual([
    ['Item', 'Quantity', 'Unit', 'Category', 'Priority', 'Reason', 'Estimated cost', 'Checked', 'Why', 'Note'],
    ['Milk', 2, 'l', 'Dairy', 'medium', 'requested', '2.50', 'no', 'Added by Ana', ''],
    ['Rye\nbread', 2, 'each', 'Bakery', 'medium', 'requested', null, 'yes', 'Added by Ana', ''],
  ])
})
