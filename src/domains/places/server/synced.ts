import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import type { PlaceTables } from './tables.ts'
import { toPlace } from './use-cases/edit-place.ts'

/** What browsers keep a copy of. */
export const syncedPlaces: readonly SharedTable[] = [
  sharedTable({
    name: 'places',
    from: (q) => q.on<PlaceTables>().selectFrom('places').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toPlace),
  }),
]
