import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Reader } from '../database/index.ts'

interface RowChangeTables {
  households: { id: HouseholdId; seq: number; deleted_at: string | null }
  row_changes: { household_id: HouseholdId; kind: string; row_id: string; seq: number }
}
const on = (q: Reader) => q.on<RowChangeTables>()

/** The end of a household's log, and the epoch in which its numbers count: a restored backup starts a new one. */
export interface SyncHead {
  seq: number
  epoch: string
}

export const readHead = (q: Reader, householdId: HouseholdId): Promise<SyncHead | undefined> =>
  on(q)
    .selectFrom('households')
    .innerJoin('row_changes', 'row_changes.household_id', 'households.id')
    .select(['households.seq', 'row_changes.row_id as epoch'])
    .where('households.id', '=', householdId)
    .where('row_changes.kind', '=', 'epoch')
    .executeTakeFirst()

/** Ids by kind, of at most `limit` rows. */
export type ChangedRows = ReadonlyMap<string, readonly string[]>

/**
 * Returns the rows changed after `since`, or null if there are more than `limit`. Includes rows changed without an entry in the log, and
 * those again until the log has a next one.
 */
export async function changedRowsSince(q: Reader, householdId: HouseholdId, since: number, limit: number): Promise<ChangedRows | null> {
  const rows = await on(q)
    .selectFrom('row_changes')
    .select(['kind', 'row_id'])
    .where('household_id', '=', householdId)
    .where('seq', '>', since)
    .limit(limit + 1)
    .execute()
  if (rows.length > limit) return null
  return new Map([...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, found]) => [kind, found.map(({ row_id }) => row_id)]))
}

/** Whether what the user may see differs from then on. */
export const hasNewAccess = (changed: ChangedRows, userId: UserId): boolean => changed.get('access')?.includes(userId) ?? false
