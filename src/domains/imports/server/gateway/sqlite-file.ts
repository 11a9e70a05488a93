import { constants, DatabaseSync } from 'node:sqlite'
import { type Grocy, type GrocyTable, grocyTables } from '../../rules/grocy.ts'
import { Unreadable } from '../../rules/plan.ts'
import type { TableRow } from '../../rules/read-value.ts'

const magic = 'SQLite format 3\0'
export const isSqlite = (bytes: Uint8Array): boolean =>
  bytes.length > 100 && Buffer.from(bytes.subarray(0, 16)).toString('latin1') === magic

/** Rows of one table, at most. */
const maxRows = 40_000
const longestText = 100_000

/**
 * The tables of a grocy database that a stranger may have made. It stays in memory, and nothing of it is run: no view, no trigger, no virtual
 * table, no computed column; only columns of real tables are read. Throws `Unreadable`. Whoever calls it does so in a process that can be
 * ended, for a file can be made so that SQLite does not come back. `until`: as `performance.now()`.
 */
export function readGrocyFile(input: Uint8Array, until: number): Grocy {
  const bytes = new Uint8Array(input)
  // A file that was copied without its write-ahead log: what stands in it is whole, and it is read as it stands.
  if (bytes[18] === 2 && bytes[19] === 2) bytes.fill(1, 18, 20)
  const limits = { length: 8_000_000, sqlLength: 1_000_000, column: 200, exprDepth: 50, attach: 0, triggerDepth: 1, variableNumber: 10 }
  const database = new DatabaseSync(':memory:', { allowExtension: false, defensive: true, limits })
  try {
    database.deserialize(bytes)
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on')
    database.setAuthorizer((action, first) => (isAllowed(action, first) ? constants.SQLITE_OK : constants.SQLITE_DENY))
    return readTables(database, until)
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable(isOutOfRoom(error) ? 'too_large' : 'damaged')
  } finally {
    database.close()
  }
}

/** SQLite's own codes for no memory, and for more in one cell than the limit above. */
const isOutOfRoom = (error: unknown) => error instanceof Error && 'errcode' in error && (error.errcode === 7 || error.errcode === 18)

const named = new Set<string | null>([...Object.keys(grocyTables), 'sqlite_master', 'sqlite_schema'])
function isAllowed(action: number, first: string | null): boolean {
  if (action === constants.SQLITE_SELECT) return true
  if (action === constants.SQLITE_READ) return named.has(first)
  return action === constants.SQLITE_PRAGMA && first === 'table_xinfo'
}

function readTables(database: DatabaseSync, until: number): Grocy {
  const real = new Set(
    database
      .prepare(`select name, sql from sqlite_schema where type = 'table' limit 2000`)
      .all()
      .filter(({ sql }) => typeof sql === 'string' && /^\s*create\s+table\b/i.test(sql))
      .map(({ name }) => String(name)),
  )
  if (!real.has('products') || !real.has('stock')) throw new Unreadable('not_known')
  const tables = Object.entries(grocyTables).map(([table, columns]) => [
    table,
    real.has(table) ? rowsOf(database, table, columns, until) : [],
  ])
  return Object.fromEntries(tables) as Record<GrocyTable, TableRow[]>
}

function rowsOf(database: DatabaseSync, table: string, wanted: string, until: number): TableRow[] {
  // Hidden ones are computed by what the file says.
  const there = new Set(
    database
      .prepare(`pragma table_xinfo("${table}")`)
      .all()
      .filter(({ hidden }) => hidden === 0)
      .map(({ name }) => String(name)),
  )
  const columns = wanted.split(' ').filter((column) => there.has(column))
  if (columns.length === 0) return []
  const rows: TableRow[] = []
  for (const row of database.prepare(`select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"`).iterate()) {
    if (rows.length >= maxRows) throw new Unreadable('too_many')
    if (performance.now() > until) throw new Unreadable('too_slow')
    rows.push(Object.fromEntries(columns.map((column) => [column, shortened(row[column])])))
  }
  return rows
}

const shortened = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, longestText) : typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null
