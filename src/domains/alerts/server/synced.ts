import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { SyncedAlert } from '../contract.ts'
import { alertTypeFacts } from '../rules/alert-today.ts'
import type { AlertTables } from './tables.ts'

const toQuantity = (milli: number | null) => (milli === null ? null : fromMilli(milli))

const toSyncedAlert = (row: AlertTables['alerts']): SyncedAlert => ({
  id: row.id,
  type: row.kind,
  severity: row.severity,
  lotId: alertTypeFacts[row.kind].subject === 'lot' ? row.subject_id : null,
  ingredientId: row.ingredient_id,
  dueOn: row.due_on,
  quantity: toQuantity(row.milli),
  parLevel: toQuantity(row.par_milli),
  unit: row.unit,
  createdAt: row.created_at,
  snoozedUntil: row.snoozed_until,
  chance: toQuantity(row.chance),
  announcedDays: row.announced_days,
  announcedOn: row.announced_on,
  announcedSeverity: row.announced_severity,
  announcedVersion: row.announced_version,
})

/** What browsers keep a copy of: unresolved alerts. */
export const syncedAlerts: readonly SharedTable[] = [
  sharedTable({
    name: 'alerts',
    from: (q) => q.on<AlertTables>().selectFrom('alerts').selectAll().where('resolved_at', 'is', null).where('deleted_at', 'is', null),
    toRows: (rows) => rows.map(toSyncedAlert),
  }),
]
