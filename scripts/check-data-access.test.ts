import { expect, test } from 'vitest'
import { findProblems, type RawQuery } from './check-data-access.ts'

const lots = 'src/domains/inventory/server/store/lots.ts'
const tables = {
  'src/domains/inventory/server/tables.ts':
    'export interface InventoryTables { lots: { id: string }; ledger: { seq: number } }; export interface InventoryViews { lots: { id: string } }',
}
const check = (files: Record<string, string>, list: RawQuery[] = []) =>
  findProblems(
    Object.entries({ ...tables, ...files }).map(([path, text]) => ({ path, text })),
    list,
    new Set(['list']),
  )
const listed = { file: lots, name: 'listLots', reason: 'a page of lots', benchmark: 'list' }

test.each([
  ["const listLots = (q) => q.rows('select id from lots', [])"],
  ['const listLots = (q) => sql`select id from lots`.execute(q)'],
  ["const listLots = (q) => sql.raw('1').execute(q)"],
  ["const listLots = (database) => database.reader.db.prepare('select id from lots')"],
])('rejects raw SQL unless it is listed: %s', (text) => {
  expect(check({ [lots]: text })).toEqual([`${lots}:1 has raw SQL; use Kysely, or add it to scripts/raw-queries.json`])
  expect(check({ [lots]: text }, [listed])).toEqual([])
})

test('accepts Kysely with fragments of SQL, and raw SQL in the database folder', () => {
  expect(check({ [lots]: "on(q).selectFrom('lots').select(sql`sum(milli)`.as('milli')).where('id', '=', id)" })).toEqual([])
  expect(check({ 'src/platform/server/database/household-rows.ts': "q.rows('select 1', [])" })).toEqual([])
})

test('rejects an entry that is gone, or that lacks a reason or a benchmark', () => {
  expect(check({}, [listed])).toEqual([`scripts/raw-queries.json: ${lots}#listLots is gone; remove the entry`])
  const text = { [lots]: "const listLots = (q) => q.rows('select id from lots', [])" }
  const needs = `scripts/raw-queries.json: ${lots}#listLots needs a reason and a benchmark of bench/`
  expect(check(text, [{ ...listed, reason: '' }])).toEqual([needs])
  expect(check(text, [{ ...listed, benchmark: 'none' }])).toEqual([needs])
})

test('reads the tables of another domain only as its views declare them, and never writes them', () => {
  const path = 'src/domains/recipes/server/store/stock.ts'
  expect(check({ [path]: "on(q).selectFrom('lots as priced')" })).toEqual([])
  expect(check({ [path]: "on(q).selectFrom('recipes').innerJoin('ledger', 'a', 'b')" })).toEqual([
    `${path}:1 reads ledger, which inventory doesn’t declare in server/tables.ts`,
  ])
  expect(check({ [path]: "on(tx).deleteFrom('lots')" })).toEqual([`${path}:1 writes lots, a table of inventory`])
  expect(check({ [path]: "import type { InventoryTables } from '#domains/inventory/server/index.ts'" })).toEqual([
    `${path}:1 imports the tables of another domain; use its views`,
  ])
  const text = "const clear = (tx) => tx.rows('delete from lots where id = ?', [id])"
  expect(check({ [path]: text }, [{ ...listed, file: path, name: 'clear' }])).toEqual([`${path}:1 writes lots, a table of inventory`])
})

test('rejects a cast to HouseholdId outside the membership check', () => {
  expect(check({ [lots]: 'const id = text as HouseholdId' })).toEqual([
    `${lots}:1 casts to HouseholdId; take the id from a stored row or the membership check`,
  ])
  expect(check({ 'src/domains/households/server/use-cases/household-id.ts': 'const id = text as HouseholdId' })).toEqual([])
})
