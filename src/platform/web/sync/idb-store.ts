import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readStored, type Stored, toStored } from './operation.ts'
import { isOlder, readAll, type Snapshot, type Store } from './store.ts'

interface Shelves extends DBSchema {
  operations: { key: number; value: Stored; indexes: { id: string } }
  snapshots: { key: string; value: Snapshot }
}

/** Sign-out deletes all databases with this prefix. */
const name = 'larder-outbox'

/** The errors of a connection that the browser closed, e.g. while a phone slept. */
const goneNames = ['InvalidStateError', 'UnknownError', 'AbortError']

/** Opens the IndexedDB store. Throws if the browser has none or forbids it. */
export async function openIdbStore(): Promise<Store> {
  let isToGo = false
  const connect = (): Promise<IDBPDatabase<Shelves>> =>
    openDB<Shelves>(name, 1, {
      upgrade(fresh) {
        fresh.createObjectStore('operations', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', { unique: true })
        fresh.createObjectStore('snapshots', { keyPath: 'key' })
      },
      // Sign-out or a newer version of the app needs the database closed.
      blocking: () => close(),
    })
  let db = await connect()
  const close = () => {
    isToGo = true
    db.close()
  }

  let reopening: Promise<void> | null = null
  const reopen = () => {
    reopening ??= (async () => {
      db.close()
      db = await connect()
      if (isToGo) db.close()
    })().finally(() => {
      reopening = null
    })
    return reopening
  }

  /** Runs one transaction. Reconnects and retries once if the connection was closed. */
  async function inOne<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (isToGo || !(error instanceof DOMException && goneNames.includes(error.name))) throw error
      await reopen()
      return work()
    }
  }

  const write = (durability: 'strict' | 'relaxed' = 'relaxed') => db.transaction(['operations', 'snapshots'], 'readwrite', { durability })

  const all = () => inOne(async () => readAll(await db.getAll('operations')))

  return {
    isDurable: () => true,
    open: (user) =>
      inOne(async () => {
        const tx = write()
        for await (const cursor of tx.objectStore('operations')) if (readStored(cursor.value)?.user !== user) await cursor.delete()
        for await (const cursor of tx.objectStore('snapshots')) if (cursor.value.user !== user) await cursor.delete()
        await tx.done
        return all()
      }),
    all,
    put: (mutation) =>
      inOne(async () => {
        const { order: _, ...fresh } = toStored(mutation)
        // `strict`: the change is on disk before the screen reports it as saved.
        const tx = write('strict')
        // The generated key orders the operations across all tabs.
        const order = tx.objectStore('operations').add(fresh as Stored)
        // Commits immediately, because the page may close before `add` resolves.
        tx.commit()
        await tx.done
        return order
      }),
    edit: (id, change) =>
      inOne(async () => {
        const tx = write()
        const shelf = tx.objectStore('operations')
        const mutation = readStored(await shelf.index('id').get(id))
        const next = mutation && change(mutation)
        if (mutation && next === null) await shelf.delete(mutation.order)
        if (next && next !== mutation) await shelf.put(toStored(next))
        await tx.done
        return next
      }),
    drop: (ids) =>
      inOne(async () => {
        const tx = write()
        const shelf = tx.objectStore('operations')
        for (const id of ids) {
          const order = await shelf.index('id').getKey(id)
          if (order !== undefined) await shelf.delete(order)
        }
        await tx.done
      }),
    snapshot: (key) => inOne(async () => (await db.get('snapshots', key)) ?? null),
    keep: (snapshot, shown) =>
      inOne(async () => {
        const tx = write()
        const before = await tx.objectStore('snapshots').get(snapshot.key)
        if (!isOlder(snapshot, before)) {
          await tx.objectStore('snapshots').put(snapshot)
          const index = tx.objectStore('operations').index('id')
          for (const id of shown) {
            const order = await index.getKey(id)
            if (order !== undefined) await tx.objectStore('operations').delete(order)
          }
        }
        await tx.done
      }),
    async households() {
      const kept = [...(await db.getAll('operations')).map(readStored), ...(await db.getAll('snapshots'))]
      return [...new Set(kept.flatMap((one) => one?.household ?? []))]
    },
    async wipe(household) {
      const tx = write()
      const operations = tx.objectStore('operations')
      for (const mutation of readAll(await operations.getAll())) {
        if (household === undefined || mutation.household === household) await operations.delete(mutation.order)
      }
      for await (const cursor of tx.objectStore('snapshots')) {
        if (household === undefined || cursor.value.household === household) await cursor.delete()
      }
      await tx.done
    },
    close,
  }
}
