import { DatabaseSync } from 'node:sqlite'
import { applySqlite } from '../migrate.ts'
import {
  cellToDriverValue,
  checksumsOf,
  type DatabaseSnapshot,
  type DatabaseTarget,
  driverValueToCell,
  kindIn,
  kindOf,
  type Row,
  sortByReferences,
  sortColumns,
  type Table,
  withColumnOrder,
  withoutDerived,
} from '../table-schema.ts'

const batchRows = 500

/** Opens a snapshot of a database file. A server may keep writing. */
export function openSqliteSnapshot(file: string): DatabaseSnapshot {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  db.exec('BEGIN')
  const migrations = db.prepare(`select name from migrations where name not like '%.sqlite' order by name`).all()
  return {
    migrations: migrations.map(({ name }) => String(name)),
    tables: withoutDerived(tablesOf(db)),
    rows: (table) => rowsOf(db, table),
    async close() {
      db.exec('ROLLBACK')
      db.close()
    },
  }
}

/** Creates a database file with the given migrations applied. Throws a message for users if one is unknown. */
export function createSqliteTarget(file: string, migrations: readonly string[]): DatabaseTarget {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  // No one reads the file before it's complete, so durability isn't needed.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE')
  applySqlite(db, migrations)
  const tables = withoutDerived(tablesOf(db))
  db.exec('BEGIN')
  // The backup also contains rows that migrations insert.
  for (const { name } of tables.toReversed()) db.exec(`delete from "${name}"`)
  return {
    tables,
    async put(table, columns, rows) {
      const statement = db.prepare(
        `insert into "${table.name}" (${columns.map((name) => `"${name}"`).join(', ')}) values (${columns.map(() => '?').join(', ')})`,
      )
      const kinds = columns.map((name) => kindIn(table, name))
      for (const row of rows) {
        const values = kinds.map((kind, i) => cellToDriverValue(kind, row[i] ?? null, 'sqlite'))
        statement.run(...(values as (string | number | Buffer | null)[]))
      }
    },
    async check(order) {
      const problems = [
        ...db.prepare('PRAGMA foreign_key_check').all(),
        ...db
          .prepare('PRAGMA integrity_check')
          .all()
          .filter((row) => row['integrity_check'] !== 'ok'),
      ]
      if (problems.length > 0) throw new Error(`The database says of itself: ${JSON.stringify(problems[0])}`)
      return checksumsOf({ tables: withColumnOrder(tables, order), rows: (table) => rowsOf(db, table) })
    },
    async end() {
      db.exec('COMMIT')
      db.close()
    },
    async abandon() {
      db.close()
    },
  }
}

/** Returns the tables of a file in reference order. */
export function tablesOf(db: DatabaseSync): Table[] {
  const names = db
    .prepare(`select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' and name <> 'migrations'`)
    .all()
  const tables = names.map(({ name }): Table => {
    const table = String(name)
    const columns = db.prepare('select name, type, pk from pragma_table_info(?) order by cid').all(table)
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
    if (key.length === 0) throw new Error(`${table} has no key to put its rows in order.`)
    const pointsTo = db.prepare('select distinct "table" as name from pragma_foreign_key_list(?)').all(table)
    return {
      name: table,
      columns: sortColumns(
        columns.map((column) => {
          const columnName = String(column['name'])
          return { name: columnName, kind: kindOf(table, columnName, String(column['type'])) }
        }),
      ),
      key: key.map((column) => String(column['name'])),
      pointsTo: pointsTo.map((target) => String(target['name'])),
    }
  })
  return sortByReferences(tables)
}

async function* rowsOf(db: DatabaseSync, table: Table): AsyncGenerator<readonly Row[]> {
  const names = table.columns.map(({ name }) => `"${name}"`).join(', ')
  const key = table.key.map((name) => `"${name}"`).join(', ')
  let batch: Row[] = []
  for (const found of db.prepare(`select ${names} from "${table.name}" order by ${key}`).iterate()) {
    batch.push(table.columns.map(({ name, kind }) => driverValueToCell(kind, found[name])))
    if (batch.length < batchRows) continue
    yield batch
    batch = []
    // Lets other events be handled if this process also serves requests.
    await new Promise(setImmediate)
  }
  yield batch
}
