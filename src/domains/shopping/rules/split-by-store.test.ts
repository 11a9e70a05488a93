import { expect, test } from 'vitest'
import type { Store } from '#domains/stores/contract.ts'
import type { ShoppingItem } from '../contract/index.ts'
import { splitByStore } from './split-by-store.ts'

const store = (id: string, arranged: string[] = []): Store => ({
  id,
  name: id,
  place: 0,
  aisles: { arranged, pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const row = (id: string, category: string, storeIds: string[] = [], isChecked = false) =>
  ({ id, category, storeIds, isChecked, ingredientName: id, createdAt: '' }) as unknown as ShoppingItem
const ids = (items: readonly ShoppingItem[]) => items.map(({ id }) => id)

const [market, bakery] = [store('market', ['Dairy', 'Bakery']), store('bakery')]
const aisles = ['Bakery', 'Dairy']
const items = [
  row('bread', 'Bakery', ['bakery']),
  row('rolls', 'Bakery'),
  row('cake', 'Bakery', ['bakery'], true),
  row('milk', 'Dairy', ['market']),
]

test('shows what is bought here or anywhere in the store’s order, the rest apart', () => {
  const { here, elsewhere } = splitByStore(items, aisles, market, [market, bakery])
  expect(ids(here)).toEqual(['milk', 'cake', 'rolls'])
  expect(ids(elsewhere)).toEqual(['bread'])
})

test('shows everything while the store is unknown, and what was for a removed store everywhere', () => {
  expect(splitByStore(items, aisles, null, [market, bakery])).toEqual({ here: items, elsewhere: [] })
  expect(ids(splitByStore(items, aisles, market, [market]).here)).toContain('bread')
})
