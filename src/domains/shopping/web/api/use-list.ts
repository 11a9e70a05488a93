import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import type { RowsOf } from '#platform/web/sync/operation.ts'
import type { ReplyReplica, ReplyReplicaState } from '#platform/web/sync/reply-replica-types.ts'
import { useSyncSession } from '#platform/web/sync/use-sync-session.ts'
import { useUnsynced } from '#platform/web/sync/use-unsynced.ts'
import type { ShoppingItem, ShoppingStats } from '../../contract/index.ts'
import { sortByAisle, statsOf } from '../../rules/list-figures.ts'
import type { ListIntent, ListView } from '../../rules/offline.ts'
import { openListReplica } from './list-replica.ts'

const emptyState: ReplyReplicaState<ListView> = { view: null, asOf: null, isFetching: true, failure: null }

export interface ListState {
  /** Ordered by aisle, then by name; null until loaded. */
  items: readonly ShoppingItem[] | null
  aisles: readonly string[]
  stats: ShoppingStats
  canSendToInstacart: boolean
  isFetching: boolean
  /** The error of the last fetch; null if it succeeded. */
  failure: unknown
  replica: ReplyReplica<ListView> | null
  household: string | null
}

/** Subscribes to the list on this device; works offline. */
export function useList(): ListState {
  const session = useSyncSession()
  const household = useActiveHouseholdId()
  const replica = session && household ? openListReplica(session, household) : null
  const watch = useCallback((notify: () => void) => replica?.watch(notify) ?? (() => {}), [replica])
  const { view, isFetching, failure } = useSyncExternalStore(watch, () => replica?.state() ?? emptyState)
  const arrange = useStableOrder()
  const items = view && arrange(view)
  const stats = useMemo(() => statsOf(items ?? []), [items])
  return {
    items,
    aisles: view?.aisles ?? [],
    stats,
    canSendToInstacart: view?.canSendToInstacart ?? false,
    isFetching: isFetching,
    failure,
    replica,
    household,
  }
}

/** Returns a function that sorts rows, reusing the order until a name or an aisle changes: checking a row moves nothing. */
function useStableOrder(): (view: ListView) => readonly ShoppingItem[] {
  const last = useRef<{ view: ListView; items: readonly ShoppingItem[] } | null>(null)
  return (view) => {
    const before = last.current
    if (before?.view === view) return before.items
    const items = (before && sameOrder(before, view)) ?? sortByAisle(view.items, view.aisles)
    last.current = { view, items }
    return items
  }
}

function sameOrder(before: { view: ListView; items: readonly ShoppingItem[] }, view: ListView): ShoppingItem[] | null {
  if (before.items.length !== view.items.length || before.view.aisles.join('\n') !== view.aisles.join('\n')) return null
  const now = new Map(view.items.map((item) => [item.id, item]))
  const items: ShoppingItem[] = []
  for (const old of before.items) {
    const item = now.get(old.id)
    if (!item || item.category !== old.category || item.ingredientName !== old.ingredientName) return null
    items.push(item)
  }
  return items
}

/** Returns the ids of rows with changes that have waited long enough for the server to be worth marking. */
export const useUnsyncedRows = (household: string | null): ReadonlySet<string> => useUnsynced(household, rowsOf)

const rowsOf: RowsOf = ({ kind, intent }) => (kind === 'shopping' ? rowsOfIntent(intent as ListIntent) : [])
function rowsOfIntent(intent: ListIntent): readonly string[] {
  if (intent.do === 'add-all') return intent.rows.map(({ id }) => id)
  return 'id' in intent ? [intent.id] : 'ids' in intent ? intent.ids : []
}
