import { compareText, type LocalTable, type LocalTables, type Row } from '#platform/shared/local-tables.ts'

/** Rows changed and ids removed, by table. `isWhole`: the table has no other rows. */
export type Delta = Readonly<Record<string, TableDelta>>
export interface TableDelta {
  readonly rows: readonly Row[]
  readonly removed: readonly string[]
  readonly isWhole?: boolean
}

/** Returns what two deltas do, one after the other. */
export function joinDeltas(first: Delta, second: Delta): Delta {
  const joined: Record<string, TableDelta> = { ...first }
  for (const [name, { rows, removed, isWhole = false }] of Object.entries(second)) {
    const before = isWhole ? undefined : first[name]
    const changed = new Map([...(before?.rows ?? []), ...rows].map((row) => [row.id, row]))
    for (const id of removed) changed.delete(id)
    const gone = new Set([...(before?.removed ?? []), ...removed])
    for (const { id } of rows) gone.delete(id)
    joined[name] = { rows: [...changed.values()], removed: [...gone], isWhole: isWhole || before?.isWhole === true }
  }
  return joined
}

/** What a pending mutation may do to the tables: read rows as shown, replace or remove them. */
export interface TablesDraft {
  get<R extends Row>(table: LocalTable<R>, id: string): R | undefined
  /** Whether the server sent the row and then removed it: a late addition doesn't bring it back. */
  wasRemoved(table: LocalTable<Row>, id: string): boolean
  /** Read them all before changing any. */
  rows<R extends Row>(table: LocalTable<R>): Iterable<R>
  put<R extends Row>(table: LocalTable<R>, row: R): void
  remove(table: LocalTable<Row>, id: string): void
}
export type TablesUpdate = (draft: TablesDraft) => void

interface Index {
  /** Forgets the row as it was and adds it as it is. `own`: what this index has copied since the last read. */
  update(before: Row | undefined, after: Row | undefined, own: Set<object>): void
}
const fieldOf = (row: Row, field: string): unknown => Reflect.get(row, field)

