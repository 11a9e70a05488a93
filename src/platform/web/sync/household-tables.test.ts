import { expect, test } from 'vitest'
import { localTable } from '#platform/shared/local-tables.ts'
import { HouseholdTables, joinDeltas, type TablesUpdate } from './household-tables.ts'
import { readFrames, signalOf } from './sync-frames.ts'

interface Jar {
  id: string
  quantity: number
  shelf: string
}
const jars = localTable<Jar>('jars')
const jar = (id: string, quantity: number, shelf = 'top'): Jar => ({ id, quantity, shelf })
const takeOne: TablesUpdate = (draft) => {
  const row = draft.get(jars, 'a')
  if (row && row.quantity > 1) draft.put(jars, { ...row, quantity: row.quantity - 1 })
  else draft.remove(jars, 'a')
}

test('pending changes apply to the newest row and leave no trace when they end', () => {
  const tables = new HouseholdTables()
  tables.replace({ jars: [jar('a', 5), jar('b', 1, 'low')] })
  expect(tables.sorted(jars, 'shelf').map(({ id }) => id)).toEqual(['b', 'a'])
  expect(tables.grouped(jars, 'shelf').get('top')?.size).toBe(1)
  tables.setPending([takeOne])
  expect(tables.get(jars, 'a')?.quantity).toBe(4)
  tables.receive({ jars: { rows: [jar('a', 1, 'attic')], removed: ['b'] } })
  expect(tables.rows(jars)).toEqual([])
  expect(tables.sorted(jars, 'shelf')).toEqual([])
  tables.receive({ jars: { rows: [jar('a', 3)], removed: [] } }, [])
  expect(tables.sorted(jars, 'shelf')).toEqual([jar('a', 3)])
  expect([...tables.grouped(jars, 'shelf').keys()]).toEqual(['top'])
})

test('names the tables whose rows changed, once, and keeps lists of the others', () => {
  const tables = new HouseholdTables()
  tables.replace({ jars: [jar('a', 5)], lids: [{ id: 'l' }] })
  const lids = tables.rows(localTable('lids'))
  const told: string[][] = []
  tables.watch((changed) => told.push([...changed]))
  tables.receive({ jars: { rows: [jar('c', 1)], removed: [], isWhole: true }, lids: { rows: [], removed: ['other'] } })
  expect(told).toEqual([['jars']])
  expect(tables.rows(jars)).toEqual([jar('c', 1)])
  expect(tables.rows(localTable('lids'))).toBe(lids)
})

test('keeps rows that come again unchanged, and notifies no watcher', () => {
  const tables = new HouseholdTables()
  tables.replace({ jars: [jar('a', 5), jar('b', 1)] }, [takeOne])
  const [pending, received] = [tables.get(jars, 'a'), tables.get(jars, 'b')]
  const told: string[][] = []
  tables.watch((changed) => told.push([...changed]))
  tables.setPending([takeOne])
  tables.receive({ jars: { rows: [jar('b', 1)], removed: [] } })
  expect(tables.get(jars, 'a')).toBe(pending)
  expect(tables.get(jars, 'b')).toBe(received)
  tables.receive({ jars: { rows: [jar('a', 4)], removed: [] } }, [])
  expect(tables.get(jars, 'a')).toBe(pending)
  expect(told).toEqual([])
  tables.setPending([takeOne, takeOne])
  expect(tables.get(jars, 'a')).toEqual(jar('a', 2))
  expect(told).toEqual([['jars']])
})

test('keeps a group as it is until one of its rows changes', () => {
  const tables = new HouseholdTables()
  tables.replace({ jars: [jar('a', 5), jar('b', 1, 'low'), jar('c', 2, 'low')] })
  const groups = () => ['top', 'low'].map((shelf) => tables.grouped(jars, 'shelf').get(shelf))
  const [top, low] = groups()
  tables.receive({ jars: { rows: [jar('b', 2, 'low'), jar('c', 3, 'low')], removed: [] } })
  expect(groups()[0]).toBe(top)
  expect(groups()[1]).not.toBe(low)
  expect([...(low?.values() ?? [])].map(({ quantity }) => quantity)).toEqual([1, 2])
  expect([...(groups()[1]?.values() ?? [])].map(({ quantity }) => quantity)).toEqual([2, 3])
})

