import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

const cachedStatements = 400

interface Prepared {
  readonly statement: StatementSync
  /** Asked of the driver once: it answers with a new object per column. */
  readonly hasRows: boolean
}

/** A connection with a cache of prepared statements, oldest out first. */
export class Connection {
  readonly db: DatabaseSync
  readonly #statements = new Map<string, Prepared>()

  constructor(file: string, readOnly = false) {
    this.db = new DatabaseSync(file, { readOnly, enableForeignKeyConstraints: true, timeout: 5000 })
    this.db.exec('PRAGMA cache_size = -32000; PRAGMA mmap_size = 268435456; PRAGMA temp_store = MEMORY')
    // A commit is written but not synced here: the writer has the log synced off this thread before anybody hears of it (disk.ts).
    if (!readOnly) this.db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.db.prepare(sql)
    const prepared = { statement, hasRows: statement.columns().length > 0 }
    if (this.#statements.size >= cachedStatements) {
      const [oldest] = this.#statements.keys()
      if (oldest !== undefined) this.#statements.delete(oldest)
    }
    this.#statements.set(sql, prepared)
    return prepared
  }

  run(sql: string, parameters: readonly unknown[]): { rows: Record<string, unknown>[]; changes: number } {
    const { statement, hasRows } = this.#prepare(sql)
    const bound = parameters.map(toSqlite)
    if (hasRows) return { rows: statement.all(...bound), changes: 0 }
    return { rows: [], changes: Number(statement.run(...bound).changes) }
  }

  close(): void {
    this.#statements.clear()
    this.db.close()
  }
}

function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof Date) return value.toISOString()
  return value as SQLInputValue
}
