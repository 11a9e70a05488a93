import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { isSameItem } from '../../rules/merge-rows.ts'
import type { RecurringCause } from '../../rules/plan-list.ts'
import { listRecurring } from '../store/recurring-items.ts'
import type { ItemRow } from '../store/rows.ts'
import type { RowPatch } from './apply-list-change.ts'
import { everyOf, identityOf } from './recurring-items.ts'

/**
 * Returns what takes a row off the list when no meal needs it any more. If the row is there for something that repeats and is due too, that
 * amount stays.
 */
export async function prepareUnneededRowRemoval(
  tx: Transaction,
  householdId: HouseholdId,
  today: CalendarDate,
): Promise<(row: ItemRow) => RowPatch> {
  const due = (await listRecurring(tx, householdId)).filter(({ due_on }) => due_on <= today)
  return (row) => {
    const recurring = due.find((one) => (one.item_id === null ? isSameItem(identityOf(row), identityOf(one)) : one.item_id === row.id))
    if (!recurring) return { row, set: { state: 'removed' } }
    const cause: RecurringCause = { every: everyOf(recurring) }
    const { milli, unit, priority } = recurring
    return { row, set: { milli, unit, priority, reason: 'requested', cause: JSON.stringify(cause), by_rule: 0 } }
  }
}
