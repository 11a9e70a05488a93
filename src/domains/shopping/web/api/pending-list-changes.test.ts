import { expect, test } from 'vitest'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { HouseholdTables } from '#platform/web/sync/household-tables.ts'
import { ingredient } from '#tests/support/data/api-samples.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import type { ListIntent } from '../../rules/list-intent.ts'
import { type ListRow, localList, shoppingRowTable } from '../../rules/local-list.ts'
import { listChange, withPendingChanges } from './pending-list-changes.ts'

const at = '2026-01-01T10:00:00.000Z'
const rice: ListRow = {
  id: 'rice',
  ingredientId: null,
  ingredientName: 'Rice',
  category: 'Other',
  suggestedQuantity: 4,
  unit: 'each',
  priority: 'medium',
  reason: 'requested',
  cause: null,
  isChecked: true,
  checkedBy: 'ana',
  checkedAt: at,
  addedBy: null,
  createdAt: at,
  updatedAt: at,
  version: 2,
}
const item: ShoppingItem = {
  ...rice,
  checkedBy: rice.checkedBy ?? null,
  currentQuantity: 0,
  parLevel: null,
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
  addedBy: { firstName: 'Ada', lastName: 'Cook' },
}
/** Three units were added on this device under another id, which the server merged into the row. */
const added: ListIntent = { do: 'row', item, isNew: true, as: { id: 'mine', quantity: 3 } }
/** Adds tea on this device. */
const tea: ListIntent = {
  do: 'add',
  id: 'tea',
  name: 'Tea',
  ingredientId: null,
  quantity: null,
  unit: null,
  category: 'Beverages',
  priority: 'medium',
  at,
}
const change = (intent: ListIntent, isRead = false) => listChange({ intent, user: 'ada' }, isRead)

const onParty: ListRow = { ...rice, id: 'party rice', isChecked: false, suggestedQuantity: 1, listId: 'party' }
const openRice: ListRow = { ...rice, isChecked: false }
const amounts = (tables: HouseholdTables) =>
  tables
    .rows(shoppingRowTable)
    .map(({ id, suggestedQuantity, listId }) => `${id} ${suggestedQuantity} ${listId ?? 'default'}`)
    .toSorted()

test('a row that moves to a list with the same thing grows that row, and comes back', () => {
  const move: ListIntent = { do: 'edit', id: 'rice', fields: { listId: 'party' } }
  const rows = [openRice, onParty]
  expect(amounts(tablesWith(rows, [move]))).toEqual(['party rice 5 party'])
  const plus: ListIntent = { do: 'quantity', id: 'rice', to: 6, was: 5 }
  expect(amounts(tablesWith(rows, [move, plus]))).toEqual(['party rice 6 party'])
  const back: ListIntent = { do: 'move-back', item: { ...item, isChecked: false } }
  expect(amounts(tablesWith(rows, [move, back]))).toEqual(['party rice 1 party', 'rice 4 default'])
})

test('a row that moves by the id that it was added with leaves on its list what others have there', () => {
  const add: ListIntent = { ...tea, id: 'mine', name: 'Rice', quantity: 3 }
  const move: ListIntent = { do: 'edit', id: 'mine', fields: { listId: 'party' } }
  expect(amounts(tablesWith([openRice], [add, move]))).toEqual(['mine 3 party', 'rice 4 default'])
  expect(amounts(tablesWith([openRice, onParty], [add, move]))).toEqual(['party rice 4 party', 'rice 4 default'])
  const remove: ListIntent = { do: 'remove', id: 'mine' }
  expect(amounts(tablesWith([openRice, onParty], [add, move, remove]))).toEqual(['party rice 1 party', 'rice 4 default'])
})

function tablesWith(rows: readonly ListRow[], intents: readonly ListIntent[] = []): HouseholdTables {
  const tables = new HouseholdTables()
  tables.replace(
    { [shoppingRowTable.name]: rows },
    intents.map((intent) => change(intent)),
  )
  return tables
}
const received = (...rows: ListRow[]) => ({ [shoppingRowTable.name]: { rows, removed: [] } })
const shown = (tables: HouseholdTables) => tables.rows(shoppingRowTable).map(({ id, suggestedQuantity }) => [id, suggestedQuantity])

