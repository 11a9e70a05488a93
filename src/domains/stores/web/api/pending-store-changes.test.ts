import { expect, test } from 'vitest'
import { HouseholdTables, type TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { Store } from '../../contract.ts'
import { storeTable } from '../../rules/local-stores.ts'
import { type StoreIntent, storeChange } from './pending-store-changes.ts'

const store = (id: string, name: string, place: number): Store => ({
  id,
  name,
  place,
  aisles: { arranged: [], pairs: [] },
  createdAt: '2026-01-01T10:00:00.000Z',
  version: 1,
})
const [market, bakery] = [store('market', 'Market', 0), store('bakery', 'Bakery', 1)]
const after = (rows: readonly Store[], ...intents: StoreIntent[]): readonly Store[] => {
  const tables = new HouseholdTables()
  const changes: TablesUpdate[] = intents.map((intent) => storeChange({ intent }))
  tables.replace({ [storeTable.name]: rows }, changes)
  return tables.rows(storeTable)
}

test('stores are added, changed field by field, removed and brought back before the server knows', () => {
  expect(after([market], { id: 'bakery', to: bakery })).toEqual([market, bakery])
  expect(after([market], { id: 'market', to: { name: 'Hall' } }, { id: 'market', to: { place: 3 } })).toEqual([
    { ...market, name: 'Hall', place: 3 },
  ])
  expect(after([market, bakery], { id: 'market', to: null })).toEqual([bakery])
  expect(after([bakery, market], { id: 'market', to: null }, { id: 'market', to: market })).toHaveLength(2)
})

test('a change of a store that someone else removed brings nothing back', () => {
  expect(after([bakery], { id: 'market', to: { name: 'Hall' } })).toEqual([bakery])
})
