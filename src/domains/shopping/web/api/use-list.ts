import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { isFromDevice } from '#platform/web/api/local-source.ts'
import { cache, endpointQuery, invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import type { PendingMutation, RowsOf } from '#platform/web/sync/operation.ts'
import { pendingMutations } from '#platform/web/sync/pending-source.ts'
import { useSyncSession } from '#platform/web/sync/use-sync-session.ts'
import { useUnsynced } from '#platform/web/sync/use-unsynced.ts'
import { getShoppingList, type NamedList, type ShoppingItem } from '../../contract/index.ts'
import { sortByAisle } from '../../rules/list-figures.ts'
import { isListIntent } from '../../rules/list-intent.ts'
import { useChosenList } from './chosen-list.ts'
import { listChange, withPendingChanges } from './pending-list-changes.ts'

export interface ListState {
  /** Ordered by aisle, then by name; null until loaded. */
  items: readonly ShoppingItem[] | null
  aisles: readonly string[]
  canSendToInstacart: boolean
  isFetching: boolean
  /** The error of the last fetch; null if it succeeded. */
  failure: unknown
  refresh: () => void
  household: string | null
  /** The list that is shown; null for the default one. */
  list: NamedList | null
}

const noChanges: readonly PendingMutation[] = []

/** Subscribes to the list that this device shows; works offline. */
export function useList(): ListState {
  const household = useActiveHouseholdId()
  const { chosen: list } = useChosenList()
  const listId = list?.id ?? null
  const { data, error, isFetching, refetch, dataUpdatedAt } = useEndpointQuery(
    getShoppingList,
    listId === null ? {} : { query: { list: listId } },
  )
  const pending = useChangesToApply(household, dataUpdatedAt)
  const items = useMemo(
    () =>
      data
        ? withPending(data.items, data.aisles, household, pending, dataUpdatedAt).filter((item) => (item.listId ?? null) === listId)
        : null,
    [data, listId, household, pending, dataUpdatedAt],
  )
  return {
    items,
    aisles: data?.aisles ?? [],
    canSendToInstacart: data?.canSendToInstacart ?? false,
    isFetching,
    failure: error,
    refresh: useCallback(() => void refetch(), [refetch]),
    household,
    list,
  }
}

/** Returns the changes to apply: none if the list comes from this device, which has applied them. */
function useChangesToApply(household: string | null, updatedAt: number): readonly PendingMutation[] {
  const session = useSyncSession()
  const watch = useCallback((notify: () => void) => session?.outbox.watch(notify) ?? (() => {}), [session])
  return useSyncExternalStore(watch, () => (session && !isFromDevice(household, updatedAt) ? session.outbox.pending() : noChanges))
}

/** Applies the changes that the server hadn't received when the list was read. `readAt` is in ms since the epoch. */
function withPending(
  items: readonly ShoppingItem[],
  aisles: readonly string[],
  household: string | null,
  pending: readonly PendingMutation[],
  readAt: number,
): readonly ShoppingItem[] {
  const changes = pending.flatMap((one) => {
    if (one.kind !== 'shopping' || one.household !== household || one.state === 'refused') return []
    const isRead = one.state === 'sent' && (one.settledAt ?? 0) < readAt
    return isRead && !one.isLasting ? [] : [listChange(one, isRead)]
  })
  return changes.length === 0 ? items : sortByAisle(withPendingChanges(items, changes), aisles)
}

/** Returns the rows of all lists that aren't archived, as shown. */
export async function readList(household: string): Promise<readonly ShoppingItem[]> {
  const { queryKey, ...query } = endpointQuery(getShoppingList, { query: { list: 'all' } }, household)
  const { items, aisles } = await cache.fetchQuery({ ...query, queryKey, staleTime: 30_000, retry: false })
  const updatedAt = cache.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  return isFromDevice(household, updatedAt) ? items : withPending(items, aisles, household, pendingMutations(), updatedAt)
}

/** Reads the list again after a change that no copy of the household includes. */
export function refreshList(household: string | null): void {
  if (!isFromDevice(household, Date.now())) void invalidateIn(household, getShoppingList)
}

/** Returns the ids of rows with changes that have waited long enough for the server to be worth marking. */
export const useUnsyncedRows = (household: string | null): ReadonlySet<string> => useUnsynced(household, rowsOf)

const rowsOf: RowsOf = ({ kind, intent }) => {
  if (kind !== 'shopping' || !isListIntent(intent)) return []
  if (intent.do === 'add-all') return intent.rows.map(({ id }) => id)
  return 'id' in intent ? [intent.id] : 'ids' in intent ? intent.ids : []
}