test('O-1 removes a merged part once, before and after the copy includes the addition', () => {
  const before = { ...rice, suggestedQuantity: 1, version: 1 }
  const remove: ListIntent = { do: 'remove', id: 'mine' }
  const add: ListIntent = { ...tea, id: 'mine', name: 'Rice', quantity: 3 }
  const open = { ...before, isChecked: false }
  expect(shown(tablesWith([open], [add]))).toEqual([['rice', 4]])
  expect(shown(tablesWith([open], [add, remove]))).toEqual([['rice', 1]])
  expect(shown(tablesWith([before], [added]))).toEqual([['rice', 4]])
  expect(shown(tablesWith([before], [added, remove]))).toEqual([['rice', 1]])
  const read = tablesWith([rice])
  read.setPending([change(added, true), change(remove)])
  expect(shown(read)).toEqual([['rice', 1]])
  read.receive(received({ ...rice, suggestedQuantity: 1, version: 3 }), [change(added, true)])
  expect(shown(read)).toEqual([['rice', 1]])
})

test('O-2 never brings back a row that the copy no longer has', () => {
  const gone: readonly ListIntent[] = [
    { do: 'check', id: 'rice', isChecked: false, at },
    { do: 'quantity', id: 'rice', to: 5, was: 4 },
    { do: 'edit', id: 'rice', fields: { category: 'Grains' } },
    { do: 'row', item },
    { do: 'gone', id: 'rice' },
  ]
  expect(shown(tablesWith([], gone))).toEqual([])
  for (const intent of [
    { do: 'remove', id: rice.id },
    { do: 'put-away', ids: [rice.id] },
    { do: 'clear', ids: [rice.id] },
  ] as const) {
    expect(shown(tablesWith([rice], [intent]))).toEqual([])
    expect(shown(tablesWith([rice], [intent, { do: 'restore', items: [item] }]))).toEqual([['rice', 4]])
  }
  expect(shown(tablesWith([{ ...rice, isChecked: false }], [{ do: 'clear', ids: [rice.id] }]))).toEqual([['rice', 4]])
})

test('O-2 shows no addition whose row the server has created and another person has deleted', () => {
  const tables = tablesWith([])
  tables.receive(received({ ...rice, id: 'tea', ingredientName: 'Tea' }), [change(tea)])
  expect(shown(tables)).toEqual([['tea', 4]])
  tables.receive({ [shoppingRowTable.name]: { rows: [], removed: ['tea'] } })
  expect(shown(tables)).toEqual([])
})

test('adds to what another person changed meanwhile, and ignores what a later release stored', () => {
  expect(shown(tablesWith([rice], [{ do: 'quantity', id: 'rice', to: 6, was: 3 }]))).toEqual([['rice', 7]])
  expect(shown(tablesWith([rice], [{ do: 'later' } as never, null as never]))).toEqual([['rice', 4]])
})

test('a quantity from another store changes the stores of the row too', () => {
  const [row] = tablesWith([rice], [{ do: 'quantity', id: 'rice', to: 6, was: 4, storeIds: ['aldi'] }]).rows(shoppingRowTable)
  expect(row).toMatchObject({ suggestedQuantity: 6, storeIds: ['aldi'] })
})

test('drops the usual pack once another unit or name makes it wrong', () => {
  const grain = ingredient({ name: 'Rice' })
  const packAfter = (fields: Extract<ListIntent, { do: 'edit' }>['fields']) => {
    const tables = tablesWith([{ ...rice, unit: 'kg', ingredientId: grain.id }], [{ do: 'edit', id: rice.id, fields }])
    const prices = [{ id: grain.id, price: 2, quantity: 500, unit: 'g' }]
    tables.receive({ [ingredientTable.name]: { rows: [grain], removed: [] }, prices: { rows: prices, removed: [] } })
    return localList(tables, '2026-01-01').items[0]?.packQuantity
  }
  expect(packAfter({ unit: 'kg', category: 'Baking' })).toBe(0.5)
  expect(packAfter({ unit: 'each' })).toBeNull()
  expect(packAfter({ ingredientName: 'Oats' })).toBeNull()
})

test('keeps the object of a row until something shown of it changes', () => {
  const tables = tablesWith([rice, { ...rice, id: 'oats', ingredientName: 'Oats' }])
  const items = () => new Map(localList(tables, '2026-01-01').items.map((one) => [one.id, one]))
  const before = items()
  tables.receive(received({ ...rice, version: 3, isChecked: false }))
  expect([items().get('oats') === before.get('oats'), items().get('rice') === before.get('rice')]).toEqual([true, false])
})

test('shows an addition on a list that the server sent', () => {
  expect(withPendingChanges([item], [change(tea)])).toMatchObject([item, { id: 'tea', suggestedQuantity: 1, unit: 'each', addedBy: null }])
})
