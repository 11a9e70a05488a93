import type { ShoppingViews } from '#domains/shopping/server/index.ts'
import { findChanges } from '#platform/server/changes/change-log.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { RecipeTables } from '../tables.ts'

export type ListedNeedRow = RecipeTables['plan_list_causes']

/** Returns what planned meals lacked as the list has seen it, each with what became of its row, and whether adding it was undone. */
export async function listListedNeeds(q: Reader, householdId: HouseholdId) {
  const rows = await q
    .on<RecipeTables & ShoppingViews>()
    .selectFrom('plan_list_causes as causes')
    .innerJoin('shopping_items as items', (join) =>
      join.onRef('items.household_id', '=', 'causes.household_id').onRef('items.id', '=', 'causes.item_id'),
    )
    .selectAll('causes')
    .select(['items.state', 'items.is_checked'])
    .where('causes.household_id', '=', householdId)
    .orderBy('causes.id')
    .execute()
  const seqs = [...new Set(rows.flatMap(({ seq }) => (seq > 0 ? seq : [])))]
  const changes = await findChanges(q, householdId, padInList(seqs))
  const undone = new Set(changes.flatMap(({ seq, undoneBy }) => (undoneBy === null ? [] : seq)))
  return rows.map(({ state, is_checked, ...row }) => {
    const isOpen = state === 'listed' && is_checked === 0 && !undone.has(row.seq)
    return { ...row, row: isOpen ? ('open' as const) : state === 'put_away' ? ('put_away' as const) : ('gone' as const) }
  })
}

export type KnownNeed = Awaited<ReturnType<typeof listListedNeeds>>[number]

export const insertListedNeed = rowInserter<ListedNeedRow>('plan_list_causes')

/** Deletes what an import brought about these meals, for which no change added anything to the list. */
export async function deleteImportedNeeds(tx: Transaction, householdId: HouseholdId, entryIds: readonly string[]): Promise<void> {
  if (entryIds.length === 0) return
  await tx
    .on<RecipeTables>()
    .deleteFrom('plan_list_causes')
    .where('household_id', '=', householdId)
    .where('entry_id', 'in', padInList(entryIds))
    .where('seq', '=', 0)
    .execute()
}

export async function deleteListedNeeds(tx: Transaction, householdId: HouseholdId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .on<RecipeTables>()
    .deleteFrom('plan_list_causes')
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(ids))
    .execute()
}
