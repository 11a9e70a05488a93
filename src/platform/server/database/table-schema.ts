import { TableChecksum, type TableDigest } from './table-checksum.ts'

/** A column's type, independent of the engine. */
export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'instant' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: Kind
}

/** A table as both engines have it: columns sorted by name, the key that orders its rows, and the tables its foreign keys reference. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  readonly pointsTo: readonly string[]
}

/** Column names by table. */
export type ColumnOrder = ReadonlyMap<string, readonly string[]>

/** A value in a backup. Instants are ISO texts in UTC, bytes are base64. */
export type Cell = string | number | boolean | null
export type Row = readonly Cell[]

const kinds: Record<string, Kind> = {
  text: 'text',
  bigint: 'integer',
  integer: 'integer',
  smallint: 'integer',
  'double precision': 'real',
  real: 'real',
  boolean: 'boolean',
  timestamptz: 'instant',
  'timestamp with time zone': 'instant',
  bytea: 'bytes',
}

/** Throws for a type that backups don't support, so that no backup silently loses data. */
export function kindOf(table: string, column: string, type: string): Kind {
  const kind = kinds[type.toLowerCase()]
  if (!kind) throw new Error(`${table}.${column} is a ${type}, which archives do not know.`)
  return kind
}

/** Returns the type of a column. Throws if the table has no such column. */
export function kindIn(table: Table, name: string): Kind {
  const column = table.columns.find((one) => one.name === name)
  if (!column) throw new Error(`${table.name} has no column ${name}.`)
  return column.kind
}

/** Sorts columns by name: a migration can leave them in another order on one engine. */
export const sortColumns = (columns: readonly Column[]): Column[] => columns.toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** Returns the tables with their columns in the given order. A table without one, or with other columns, stays as it is. */
export function withColumnOrder(tables: readonly Table[], order: ColumnOrder): Table[] {
  return tables.map((table) => {
    const columns = order.get(table.name)?.map((name) => ({ name, kind: kindIn(table, name) }))
    return columns?.length === table.columns.length ? { ...table, columns } : table
  })
}

/** Converts a driver's value to a cell. SQLite stores booleans as 0 and 1 and instants as text. */
export function driverValueToCell(kind: Kind, value: unknown): Cell {
  if (value === null || value === undefined) return null
  switch (kind) {
    case 'text':
      return String(value)
    case 'integer':
    case 'real':
      return Number(value)
    case 'boolean':
      return value === true || value === 1
    case 'instant':
      return (value instanceof Date ? value : new Date(String(value))).toISOString()
    case 'bytes':
      if (!(value instanceof Uint8Array)) throw new Error('bytes were expected')
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  }
}

/** Converts a cell to a driver's value; SQLite has no booleans. */
export function cellToDriverValue(kind: Kind, cell: Cell, engine: 'sqlite' | 'postgres'): string | number | boolean | Buffer | null {
  if (cell === null) return null
  if (kind === 'bytes') return Buffer.from(String(cell), 'base64')
  if (kind === 'boolean' && engine === 'sqlite') return cell ? 1 : 0
  return cell
}

/** Sorts tables so that each comes after those it references. Throws if references form a cycle between tables. */
export function sortByReferences(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((table) => !table.pointsTo.some((name) => name !== table.name && waiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables reference each other in a cycle: ${[...waiting.keys()].join(', ')}.`)
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

/** Written by triggers from the other tables, also while a backup is restored. */
const derived = new Set(['row_changes'])
/** Returns the tables that a backup includes. */
export const withoutDerived = (tables: readonly Table[]): Table[] => tables.filter(({ name }) => !derived.has(name))

/** A snapshot of all data, read table by table. */
export interface DatabaseSnapshot {
  /** Names of the applied migrations, without those of one engine only. */
  readonly migrations: readonly string[]
  readonly tables: readonly Table[]
  rows(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** A database being filled. Nothing is visible before `end` returns. */
export interface DatabaseTarget {
  readonly tables: readonly Table[]
  put(table: Table, columns: readonly string[], rows: readonly Row[]): Promise<void>
  /** Counts and hashes the rows written, with columns in the given order. Throws if a row references a missing one. */
  check(order: ColumnOrder): Promise<TableDigest[]>
  end(): Promise<void>
  /** Leaves the database unchanged. */
  abandon(): Promise<void>
}

export async function checksumsOf(source: Pick<DatabaseSnapshot, 'tables' | 'rows'>): Promise<TableDigest[]> {
  const counts: TableDigest[] = []
  for (const table of source.tables) {
    const sum = new TableChecksum()
    for await (const batch of source.rows(table)) for (const row of batch) sum.add(row)
    counts.push(sum.end(table.name))
  }
  return counts
}