async function* lines(...frames: object[]) {
  for (const frame of frames) yield JSON.stringify(frame)
}
const begin = { type: 'begin', seq: 3, epoch: 'e', isSnapshot: true }
const columns = { type: 'columns', table: 'jars', columns: { id: ['a', 'b'], quantity: [5, 1], shelf: ['top', 'low'] } }

test('reads a response by rows and by columns', async () => {
  const pulled = await readFrames(lines(begin, columns, { type: 'end', seq: 3, own: 'o' }))
  expect(pulled).toEqual({
    position: { seq: 3, epoch: 'e', own: 'o' },
    isSnapshot: true,
    delta: { jars: { rows: [jar('a', 5), jar('b', 1, 'low')], removed: [], isWhole: false } },
  })
})

test('refuses a response that ends early or has an unknown frame', async () => {
  await expect(readFrames(lines(begin, columns))).rejects.toThrow('incomplete')
  await expect(readFrames(lines(begin, { type: 'hotel' }, { type: 'end', seq: 3, own: 'o' }))).rejects.toThrow('incomplete')
  await expect(readFrames(lines({ type: 'end', seq: 3, own: 'o' }))).rejects.toThrow('incomplete')
})

test('asks for the rows if a signal has none', () => {
  const rows = [{ type: 'rows', table: 'jars', rows: [jar('a', 2)], removed: ['b'], isWhole: false }]
  expect(signalOf({ since: 1, seq: 2, rows })?.delta).toEqual({ jars: { rows: [jar('a', 2)], removed: ['b'], isWhole: false } })
  expect(signalOf({ since: 1, seq: 2, rows: null })).toEqual({ since: 1, seq: 2, delta: null })
  expect(signalOf({ since: 1, seq: 2, rows: [{ type: 'rows', table: 'jars', rows: [{}], removed: [] }] })?.delta).toBeNull()
  expect(signalOf('hello')).toBeNull()
})

test('joins two deltas to one that does the same', () => {
  const first = { jars: { rows: [jar('a', 1), jar('b', 1)], removed: ['c'] }, lids: { rows: [{ id: 'l' }], removed: [] } }
  const second = { jars: { rows: [jar('a', 2), jar('c', 3)], removed: ['b'] }, lids: { rows: [], removed: [], isWhole: true } }
  const [apart, joined] = [new HouseholdTables(), new HouseholdTables()]
  for (const tables of [apart, joined]) tables.replace({ jars: [jar('b', 7), jar('c', 7), jar('d', 7)], lids: [{ id: 'k' }] })
  apart.receive(first)
  apart.receive(second)
  joined.receive(joinDeltas(first, second))
  const sorted = (tables: HouseholdTables) => tables.rows(jars).toSorted((x, y) => (x.id < y.id ? -1 : 1))
  expect(sorted(apart)).toEqual([jar('a', 2), jar('c', 3), jar('d', 7)])
  expect(sorted(joined)).toEqual(sorted(apart))
  expect(joined.rows(localTable('lids'))).toEqual([])
})

test('tells pending changes which rows the server removed, also by a snapshot', () => {
  const removed: string[][] = []
  const note: TablesUpdate = (draft) => void removed.push(['a', 'b', 'c', 'd'].filter((id) => draft.wasRemoved(jars, id)))
  const tables = new HouseholdTables()
  tables.replace({ jars: [jar('a', 5), jar('b', 1), jar('c', 1)] }, [note])
  tables.receive({ jars: { rows: [], removed: ['a', 'd'] } })
  tables.replace({ jars: [jar('b', 1)] })
  expect(removed).toEqual([[], ['a'], ['a', 'c']])
})
