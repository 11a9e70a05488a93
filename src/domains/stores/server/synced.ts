import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import type { StoreTables } from './tables.ts'
import { toStore } from './use-cases/edit-store.ts'

/** What browsers keep a copy of. */
export const syncedStores: readonly SharedTable[] = [
  sharedTable({
    name: 'stores',
    from: (q) => q.on<StoreTables>().selectFrom('stores').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toStore),
  }),
]
