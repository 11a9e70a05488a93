import type { LocalTable, Row } from '#platform/shared/local-tables.ts'
import type { TablesUpdate } from './household-tables.ts'
import type { PendingMutation } from './operation.ts'

/** A change of a row as the user meant it: what to set, all of a new row, or null to remove it. */
export interface RowIntent<R extends Row> {
  readonly id: string
  readonly to: Partial<R> | null
}

/** Returns what a waiting `RowIntent` does to the rows on this device. Only a whole row is added. */
export const pendingRowChange =
  <R extends Row & { createdAt: string }>(table: LocalTable<R>) =>
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { id, to } = intent as RowIntent<R>
    const known = draft.get(table, id)
    if (!to) draft.remove(table, id)
    else if (known || to.createdAt) draft.put(table, { ...known, ...(to as R) })
  }
