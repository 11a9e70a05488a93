import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { SyncedTrip } from '../../contract/index.ts'
import { tripTable } from '../../rules/local-list.ts'

/** A change of a trip as the user meant it: what to set, all of a new trip, or null to end it. */
export interface TripIntent {
  readonly id: string
  readonly to: Partial<SyncedTrip> | null
}

/** Returns what a waiting change of a trip does to the rows on this device. A new trip ends its shopper's one before. */
export const tripChange =
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { id, to } = intent as TripIntent
    const known = draft.get(tripTable, id)
    if (!to) return draft.remove(tripTable, id)
    if (to.startedAt && !known) for (const other of draft.rows(tripTable)) if (other.userId === to.userId) draft.remove(tripTable, other.id)
    if (known || to.startedAt) draft.put(tripTable, { ...known, ...(to as SyncedTrip) })
  }
