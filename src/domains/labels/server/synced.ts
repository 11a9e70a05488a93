import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import type { LabelTables } from './tables.ts'
import { toSyncedLabel } from './use-cases/edit-label.ts'

/** What browsers keep a copy of. */
export const syncedLabels: readonly SharedTable[] = [
  sharedTable({
    name: 'labels',
    from: (q) => q.on<LabelTables>().selectFrom('labels').selectAll().where('revoked_at', 'is', null),
    toRows: (rows) => rows.map(toSyncedLabel),
  }),
]
