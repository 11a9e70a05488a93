import { expect, it } from 'vitest'
import { maxJournalRows, readJournal } from './read-grocy-journal.ts'

const row = (id: number, transaction_type: string, amount: number, more = {}) => ({
  id,
  product_id: 1,
  stock_id: 'a',
  transaction_type,
  amount,
  undone: 0,
  spoiled: 0,
  row_created_timestamp: '2026-05-04 20:00:00',
  ...more,
})
const movementsIn = (...rows: ReturnType<typeof row>[]) => readJournal(rows).get('a')?.movements

it.each([
  ['a use', row(1, 'consume', -2, { used_date: '2026-05-03' }), [{ kind: 'use', count: 2, on: '2026-05-03' }]],
  ['a use without its day', row(1, 'consume', -2), [{ kind: 'use', count: 2, on: '2026-05-04' }]],
  ['what spoiled', row(1, 'consume', -2, { spoiled: 1 }), [{ kind: 'discard', reason: 'spoiled', count: 2, on: '2026-05-04' }]],
  ['what a stock count misses', row(1, 'inventory-correction', -2), [{ kind: 'correct', count: 2, on: '2026-05-04' }]],
  ['what a stock count finds', row(1, 'inventory-correction', 2), []],
  ['a purchase', row(1, 'purchase', 2), []],
  ['what was cooked', row(1, 'self-production', 2), []],
  ['a move', row(1, 'transfer_from', -2), []],
  ['opening', row(1, 'product-opened', 2), []],
  ['what was undone', row(1, 'consume', -2, { undone: 1 }), undefined],
  ['what has no stock entry', row(1, 'consume', -2, { stock_id: '' }), undefined],
])('reads %s', (_, logged, movements) => {
  expect(movementsIn(logged)).toEqual(movements)
})

it('reads an edit as a correction if it takes something away', () => {
  expect(movementsIn(row(1, 'stock-edit-old', 5), row(2, 'stock-edit-new', 3))).toEqual([{ kind: 'correct', count: 2, on: '2026-05-04' }])
  expect(movementsIn(row(1, 'stock-edit-old', 5), row(2, 'stock-edit-new', 7))).toEqual([])
  expect(movementsIn(row(2, 'stock-edit-new', 7))).toEqual([])
})

it('takes the newest price, date and store of an entry, in whatever order its rows are', () => {
  const entry = readJournal([
    row(3, 'consume', -1, { price: 3, shopping_location_id: null, purchased_date: '2026-05-09' }),
    row(1, 'purchase', 2, { price: 2, shopping_location_id: 7, purchased_date: '2026-05-01' }),
    row(2, 'stock-edit-new', 2, { price: 3, shopping_location_id: '' }),
  ]).get('a')
  expect(entry).toMatchObject({ productId: '1', boughtOn: '2026-05-01', row: { price: 3, shopping_location_id: 7 } })
})

it('reads the newest rows if there are too many', () => {
  const rows = Array.from({ length: maxJournalRows + 1 }, (_, id) => row(id, 'consume', -1, { stock_id: `s${id}` }))
  const entries = readJournal(rows)
  expect([entries.size, entries.has('s0'), entries.has('s1')]).toEqual([maxJournalRows, false, true])
})
