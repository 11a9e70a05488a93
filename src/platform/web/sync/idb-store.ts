import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type PendingMutation, readStored, type StoredMutation, toStored } from './operation.ts'
import { type OutboxStore, parseStoredMutations } from './outbox-store.ts'

interface OutboxSchema extends DBSchema {
  operations: { key: number; value: StoredMutation; indexes: { id: string } }
  /** Where earlier releases stored the shopping list. */
  snapshots: { key: string; value: unknown }
}

/** Sign-out deletes all databases with this prefix. */
const databaseName = 'larder-outbox'

/** The errors of a connection that the browser closed, e.g. while a phone slept. */
const closedErrors = ['InvalidStateError', 'UnknownError', 'AbortError']

/** Opens the IndexedDB store. Throws if the browser has none or forbids it. */
export async function openIdbStore(): Promise<OutboxStore> {
  const connection = new Connection()
  await connection.open()
  return new IdbStore(connection)
}

/** A database connection that reopens when the browser has closed it. */
class Connection {
  #database: IDBPDatabase<OutboxSchema> | undefined
  #isClosing = false
  #reopening: Promise<void> | null = null

  async open(): Promise<void> {
    this.#database = await openDB<OutboxSchema>(databaseName, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('operations', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', { unique: true })
        fresh.createObjectStore('snapshots', { keyPath: 'key' })
      },
      // Sign-out or a newer version of the app needs the database closed.
      blocking: () => this.close(),
    })
  }

  get database(): IDBPDatabase<OutboxSchema> {
    if (!this.#database) throw new Error('The database is not open.')
    return this.#database
  }

  close(): void {
    this.#isClosing = true
    this.#database?.close()
  }

  startWrite(durability: 'strict' | 'relaxed' = 'relaxed') {
    return this.database.transaction('operations', 'readwrite', { durability })
  }

  /** Runs one transaction. Reopens the connection and retries once if it was closed. */
  async transact<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (this.#isClosing || !(error instanceof DOMException && closedErrors.includes(error.name))) throw error
      await this.#reopen()
      return work()
    }
  }

  #reopen(): Promise<void> {
    this.#reopening ??= (async () => {
      this.#database?.close()
      await this.open()
      if (this.#isClosing) this.#database?.close()
    })().finally(() => {
      this.#reopening = null
    })
    return this.#reopening
  }
}

class IdbStore implements OutboxStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  isDurable() {
    return true
  }

  open(user: string) {
    return this.#connection.transact(async () => {
      const tx = this.#connection.startWrite()
      for await (const cursor of tx.objectStore('operations')) if (readStored(cursor.value)?.user !== user) await cursor.delete()
      await tx.done
      await this.#connection.database.clear('snapshots')
      return this.all()
    })
  }

  all() {
    return this.#connection.transact(async () => parseStoredMutations(await this.#connection.database.getAll('operations')))
  }

  put(mutation: PendingMutation) {
    return this.#connection.transact(async () => {
      const { order: _, ...fresh } = toStored(mutation)
      // `strict`: the change is on disk before the screen reports it as saved.
      const tx = this.#connection.startWrite('strict')
      // The generated key orders the operations across all tabs.
      const order = tx.objectStore('operations').add(fresh as StoredMutation)
      // Commits immediately, because the page may close before `add` resolves.
      tx.commit()
      await tx.done
      return order
    })
  }

  edit(id: string, change: (mutation: PendingMutation) => PendingMutation | null) {
    return this.#connection.transact(async () => {
      const tx = this.#connection.startWrite()
      const operations = tx.objectStore('operations')
      const mutation = readStored(await operations.index('id').get(id))
      const next = mutation && change(mutation)
      if (mutation && next === null) await operations.delete(mutation.order)
      if (next && next !== mutation) await operations.put(toStored(next))
      await tx.done
      return next
    })
  }

  drop(ids: readonly string[]) {
    return this.#connection.transact(async () => {
      const tx = this.#connection.startWrite()
      const operations = tx.objectStore('operations')
      for (const id of ids) {
        const order = await operations.index('id').getKey(id)
        if (order !== undefined) await operations.delete(order)
      }
      await tx.done
    })
  }

  async households() {
    return [...new Set((await this.all()).map(({ household }) => household))]
  }

  async wipe(household?: string) {
    const tx = this.#connection.startWrite()
    const operations = tx.objectStore('operations')
    for (const mutation of parseStoredMutations(await operations.getAll())) {
      if (household === undefined || mutation.household === household) await operations.delete(mutation.order)
    }
    await tx.done
  }

  close() {
    this.#connection.close()
  }
}
