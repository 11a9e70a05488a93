import { constants, DatabaseSync } from 'node:sqlite'
import { UnreadableFileError } from '../../rules/import-plan.ts'
import type { TableRow } from '../../rules/parse-cell.ts'
import { type GrocyData, type GrocyTable, grocyTables } from '../../rules/plan-from-grocy.ts'
import { maxJournalRows } from '../../rules/read-grocy-journal.ts'

const magic = 'SQLite format 3\0'
export const isSqlite = (bytes: Uint8Array): boolean =>
  bytes.length > 100 && Buffer.from(bytes.subarray(0, 16)).toString('latin1') === magic

const maxRows = 40_000
const maxTextLength = 100_000

/**
 * Reads the tables of an untrusted grocy database in memory. Reads only stored columns of real tables, so no view, trigger, virtual table
 * or computed column runs. Throws `UnreadableFileError`, `too_slow` after `until` (a `performance.now()` time). Call it in a child process: a
 * crafted file can make SQLite hang.
 */
export function readGrocyFile(input: Uint8Array, until: number): GrocyData {
  const bytes = new Uint8Array(input)
  // Clears the WAL flag, because an in-memory database can't use WAL mode.
  if (bytes[18] === 2 && bytes[19] === 2) bytes.fill(1, 18, 20)
  const limits = { length: 8_000_000, sqlLength: 1_000_000, column: 200, exprDepth: 50, attach: 0, triggerDepth: 1, variableNumber: 10 }
  const database = new DatabaseSync(':memory:', { allowExtension: false, defensive: true, limits })
  try {
    database.deserialize(bytes)
    database.exec('pragma trusted_schema = off; pragma cell_size_check = on; pragma query_only = on')
    database.setAuthorizer((action, first) => (isAllowed(action, first) ? constants.SQLITE_OK : constants.SQLITE_DENY))
    return readTables(database, until)
  } catch (error) {
    throw error instanceof UnreadableFileError ? error : new UnreadableFileError(isOutOfMemory(error) ? 'too_large' : 'damaged')
  } finally {
    database.close()
  }
}

/** SQLITE_NOMEM, or SQLITE_TOOBIG if a cell exceeds `limits.length`. */
const isOutOfMemory = (error: unknown) => error instanceof Error && 'errcode' in error && (error.errcode === 7 || error.errcode === 18)

const readableTables = new Set<string | null>([...Object.keys(grocyTables), 'sqlite_master', 'sqlite_schema'])
function isAllowed(action: number, first: string | null): boolean {
  if (action === constants.SQLITE_SELECT) return true
  if (action === constants.SQLITE_READ) return readableTables.has(first)
  return action === constants.SQLITE_PRAGMA && first === 'table_xinfo'
}

function readTables(database: DatabaseSync, until: number): GrocyData {
  const real = new Set(
    database
      .prepare(`select name, sql from sqlite_schema where type = 'table' limit 2000`)
      .all()
      .filter(({ sql }) => typeof sql === 'string' && /^\s*create\s+table\b/i.test(sql))
      .map(({ name }) => String(name)),
  )
  if (!real.has('products') || !real.has('stock')) throw new UnreadableFileError('not_known')
  const tables = Object.entries(grocyTables).map(([table, columns]) => [
    table,
    real.has(table) ? rowsOf(database, table, columns, until) : [],
  ])
  return Object.fromEntries(tables) as Record<GrocyTable, TableRow[]>
}

function rowsOf(database: DatabaseSync, table: string, columnNames: string, until: number): TableRow[] {
  // Hidden columns are computed by expressions in the file.
  const stored = new Set(
    database
      .prepare(`pragma table_xinfo("${table}")`)
      .all()
      .filter(({ hidden }) => hidden === 0)
      .map(({ name }) => String(name)),
  )
  const columns = columnNames.split(' ').filter((column) => stored.has(column))
  if (columns.length === 0) return []
  const rows: TableRow[] = []
  const newest = table === 'stock_log' && columns.includes('id') ? ` order by "id" desc limit ${maxJournalRows}` : ''
  const select = `select ${columns.map((column) => `"${column}"`).join(', ')} from "${table}"${newest}`
  for (const row of database.prepare(select).iterate()) {
    if (rows.length >= (newest === '' ? maxRows : maxJournalRows)) throw new UnreadableFileError('too_many')
    if (performance.now() > until) throw new UnreadableFileError('too_slow')
    rows.push(Object.fromEntries(columns.map((column) => [column, readCell(row[column])])))
  }
  return rows
}

const readCell = (value: unknown): unknown =>
  typeof value === 'string' ? value.slice(0, maxTextLength) : typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null
