import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

export type Row = { readonly id: string } & Readonly<Record<string, unknown>>
/** Rows changed and ids removed, by table; what the server sends. */
export type Delta = Readonly<Record<string, { readonly rows: readonly Row[]; readonly removed: readonly string[] }>>

/** What a mutation may do to the tables: read rows as shown, replace or remove them. */
export interface Draft {
  get(table: string, id: string): Row | undefined
  put(table: string, row: Row): void
  remove(table: string, id: string): void
}
export interface Mutation {
  readonly key: string
  apply(draft: Draft): void
}

interface Index {
  /** Forgets the row as it was, learns it as it is. */
  update(before: Row | undefined, after: Row | undefined): void
}

/** Rows in the order of one field, then of their ids. */
class SortedIndex implements Index {
  readonly rows: Row[]
  readonly #compare: (a: Row, b: Row) => number
  constructor(rows: Iterable<Row>, field: string) {
    const key = (row: Row) => String(row[field])
    this.#compare = (a, b) => compare(key(a), key(b)) || compare(a.id, b.id)
    this.rows = [...rows].sort(this.#compare)
  }
  update(before: Row | undefined, after: Row | undefined) {
    if (before) this.rows.splice(this.#place(before), 1)
    if (after) this.rows.splice(this.#place(after), 0, after)
  }
  #place(row: Row): number {
    let [low, high] = [0, this.rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.rows[middle] as Row, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Rows by the value of one field. */
class GroupedIndex implements Index {
  readonly groups = new Map<unknown, Map<string, Row>>()
  readonly #field: string
  constructor(rows: Iterable<Row>, field: string) {
    this.#field = field
    for (const row of rows) this.update(undefined, row)
  }
  update(before: Row | undefined, after: Row | undefined) {
    if (before) {
      const group = this.groups.get(before[this.#field])
      group?.delete(before.id)
      if (group?.size === 0) this.groups.delete(before[this.#field])
    }
    if (!after) return
    const group = this.groups.get(after[this.#field])
    if (group) group.set(after.id, after)
    else this.groups.set(after[this.#field], new Map([[after.id, after]]))
  }
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The household in memory: one map per table, and what pending mutations make of it. */
export class Replica {
  readonly #base = new Map<string, Map<string, Row>>()
  /** Rows that pending mutations changed; null if removed. */
  #overlay = new Map<string, Map<string, Row | null>>()
  #pending: readonly Mutation[] = []
  readonly #lists = new Map<string, readonly Row[]>()
  readonly #indexes = new Map<string, Map<string, Index>>()

  get(table: string, id: string): Row | undefined {
    const changed = this.#overlay.get(table)?.get(id)
    return changed === null ? undefined : (changed ?? this.#base.get(table)?.get(id))
  }

  /** Returns the rows of a table as shown. The array stays the same until one of them changes. */
  rows(table: string): readonly Row[] {
    let list = this.#lists.get(table)
    if (!list) {
      list = [...this.#shown(table)]
      this.#lists.set(table, list)
    }
    return list
  }

  sorted(table: string, field: string): readonly Row[] {
    return (this.#index(table, `sorted ${field}`, () => new SortedIndex(this.#shown(table), field)) as SortedIndex).rows
  }

  grouped(table: string, field: string): ReadonlyMap<unknown, ReadonlyMap<string, Row>> {
    return (this.#index(table, `grouped ${field}`, () => new GroupedIndex(this.#shown(table), field)) as GroupedIndex).groups
  }

  /** Applies what the server sent, then the pending mutations again. */
  receive(delta: Delta): void {
    const touched = Object.entries(delta).flatMap(([table, { rows, removed }]) => [
      ...rows.map(({ id }): [string, string] => [table, id]),
      ...removed.map((id): [string, string] => [table, id]),
    ])
    this.#change(touched, () => {
      for (const [table, { rows, removed }] of Object.entries(delta)) {
        const base = mapIn(this.#base, table)
        for (const row of rows) base.set(row.id, row)
        for (const id of removed) base.delete(id)
      }
    })
  }

  setPending(pending: readonly Mutation[]): void {
    this.#change([], () => {
      this.#pending = pending
    })
  }

  *#shown(table: string): Generator<Row> {
    const overlay = this.#overlay.get(table)
    for (const row of this.#base.get(table)?.values() ?? []) if (!overlay?.has(row.id)) yield row
    for (const row of overlay?.values() ?? []) if (row) yield row
  }

  #index(table: string, name: string, create: () => Index): Index {
    const ofTable = this.#indexes.get(table) ?? new Map<string, Index>()
    this.#indexes.set(table, ofTable)
    const index = ofTable.get(name) ?? create()
    ofTable.set(name, index)
    return index
  }

  /** Changes the base or the pending mutations, applies these, and updates lists and indexes of the rows that differ. */
  #change(touched: readonly [table: string, id: string][], work: () => void): void {
    const before = new Map<string, Map<string, Row | undefined>>()
    const remember = (table: string, id: string) => {
      const rows = mapIn(before, table)
      if (!rows.has(id)) rows.set(id, this.get(table, id))
    }
    for (const [table, id] of touched) remember(table, id)
    for (const [table, rows] of this.#overlay) for (const id of rows.keys()) remember(table, id)
    work()
    this.#overlay = new Map()
    const write = (table: string, id: string, row: Row | null) => {
      remember(table, id)
      mapIn(this.#overlay, table).set(id, row)
    }
    const draft: Draft = {
      get: (table, id) => this.get(table, id),
      put: (table, row) => write(table, row.id, row),
      remove: (table, id) => write(table, id, null),
    }
    for (const mutation of this.#pending) mutation.apply(draft)
    for (const [table, rows] of before) this.#update(table, rows)
  }

  #update(table: string, before: ReadonlyMap<string, Row | undefined>): void {
    this.#lists.delete(table)
    const indexes = [...(this.#indexes.get(table)?.values() ?? [])]
    if (indexes.length === 0) return
    for (const [id, old] of before) {
      const row = this.get(table, id)
      if (row !== old) for (const index of indexes) index.update(old, row)
    }
  }
}

/** Returns the map of a table, a new one if there is none. */
function mapIn<Value>(maps: Map<string, Map<string, Value>>, table: string): Map<string, Value> {
  let map = maps.get(table)
  if (!map) {
    map = new Map()
    maps.set(table, map)
  }
  return map
}

interface Schema extends DBSchema {
  /** A thousand rows of a table as JSON: parsing one text is faster than a thousand structured clones. */
  blocks: { key: [table: string, block: number]; value: string }
  /** Deltas since the blocks were written. */
  journal: { key: number; value: string }
  state: { key: 'seq'; value: number }
}
const rowsPerBlock = 1000

/** The replica on disk. A delta and its number are one transaction, so a killed tab leaves the one or the other state. */
export class ReplicaStore {
  readonly #db: IDBPDatabase<Schema>
  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  static async open(name: string): Promise<ReplicaStore> {
    return new ReplicaStore(
      await openDB<Schema>(name, 1, {
        upgrade(db) {
          db.createObjectStore('blocks')
          db.createObjectStore('journal', { autoIncrement: true })
          db.createObjectStore('state')
        },
      }),
    )
  }

  /** Replaces everything. */
  async replace(tables: Readonly<Record<string, readonly Row[]>>, seq: number): Promise<void> {
    const tx = this.#db.transaction(['blocks', 'journal', 'state'], 'readwrite', { durability: 'relaxed' })
    const writes: Promise<unknown>[] = [tx.objectStore('blocks').clear(), tx.objectStore('journal').clear()]
    for (const [table, rows] of Object.entries(tables))
      for (let at = 0, block = 0; at < rows.length; at += rowsPerBlock, block++)
        writes.push(tx.objectStore('blocks').put(JSON.stringify(rows.slice(at, at + rowsPerBlock)), [table, block]))
    writes.push(tx.objectStore('state').put(seq, 'seq'), tx.done)
    await Promise.all(writes)
  }

  async append(delta: Delta, seq: number): Promise<void> {
    const tx = this.#db.transaction(['journal', 'state'], 'readwrite', { durability: 'relaxed' })
    await Promise.all([tx.objectStore('journal').add(JSON.stringify(delta)), tx.objectStore('state').put(seq, 'seq'), tx.done])
  }

  async load(replica: Replica): Promise<number | null> {
    const tx = this.#db.transaction(['blocks', 'journal', 'state'])
    const [keys, blocks, journal, seq] = await Promise.all([
      tx.objectStore('blocks').getAllKeys(),
      tx.objectStore('blocks').getAll(),
      tx.objectStore('journal').getAll(),
      tx.objectStore('state').get('seq'),
    ])
    for (const [at, [table]] of keys.entries()) replica.receive({ [table]: { rows: JSON.parse(blocks[at] ?? '[]'), removed: [] } })
    for (const text of journal) replica.receive(JSON.parse(text))
    return seq ?? null
  }

  close(): void {
    this.#db.close()
  }
}
