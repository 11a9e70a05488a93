import { expect, test } from 'vitest'
import { localTable } from '#platform/shared/local-tables.ts'
import { HouseholdTables, type TablesUpdate } from './household-tables.ts'
import { pendingRowChange, type RowIntent } from './pending-row-change.ts'

interface Named {
  id: string
  name: string
  place: number
  createdAt: string
}
const table = localTable<Named>('named')
const named = (id: string, name: string, place: number): Named => ({ id, name, place, createdAt: '2026-01-01T10:00:00.000Z' })
const [market, bakery] = [named('market', 'Market', 0), named('bakery', 'Bakery', 1)]

function after(rows: readonly Named[], ...intents: RowIntent<Named>[]): readonly Named[] {
  const tables = new HouseholdTables()
  const changes: TablesUpdate[] = intents.map((intent) => pendingRowChange(table)({ intent }))
  tables.replace({ [table.name]: rows }, changes)
  return tables.rows(table)
}

test('rows are added, changed field by field, removed and brought back before the server knows', () => {
  expect(after([market], { id: 'bakery', to: bakery })).toEqual([market, bakery])
  expect(after([market], { id: 'market', to: { name: 'Hall' } }, { id: 'market', to: { place: 3 } })).toEqual([
    { ...market, name: 'Hall', place: 3 },
  ])
  expect(after([market, bakery], { id: 'market', to: null })).toEqual([bakery])
  expect(after([bakery, market], { id: 'market', to: null }, { id: 'market', to: market })).toHaveLength(2)
})

test('a change of a row that someone else removed brings nothing back', () => {
  expect(after([bakery], { id: 'market', to: { name: 'Hall' } })).toEqual([bakery])
})
