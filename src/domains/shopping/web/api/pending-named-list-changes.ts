import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { NamedList } from '../../contract/index.ts'
import { namedListTable } from '../../rules/local-list.ts'

/** A change of a list as the user meant it: what to set, all of a new list, or null to delete it. */
export interface NamedListIntent {
  readonly id: string
  readonly to: Partial<NamedList> | null
}

/** Returns what a waiting change of a list does to the rows on this device. Only a whole list is added. */
export const namedListChange =
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { id, to } = intent as NamedListIntent
    const known = draft.get(namedListTable, id)
    if (!to) draft.remove(namedListTable, id)
    else if (known || to.createdAt) draft.put(namedListTable, { ...known, ...(to as NamedList) })
  }
