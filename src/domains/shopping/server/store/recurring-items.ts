import { sql } from 'kysely'
import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ShoppingTables } from '../tables.ts'

export type RecurringRow = ShoppingTables['recurring_items']

const on = (q: Reader) => q.on<ShoppingTables>()

/** Returns these, also ended ones. */
export const findRecurring = async (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<RecurringRow[]> =>
  ids.length === 0
    ? []
    : on(q)
        .selectFrom('recurring_items')
        .selectAll()
        .where('household_id', '=', householdId)
        .where('id', 'in', padInList([...new Set(ids)]))
        .execute()

/** Returns those that haven't ended, next due first. */
export const listRecurring = (q: Reader, householdId: HouseholdId): Promise<RecurringRow[]> =>
  on(q)
    .selectFrom('recurring_items')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('ended_at', 'is', null)
    .orderBy('due_on')
    .orderBy('id')
    .execute()

export const insertRecurring = rowInserter<RecurringRow>('recurring_items')

export const updateRecurring = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<RecurringRow, 'household_id' | 'id' | 'version'>>,
) =>
  on(tx)
    .updateTable('recurring_items')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Ends those of the ids that no one changed since they were added, or with `includeChanged` all of them. Returns the ids of these. */
export async function endUnchangedRecurring(
  tx: Transaction,
  householdId: HouseholdId,
  ids: readonly string[],
  { at, includeChanged }: { at: string; includeChanged: boolean },
): Promise<string[]> {
  const rows = (await findRecurring(tx, householdId, ids)).filter(
    ({ ended_at, created_at, updated_at }) => ended_at === null && (includeChanged || updated_at === created_at),
  )
  for (const { id } of rows) await updateRecurring(tx, householdId, id, { ended_at: at, updated_at: at })
  return rows.map(({ id }) => id)
}

export const recurringItemReferences = ingredientReferences('recurring_items', 'id')
