import pg from 'pg'
import { expect, it, vi } from 'vitest'
import { tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { recordStatements } from '#tests/support/database/statements.ts'
import { speaksJson } from '#tests/support/server/requests.ts'
import { createServerAdmin, seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'
import * as columns from './columns.ts'
import { inspect, readsFirst } from './inspector.ts'

vi.setConfig({ testTimeout: 600_000 })

const testApp = useSeededApp()

/** Returns the tables that SQLite's plan scans. A part of the statement (a subquery, a list of values) isn't a table. */
async function wholeInSqlite(text: string, tables: ReadonlySet<string>): Promise<string[]> {
  const named = new Map<string, string>()
  for (const [, table = '', name] of text.replaceAll('"', '').matchAll(/\b(?:from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)) {
    if (!tables.has(table)) continue
    named.set(table, table)
    if (name) named.set(name, table)
  }
  const plan = await asOwner<{ detail: string }>(testApp().server.database, `explain query plan ${text}`)
  return plan.flatMap(({ detail }) => named.get(/^SCAN (\w+)/.exec(detail)?.[1] ?? '') ?? [])
}

/** Indexes of few rows, which PostgreSQL scans while nearly empty, though it could use the key. */
const small = ['lots_shared', 'circle_households_by_circle']

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** A connection as the owner that plans without parameter values. */
async function plannerOf(url: string | null): Promise<pg.Client> {
  const owner = new pg.Client({ connectionString: url ?? '' })
  await owner.connect()
  const off = ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set enable_${way} = off`).join('; ')
  await owner.query(`set plan_cache_mode = force_generic_plan; ${off}`)
  return owner
}

/** The same for PostgreSQL, which avoids scans here for any number of rows and any values. */
async function wholeInPostgres(owner: pg.Client, text: string): Promise<string[]> {
  let count = 0
  const numbered = text.replace(/'[^']*'|\?/g, (part) => (part === '?' ? `$${++count}` : part))
  const given = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`
  await owner.query(`prepare asked as ${numbered}`)
  const { rows } = await owner.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (format json) execute asked${given}`)
  await owner.query('deallocate asked')
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  const scanned: string[] = []
  const look = (node: PlanNode) => {
    const isByIndex = node['Index Name'] !== undefined && node['Index Cond'] !== undefined
    if (node['Node Type'] === 'Seq Scan' || (node['Index Name'] !== undefined && !isByIndex && !small.includes(node['Index Name'])))
      scanned.push(node['Relation Name'] ?? node['Index Name'] ?? '')
    for (const part of node.Plans ?? []) look(part)
  }
  if (plan) look(plan)
  return scanned
}

it('L-4: no statement of any route, or of its background work, scans a table', async () => {
  const { server } = testApp()
  const { database } = server
  const texts = new Set<string>()
  recordStatements(database, (text) => texts.add(text))
  const inspector = inspect({ app: server.app, testApp: testApp(), seeded: seededHouseholdsOf(testApp()) })
  const rows = readsFirst(server.routes.map(({ endpoint }) => endpoint).filter(speaksJson))
  for (const column of [columns.members, columns.administrators(await createServerAdmin(testApp())), columns.publicRoutes])
    await column(inspector, rows)
  await server.jobs.settle()

  // The same statement with a list of another length.
  const statements = new Map([...texts].map((text) => [text.replace(/(\((?:\?, )*\?\)), (\((?:\?, )*\?\)(?:, )?)+/g, '$1'), text]))
  const tables = new Set(await tablesOf(database))
  const owner = database.engine === 'sqlite' ? null : await plannerOf(testApp().config.databaseUrl)
  const scanned = async (text: string) => (owner === null ? wholeInSqlite(text, tables) : wholeInPostgres(owner, text))
  const found: string[] = []
  for (const text of statements.values()) for (const table of await scanned(text)) found.push(`${table}: ${text}`)
  process.stdout.write(`plans: ${statements.size} statements looked at\n`)
  expect(found).toEqual([])
  expect(statements.size).toBeGreaterThan(200)
  // The check finds a statement without an index.
  expect(await scanned('select id from lots where location = ?')).toEqual(['lots'])
  await owner?.end()
})
