import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { readStored, type Stored, stored } from './operation.ts'
import { isOlder, readAll, type Snapshot, type Store } from './store.ts'

interface Shelves extends DBSchema {
  operations: { key: number; value: Stored; indexes: { id: string } }
  snapshots: { key: string; value: Snapshot }
}

/** Signing out deletes every database whose name begins so. */
const name = 'larder-outbox'

/** The device's own database. Throws where the browser has none or forbids it. */
export async function openIdbStore(): Promise<Store> {
  const db: IDBPDatabase<Shelves> = await openDB<Shelves>(name, 1, {
    upgrade(fresh) {
      fresh.createObjectStore('operations', { keyPath: 'order', autoIncrement: true }).createIndex('id', 'id', { unique: true })
      fresh.createObjectStore('snapshots', { keyPath: 'key' })
    },
    // Somebody signs out, or a newer version opens it: we must not stand in the way.
    blocking: () => db.close(),
  })

  const write = (durability: 'strict' | 'relaxed' = 'relaxed') => db.transaction(['operations', 'snapshots'], 'readwrite', { durability })

  const all = async () => readAll(await db.getAll('operations'))

  return {
    isDurable: () => true,
    async open(user) {
      const tx = write()
      for await (const cursor of tx.objectStore('operations')) if (readStored(cursor.value)?.user !== user) await cursor.delete()
      for await (const cursor of tx.objectStore('snapshots')) if (cursor.value.user !== user) await cursor.delete()
      await tx.done
      return all()
    },
    all,
    async put(held) {
      const { order: _, ...fresh } = stored(held)
      // What somebody did is on the disk before we say that it is kept.
      const tx = write('strict')
      // The key is made by the store: that is the order, over all tabs.
      const order = tx.objectStore('operations').add(fresh as Stored)
      // At once, not when the answer has been heard: the page may be left meanwhile.
      tx.commit()
      await tx.done
      return order
    },
    async edit(id, change) {
      const tx = write()
      const shelf = tx.objectStore('operations')
      const held = readStored(await shelf.index('id').get(id))
      const next = held && change(held)
      if (held && next === null) await shelf.delete(held.order)
      if (next && next !== held) await shelf.put(stored(next))
      await tx.done
      return next
    },
    async drop(ids) {
      const tx = write()
      const shelf = tx.objectStore('operations')
      for (const id of ids) {
        const order = await shelf.index('id').getKey(id)
        if (order !== undefined) await shelf.delete(order)
      }
      await tx.done
    },
    snapshot: async (key) => (await db.get('snapshots', key)) ?? null,
    async keep(snapshot, shown) {
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
    },
    async households() {
      const kept = [...(await db.getAll('operations')).map(readStored), ...(await db.getAll('snapshots'))]
      return [...new Set(kept.flatMap((one) => one?.household ?? []))]
    },
    async wipe(household) {
      const tx = write()
      const operations = tx.objectStore('operations')
      for (const held of readAll(await operations.getAll())) {
        if (household === undefined || held.household === household) await operations.delete(held.order)
      }
      for await (const cursor of tx.objectStore('snapshots')) {
        if (household === undefined || cursor.value.household === household) await cursor.delete()
      }
      await tx.done
    },
    close: () => db.close(),
  }
}
