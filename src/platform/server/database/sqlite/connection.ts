import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const cachedStatements = 400

type Row = Record<string, unknown>

interface Prepared {
  readonly statement: StatementSync
  /** Read once: the driver creates a new object per column on each call. */
  readonly columns: readonly string[]
  /**
   * Template of a row. The driver's own rows are hash tables; copies of this object have a fixed shape and are read twice as fast in long
   * lists.
   */
  readonly empty: Row
  /** Whether it may change rows that browsers keep a copy of. */
  readonly mayChangeSyncedRows: boolean
}

/** A connection with a cache of prepared statements that evicts the oldest. */
export class Connection {
  readonly db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()
  /** Statements run so far that may have changed rows that browsers keep a copy of. */
  syncedWrites = 0

  constructor(file: string, readOnly = false) {
    this.db = new DatabaseSync(file, { readOnly, enableForeignKeyConstraints: true, timeout: 5000 })
    this.db.exec('PRAGMA cache_size = -32000; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY')
    // Commits are written but not synced here; the writer waits for a sync in a thread (`disk.ts`).
    if (!readOnly) this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.db.prepare(sql)
    const columns = statement.columns().map(({ name }) => name)
    const empty = Object.fromEntries(columns.map((column) => [column, null]))
    const prepared = { statement, columns, empty, mayChangeSyncedRows: this.#mayChangeSyncedRows(sql) }
    statement.setReturnArrays(true)
    if (this.#statements.size >= cachedStatements) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }

  /** An insert into a table without triggers changes no synced row. Any other write may, by a cascade. */
  #mayChangeSyncedRows(sql: string): boolean {
    if (!/^\s*(insert|update|delete|replace|with)\b/i.test(sql)) return false
    const table = /^\s*insert into "?(\w+)/i.exec(sql)?.[1]
    if (table === undefined) return true
    return this.db.prepare(`select 1 from sqlite_master where type = 'trigger' and tbl_name = ?`).get(table) !== undefined
  }

  run(sql: string, parameters: readonly unknown[]): { rows: Row[]; changes: number } {
    const { statement, columns, empty, mayChangeSyncedRows } = this.#prepare(sql)
    if (mayChangeSyncedRows) this.syncedWrites++
    const bound = parameters.map(toSqlite)
    if (columns.length > 0) {
      const found = statement.all(...bound) as unknown as unknown[][]
      return { rows: found.map((values) => rowOf(columns, empty, values)), changes: 0 }
    }
    return { rows: [], changes: Number(statement.run(...bound).changes) }
  }

  close(): void {
    this.#statements.clear()
    this.db.close()
  }
}

function rowOf(columns: readonly string[], empty: Row, values: readonly unknown[]): Row {
  const row = { ...empty }
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i]
  return row
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}
