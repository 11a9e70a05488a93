import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Row } from '#platform/shared/local-tables.ts'
import type { Delta } from './household-tables.ts'

/** How far a copy of a household has come; sent with the next request. */
export interface Position {
  readonly seq: number
  readonly epoch: string
  readonly own: string
}
interface State extends Position {
  /** The version of the app that wrote the rows. */
  readonly version: string
}

interface Schema extends DBSchema {
  /** A thousand rows of a table as JSON: parsing one text is faster than a thousand structured clones. */
  blocks: { key: [table: string, block: number]; value: string }
  /** Deltas since the blocks were written. */
  journal: { key: number; value: string }
  state: { key: 'state'; value: State }
}
const rowsPerBlock = 1000
/** Deltas after which the blocks are written again. */
const maxJournal = 200

/** Sign-out deletes all databases that start with `larder`. */
const prefix = 'larder-replica'
const databaseName = (user: string, household: string) => `${prefix} ${user} ${household}`

/** What the store holds: deltas in the order in which they apply to the tables. */
export interface StoredReplica {
  readonly tables: Record<string, Row[]>
  readonly deltas: readonly Delta[]
  readonly state: State
}

/** The copy of a household in IndexedDB. A delta and its position are one transaction, so a killed tab leaves the state before or after. */
export class ReplicaStore {
  readonly #db: IDBPDatabase<Schema>
  private constructor(db: IDBPDatabase<Schema>) {
    this.#db = db
  }

  static async open(user: string, household: string): Promise<ReplicaStore> {
    const db = await openDB<Schema>(databaseName(user, household), 1, {
      upgrade(fresh) {
        fresh.createObjectStore('blocks')
        fresh.createObjectStore('journal', { autoIncrement: true })
        fresh.createObjectStore('state')
      },
      // Sign-out deletes it.
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close()
      },
    })
    return new ReplicaStore(db)
  }

  /** Replaces everything. */
  async replace(tables: Readonly<Record<string, readonly Row[]>>, state: State): Promise<void> {
    const blocks: [text: string, key: [string, number]][] = []
    for (const [table, rows] of Object.entries(tables)) {
      for (let at = 0, block = 0; at < rows.length; at += rowsPerBlock, block++) {
        blocks.push([JSON.stringify(rows.slice(at, at + rowsPerBlock)), [table, block]])
        await untilIdle()
      }
    }
    const tx = this.#db.transaction(['blocks', 'journal', 'state'], 'readwrite', { durability: 'relaxed' })
    const writes: Promise<unknown>[] = [tx.objectStore('blocks').clear(), tx.objectStore('journal').clear()]
    for (const [text, key] of blocks) writes.push(tx.objectStore('blocks').put(text, key))
    writes.push(tx.objectStore('state').put(state, 'state'), tx.done)
    await Promise.all(writes)
  }

  /** Whether everything up to a position is stored by a version of the app. */
  async isAt({ seq, epoch, own }: Position, version: string): Promise<boolean> {
    const stored = await this.#db.get('state', 'state')
    return stored?.seq === seq && stored.epoch === epoch && stored.own === own && stored.version === version
  }

  /**
   * Appends a delta. Returns false, without writing, if the store isn't at the position `before`, was written by another version, or its
   * journal is full: then it must be replaced.
   */
  async append(delta: Delta, before: Position, state: State): Promise<boolean> {
    const tx = this.#db.transaction(['journal', 'state'], 'readwrite', { durability: 'relaxed' })
    const [stored, count] = await Promise.all([tx.objectStore('state').get('state'), tx.objectStore('journal').count()])
    const isNext = stored?.seq === before.seq && stored.epoch === before.epoch && stored.version === state.version
    if (isNext && count < maxJournal)
      await Promise.all([tx.objectStore('journal').add(JSON.stringify(delta)), tx.objectStore('state').put(state, 'state')])
    await tx.done
    return isNext && count < maxJournal
  }

  /** Returns null if nothing is stored. Throws if it is unreadable. */
  async load(): Promise<StoredReplica | null> {
    const tx = this.#db.transaction(['blocks', 'journal', 'state'])
    const [keys, blocks, journal, state] = await Promise.all([
      tx.objectStore('blocks').getAllKeys(),
      tx.objectStore('blocks').getAll(),
      tx.objectStore('journal').getAll(),
      tx.objectStore('state').get('state'),
    ])
    if (!state) return null
    const tables: Record<string, Row[]> = {}
    for (const [at, [table]] of keys.entries()) {
      const rows: Row[] = JSON.parse(blocks[at] ?? '[]')
      const known = tables[table]
      if (known) known.push(...rows)
      else tables[table] = rows
      await untilIdle()
    }
    const deltas: Delta[] = journal.map((text) => JSON.parse(text))
    return { tables, deltas, state }
  }

  close(): void {
    this.#db.close()
  }
}

/** Lets input and rendering happen between two pieces of work. */
const untilIdle = () => new Promise<void>((resolve) => setTimeout(resolve))

/** Deletes the stored copies of other users, and of households for which `isKept` is false. */
export async function deleteReplicas(user: string, isKept: (household: string) => boolean): Promise<void> {
  if (typeof indexedDB === 'undefined' || typeof indexedDB.databases !== 'function') return
  for (const { name = '' } of await indexedDB.databases()) {
    const [kind, owner, household = ''] = name.split(' ')
    if (kind === prefix && (owner !== user || !isKept(household))) indexedDB.deleteDatabase(name)
  }
}

/** Deletes the stored copy of one household. */
export function deleteReplica(user: string, household: string): void {
  if (typeof indexedDB !== 'undefined') indexedDB.deleteDatabase(databaseName(user, household))
}
