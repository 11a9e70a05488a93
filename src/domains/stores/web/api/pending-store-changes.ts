import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { Store } from '../../contract.ts'
import { storeTable } from '../../rules/local-stores.ts'

/** A change of a store as the user meant it: what to set, all of a new store, or null to remove it. */
export interface StoreIntent {
  readonly id: string
  readonly to: Partial<Store> | null
}

/** Returns what a waiting change of a store does to the rows on this device. Only a whole store is added. */
export const storeChange =
  ({ intent }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const { id, to } = intent as StoreIntent
    const known = draft.get(storeTable, id)
    if (!to) draft.remove(storeTable, id)
    else if (known || to.createdAt) draft.put(storeTable, { ...known, ...(to as Store) })
  }
