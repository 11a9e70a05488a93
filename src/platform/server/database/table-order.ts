import { createHash } from 'node:crypto'

/** What a column holds, whatever the engine calls it. */
export type Kind = 'text' | 'integer' | 'real' | 'boolean' | 'instant' | 'bytes'

export interface Column {
  readonly name: string
  readonly kind: Kind
}

/** One table as both engines have it: columns by name, the key that orders its rows, the tables its foreign keys point to. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  readonly pointsTo: readonly string[]
}

/** A value as it stands in an archive. Instants are ISO text in UTC, bytes are base64. */
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

/** Throws for a type that no archive knows: better no backup than one that drops a column's meaning. */
export function kindOf(table: string, column: string, type: string): Kind {
  const kind = kinds[type.toLowerCase()]
  if (!kind) throw new Error(`${table}.${column} is a ${type}, which archives do not know.`)
  return kind
}

/** Kind of a column there. Throws when the table has no such column. */
export function kindIn(table: Table, name: string): Kind {
  const column = table.columns.find((one) => one.name === name)
  if (!column) throw new Error(`${table.name} has no column ${name}.`)
  return column.kind
}

/** Drivers' values to cells: SQLite keeps booleans as 0 and 1 and instants as text, PostgreSQL as what they are. */
export function toCell(kind: Kind, value: unknown): Cell {
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

/** A cell as a driver takes it; SQLite has no booleans. */
export function fromCell(kind: Kind, cell: Cell, engine: 'sqlite' | 'postgres'): string | number | boolean | Buffer | null {
  if (cell === null) return null
  if (kind === 'bytes') return Buffer.from(String(cell), 'base64')
  if (kind === 'boolean' && engine === 'sqlite') return cell ? 1 : 0
  return cell
}

/** Tables so that each comes after those it points to, itself aside. Throws when they point in a circle. */
export function inOrder(tables: readonly Table[]): Table[] {
  const ordered: Table[] = []
  const waiting = new Map([...tables].sort((a, b) => (a.name < b.name ? -1 : 1)).map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter((table) => !table.pointsTo.some((name) => name !== table.name && waiting.has(name)))
    if (ready.length === 0) throw new Error(`Tables point at each other in a circle: ${[...waiting.keys()].join(', ')}.`)
    for (const table of ready) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}

export interface Count {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

/** Counts and hashes rows as they pass, in the order of their key: equal data give equal sums on both engines. */
export class TableChecksum {
  readonly #hash = createHash('sha256')
  #rows = 0

  add(row: Row): string {
    const line = JSON.stringify(row)
    this.#hash.update(line).update('\n')
    this.#rows++
    return line
  }

  end(name: string): Count {
    return { name, rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}

/** Everything of one moment, table by table. */
export interface Source {
  /** Names of the migrations the data have been through, without those of one engine only. */
  readonly migrations: readonly string[]
  readonly tables: readonly Table[]
  rows(table: Table): AsyncIterable<readonly Row[]>
  close(): Promise<void>
}

/** A place that rows are put into. Nothing of it is seen before `end` has returned. */
export interface Target {
  readonly tables: readonly Table[]
  put(table: Table, columns: readonly string[], rows: readonly Row[]): Promise<void>
  /** What lies there now, counted and hashed anew. Throws when a row points at one that is not there. */
  check(): Promise<Count[]>
  end(): Promise<void>
  /** Leaves everything as it was. */
  abandon(): Promise<void>
}

/** Sums of everything a source holds. */
export async function checksumsOf(source: Pick<Source, 'tables' | 'rows'>): Promise<Count[]> {
  const counts: Count[] = []
  for (const table of source.tables) {
    const sum = new TableChecksum()
    for await (const batch of source.rows(table)) for (const row of batch) sum.add(row)
    counts.push(sum.end(table.name))
  }
  return counts
}
