import { expect, test } from 'vitest'
import type { ShoppingItem } from '../contract/index.ts'
import { amountsToBuy, groupSameItems, partsOf } from './group-same-items.ts'

const row = (name: string, part: Partial<ShoppingItem> = {}): ShoppingItem => ({
  id: `${name} ${JSON.stringify(part)}`,
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
  createdAt: '2026-01-01T10:00:00.000Z',
  updatedAt: '2026-01-01T10:00:00.000Z',
  version: 1,
  ...part,
})

const amounts = (items: Parameters<typeof groupSameItems>[0]) =>
  groupSameItems(items).map((item) => [
    item.ingredientName,
    ...amountsToBuy(item).map(({ suggestedQuantity, unit }) => `${suggestedQuantity} ${unit}`),
  ])

const generated = { reason: 'low_stock', why: '500 ml left; minimum 3 l', addedBy: null } as const

test('a typed and a generated row of one food are one, with their sum', () => {
  const typed = row('Milk', { suggestedQuantity: 2, unit: 'l', note: 'fresh', estimatedCost: 2.5 })
  const low = row('milk', { suggestedQuantity: 500, unit: 'ml', ...generated, priority: 'high', note: 'organic', estimatedCost: 0.7 })
  const [milk, ...others] = groupSameItems([low, typed])
  if (!milk) throw new Error('nothing is shown')
  expect(others).toEqual([])
  expect(partsOf(milk)).toEqual([typed, low])
  expect(milk).toMatchObject({
    id: typed.id,
    ingredientName: 'Milk',
    priority: 'high',
    note: 'fresh; organic',
    estimatedCost: 3.2,
    isChecked: false,
  })
  expect(amounts([low, typed])).toEqual([['Milk', '2.5 l']])
})

test('units that differ stand side by side', () => {
  const [spoon, grams] = [row('Sugar', { suggestedQuantity: 1, unit: 'tbsp' }), row('Sugar', { suggestedQuantity: 400, unit: 'g' })]
  expect(amounts([spoon, grams])[0]?.toSorted()).toEqual(['1 tbsp', '400 g', 'Sugar'])
  const [bottles, liters] = [row('Oil', { suggestedQuantity: 2, note: 'bottles' }), row('Oil', { suggestedQuantity: 1 })]
  expect(amounts([bottles, liters])[0]?.toSorted()).toEqual(['1 each', '2 each', 'Oil'])
})

test('what no store sells adds nothing', () => {
  const recipe = row('Sugar', { suggestedQuantity: 1, unit: 'tbsp', why: 'For Pancakes', isByHand: false })
  expect(amounts([recipe, row('Sugar', { suggestedQuantity: 400, unit: 'g' })])).toEqual([['Sugar', '400 g']])
  expect(amounts([recipe])).toEqual([['Sugar']])
})

test('packs of one size are counted', () => {
  const can = { quantity: 400, unit: 'g', name: 'can' } as const
  const of = (count: number) => row('Corn', { suggestedQuantity: 400 * count, unit: 'g', packs: { count, ...can } })
  const [corn] = groupSameItems([of(1), of(2)])
  expect(corn && amountsToBuy(corn)).toMatchObject([{ suggestedQuantity: 1200, packs: { count: 3, ...can } }])
})

test('different ingredients stay apart, also if they have one name', () => {
  const rows = [row('Milk', { ingredientId: 'a' }), row('Milk', { ingredientId: 'b' }), row('Bread')]
  expect(groupSameItems(rows)).toBe(rows)
})

test('one is checked once all of its rows are', () => {
  const [open, done] = [row('Milk'), row('Milk', { isChecked: true })]
  expect(groupSameItems([open, done]).map(({ isChecked }) => isChecked)).toEqual([false])
  expect(groupSameItems([done, { ...done, id: 'other' }]).map(({ isChecked }) => isChecked)).toEqual([true])
})
