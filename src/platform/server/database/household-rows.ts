import { sql } from 'kysely'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Database, Reader, Transaction } from './index.ts'
import { type CatalogRow, tableCatalogSql, tablesFrom } from './postgres/backup.ts'
import { tablesOf } from './sqlite/backup.ts'
import type { SqliteDatabase } from './sqlite/database.ts'
import { type Cell, driverValueToCell, type Row, type Table } from './table-schema.ts'

const pageRows = 1000

/** Returns every table of the database, each after those it references. */
export async function allTables(database: Database): Promise<Table[]> {
  if (database.engine === 'sqlite') return tablesOf((database as SqliteDatabase).reader.db)
  return tablesFrom((await sql.raw<CatalogRow>(tableCatalogSql).execute(database.identity)).rows)
}

/** Selects the rows whose columns have these values; `{ orNull }` also those without one. */
export type Where = Readonly<Record<string, Cell | { readonly orNull: string }>>

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
const marks = (count: number) => Array.from({ length: count }, () => '?').join(', ')
const condition = (where: Where) =>
  Object.entries(where)
    .map(([name, value]) => (isOrNull(value) ? `("${name}" = ? or "${name}" is null)` : `"${name}" = ?`))
    .join(' and ')
const isOrNull = (value: Where[string]): value is { readonly orNull: string } =>
  typeof value === 'object' && value !== null && 'orNull' in value
const valuesOf = (where: Where) => Object.values(where).map((value) => (isOrNull(value) ? value.orNull : value))

/**
 * Yields a table's rows in key order, in pages, so that other work can run between them. Reads only the length of bytes, since a page of
 * pictures would take too much memory.
 */
export async function* rowsWhere(q: Reader, table: Table, where: Where): AsyncGenerator<readonly Row[]> {
  const key = quoted(table.key)
  let after: unknown[] | null = null
  for (;;) {
    const from: unknown[] | null = after
    const rows: Record<string, unknown>[] = await q.rows(
      `select ${table.columns.map(({ name, kind }) => (kind === 'bytes' ? `length("${name}") as "${name}"` : `"${name}"`)).join(', ')} from "${table.name}" where ${condition(where)}
       ${from ? `and (${key}) > (${marks(from.length)})` : ''} order by ${key} limit ${pageRows}`,
      [...valuesOf(where), ...(from ?? [])],
    )
    yield rows.map((row) => table.columns.map(({ name, kind }): Cell => driverValueToCell(kind === 'bytes' ? 'integer' : kind, row[name])))
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = table.key.map((name) => last[name])
  }
}

/** Returns the bytes in one column of one row, or empty bytes. */
export async function bytesWhere(q: Reader, table: string, column: string, where: Where): Promise<Uint8Array> {
  const text = `select "${column}" as bytes from "${table}" where ${condition(where)}`
  const [row] = await q.rows<{ bytes: Uint8Array | null }>(text, valuesOf(where))
  return row?.bytes ?? new Uint8Array()
}

export const countWhere = async (q: Reader, table: string, where: Where): Promise<number> => {
  const [row] = await q.rows<{ n: number }>(`select count(*) as n from "${table}" where ${condition(where)}`, valuesOf(where))
  return Number(row?.n ?? 0)
}

/**
 * Deletes every row of a household without members, in pages of a thousand, from every table but `households`. Rows of other households
 * that reference it stay valid. Can be repeated.
 */
export async function purgeHousehold(database: Database, householdId: HouseholdId): Promise<void> {
  const tables = (await allTables(database)).filter(({ columns }) => columns.some(({ name }) => name === 'household_id'))
  for (const table of tables.toReversed()) {
    let gone = pageRows
    while (gone === pageRows) gone = await database.write(householdId, `purge ${table.name}`, (tx) => deletePage(tx, table, householdId))
  }
}

async function deletePage(tx: Transaction, { name, key }: Table, householdId: HouseholdId): Promise<number> {
  const rows = await tx.rows<Record<string, unknown>>(
    `delete from "${name}" where household_id = ? and (${quoted(key)}) in
       (select ${quoted(key)} from "${name}" where household_id = ? limit ${pageRows}) returning 1 as gone`,
    [householdId, householdId],
  )
  return rows.length
}
