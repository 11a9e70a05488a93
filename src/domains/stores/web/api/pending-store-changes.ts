import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { Store } from '../../contract.ts'
import { storeTable } from '../../rules/local-stores.ts'

/** A change of a store as the user meant it: adds it or sets fields of it, removes it, or brings it back. */
export type StoreIntent =
  | { readonly do: 'put-store'; readonly store: Store }
  | { readonly do: 'edit-store'; readonly id: string; readonly to: Partial<Pick<Store, 'name' | 'place'>> }
  | { readonly do: 'remove-store'; readonly id: string }

/** Returns what a waiting change of a store does to the rows on this device. */
export const storeChange =
  ({ intent: stored }: Pick<PendingMutation, 'intent'>): TablesUpdate =>
  (draft) => {
    const intent = stored as StoreIntent
    const id = intent.do === 'put-store' ? intent.store.id : intent.id
    const known = draft.get(storeTable, id)
    if (intent.do === 'remove-store') draft.remove(storeTable, id)
    else if (intent.do === 'edit-store') known && draft.put(storeTable, { ...known, ...intent.to })
    else if (!known) draft.put(storeTable, intent.store)
  }