class SortedIndex implements Index {
  readonly rows: Row[]
  readonly #compare: (a: Row, b: Row) => number
  constructor(rows: Iterable<Row>, field: string) {
    const key = (row: Row) => String(fieldOf(row, field))
    this.#compare = (a, b) => compareText(key(a), key(b)) || compareText(a.id, b.id)
    this.rows = [...rows].sort(this.#compare)
  }
  update(before: Row | undefined, after: Row | undefined) {
    if (before) this.rows.splice(this.#indexOf(before), 1)
    if (after) this.rows.splice(this.#indexOf(after), 0, after)
  }
  #indexOf(row: Row): number {
    let [low, high] = [0, this.rows.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = this.rows[middle]
      if (other && this.#compare(other, row) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

class GroupedIndex implements Index {
  readonly groups = new Map<unknown, Map<string, Row>>()
  readonly #field: string
  constructor(rows: Iterable<Row>, field: string) {
    this.#field = field
    for (const row of rows) mapIn(this.groups, fieldOf(row, field)).set(row.id, row)
  }
  update(before: Row | undefined, after: Row | undefined, own: Set<object>) {
    if (before) {
      const group = this.#copy(before, own)
      group.delete(before.id)
      if (group.size === 0) this.groups.delete(fieldOf(before, this.#field))
    }
    if (after) this.#copy(after, own).set(after.id, after)
  }
  /** Replaces the row's group, whose readers compare it to see whether it changed. */
  #copy(row: Row, own: Set<object>): Map<string, Row> {
    const value = fieldOf(row, this.#field)
    const known = this.groups.get(value)
    if (known && own.has(known)) return known
    const group = new Map(known)
    own.add(group)
    this.groups.set(value, group)
    return group
  }
}

const never: Delta = {}

function isSameRow(a: Row, b: Row): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && Object.is(fieldOf(a, key), fieldOf(b, key)))
}

/** A household in memory: one map per table, and what the pending mutations make of it. */
export class HouseholdTables implements LocalTables {
  #base = new Map<string, Map<string, Row>>()
  /** Rows that pending mutations changed; null if removed. */
  #overlay = new Map<string, Map<string, Row | null>>()
  /** Ids that the server removed since this was created. */
  readonly #removed = new Map<string, Set<string>>()
  #pending: readonly TablesUpdate[] = []
  readonly #lists = new Map<string, readonly Row[]>()
  readonly #sorted = new Map<string, Map<string, SortedIndex>>()
  readonly #grouped = new Map<string, Map<string, GroupedIndex>>()
  readonly #watchers = new Set<(changed: ReadonlySet<string>) => void>()

  // The casts below: the server sends rows of the table's type, which its tests check with the schemas.

  get<R extends Row>(table: LocalTable<R>, id: string): R | undefined {
    return this.#get(table.name, id) as R | undefined
  }

  rows<R extends Row>({ name }: LocalTable<R>): readonly R[] {
    let list = this.#lists.get(name)
    if (!list) {
      list = [...this.#shown(name)]
      this.#lists.set(name, list)
    }
    return list as readonly R[]
  }

  sorted<R extends Row>({ name }: LocalTable<R>, field: keyof R & string): readonly R[] {
    return indexIn(this.#sorted, name, field, () => new SortedIndex(this.#shown(name), field)).rows as R[]
  }

  grouped<R extends Row>({ name }: LocalTable<R>, field: keyof R & string): ReadonlyMap<unknown, ReadonlyMap<string, R>> {
    const index = indexIn(this.#grouped, name, field, () => new GroupedIndex(this.#shown(name), field))
    return index.groups as ReadonlyMap<unknown, ReadonlyMap<string, Row>> as ReadonlyMap<unknown, ReadonlyMap<string, R>>
  }

  /** Calls `watcher` with the names of the tables whose rows changed. */
  watch(watcher: (changed: ReadonlySet<string>) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Applies what the server sent, then the pending mutations: the same again, or those that are left. */
  receive(delta: Delta, pending = this.#pending): void {
    this.#change(delta, pending)
  }

  /** Replaces everything that the server sent before. */
  replace(tables: Readonly<Record<string, readonly Row[]>>, pending = this.#pending): void {
    const names = new Set([...this.#base.keys(), ...Object.keys(tables)])
    const before = this.#base
    this.#base = new Map(Object.entries(tables).map(([name, rows]) => [name, new Map(rows.map((row) => [row.id, row]))]))
    for (const [name, rows] of before) this.#noteRemoved(name, rows.keys())
    this.#overlay = new Map()
    this.#pending = pending
    for (const cached of [this.#lists, this.#sorted, this.#grouped]) cached.clear()
    this.#applyPending(() => {})
    this.#notify(names)
  }

  setPending(pending: readonly TablesUpdate[]): void {
    this.#change(never, pending)
  }

  /** Returns the rows as the server sent them. */
  content(): Record<string, Row[]> {
    return Object.fromEntries([...this.#base].map(([name, rows]) => [name, [...rows.values()]]))
  }

  #get(name: string, id: string): Row | undefined {
    const changed = this.#overlay.get(name)?.get(id)
    return changed === null ? undefined : (changed ?? this.#base.get(name)?.get(id))
  }

  *#shown(name: string): Generator<Row> {
    const overlay = this.#overlay.get(name)
    for (const row of this.#base.get(name)?.values() ?? []) if (!overlay?.has(row.id)) yield row
    for (const row of overlay?.values() ?? []) if (row) yield row
  }

  /** Changes the base and the pending mutations, applies these, and updates lists and indexes of the rows that differ. */
  #change(delta: Delta, pending: readonly TablesUpdate[]): void {
    const before = new Map<string, Map<string, Row | undefined>>()
    const remember = (name: string, id: string) => {
      const rows = mapIn(before, name)
      if (!rows.has(id)) rows.set(id, this.#get(name, id))
    }
    for (const [name, { rows, removed, isWhole }] of Object.entries(delta)) {
      if (isWhole) for (const id of this.#base.get(name)?.keys() ?? []) remember(name, id)
      for (const { id } of rows) remember(name, id)
      for (const id of removed) remember(name, id)
    }
    for (const [name, rows] of this.#overlay) for (const id of rows.keys()) remember(name, id)

    for (const [name, { rows, removed, isWhole }] of Object.entries(delta)) {
      const base = mapIn(this.#base, name)
      const had = isWhole ? [...base.keys()] : removed.filter((id) => base.has(id))
      if (isWhole) base.clear()
      for (const row of rows) base.set(row.id, row)
      for (const id of removed) base.delete(id)
      this.#noteRemoved(name, had)
    }
    this.#pending = pending
    this.#overlay = new Map()
    this.#applyPending(remember)
    this.#notify(this.#updateIndexes(before))
  }

  /** Notes those of the ids that aren't there any more. */
  #noteRemoved(name: string, ids: Iterable<string>): void {
    const base = this.#base.get(name)
    const removed = this.#removed.get(name) ?? new Set()
    for (const id of ids) if (!base?.has(id)) removed.add(id)
    this.#removed.set(name, removed)
  }

  #applyPending(remember: (name: string, id: string) => void): void {
    const write = (name: string, id: string, row: Row | null) => {
      remember(name, id)
      mapIn(this.#overlay, name).set(id, row)
    }
    const draft: TablesDraft = {
      get: (table, id) => this.get(table, id),
      wasRemoved: ({ name }, id) => this.#removed.get(name)?.has(id) ?? false,
      rows: <R extends Row>({ name }: LocalTable<R>) => this.#shown(name) as Iterable<R>,
      put: ({ name }, row) => write(name, row.id, row),
      remove: ({ name }, id) => write(name, id, null),
    }
    for (const change of this.#pending) change(draft)
  }

  /** Returns the tables with rows that differ from `before`. */
  #updateIndexes(before: ReadonlyMap<string, ReadonlyMap<string, Row | undefined>>): Set<string> {
    const changed = new Set<string>()
    const own = new Set<object>()
    for (const [name, rows] of before) {
      const indexes: Index[] = [...(this.#sorted.get(name)?.values() ?? []), ...(this.#grouped.get(name)?.values() ?? [])]
      for (const [id, old] of rows) {
        const row = this.#get(name, id)
        if (row === old) continue
        if (old && row && isSameRow(old, row)) {
          this.#keep(name, old)
          continue
        }
        changed.add(name)
        for (const index of indexes) index.update(old, row, own)
      }
      if (changed.has(name)) this.#lists.delete(name)
    }
    return changed
  }

  /** Puts a row back in place of an equal one, so that what is derived from it stays too. */
  #keep(name: string, row: Row): void {
    const overlay = this.#overlay.get(name)
    if (overlay?.has(row.id)) overlay.set(row.id, row)
    else this.#base.get(name)?.set(row.id, row)
  }

  #notify(changed: ReadonlySet<string>): void {
    if (changed.size > 0) for (const watcher of [...this.#watchers]) watcher(changed)
  }
}

/** Returns the map of a key, a new one if there is none. */
function mapIn<Key, Value>(maps: Map<Key, Map<string, Value>>, name: Key): Map<string, Value> {
  let map = maps.get(name)
  if (!map) {
    map = new Map()
    maps.set(name, map)
  }
  return map
}

function indexIn<I extends Index>(indexes: Map<string, Map<string, I>>, name: string, field: string, create: () => I): I {
  const ofTable = mapIn(indexes, name)
  const index = ofTable.get(field) ?? create()
  ofTable.set(field, index)
  return index
}
