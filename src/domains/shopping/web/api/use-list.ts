import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import type { Replica, ReplicaState } from '#platform/web/sync/replica-types.ts'
import { useSyncSession } from '#platform/web/sync/use-sync-session.ts'
import type { ShoppingItem, ShoppingStats } from '../../contract/index.ts'
import { inAisleOrder, statsOf } from '../../rules/list.ts'
import type { ListView } from '../../rules/offline.ts'
import { listOf } from './list.ts'

const nothing: ReplicaState<ListView> = { view: null, asOf: null, isFetching: true, failure: null }

export interface ListNow {
  /** By aisle, then by name; null: nothing is known yet. */
  items: readonly ShoppingItem[] | null
  aisles: readonly string[]
  stats: ShoppingStats
  canSendToInstacart: boolean
  isAsking: boolean
  /** Why the last asking failed. */
  failure: unknown
  replica: Replica<ListView> | null
  household: string | null
}

/** The list as it stands on this device, with a network and without. */
export function useList(): ListNow {
  const running = useSyncSession()
  const household = useActiveHouseholdId()
  const replica = running && household ? listOf(running, household) : null
  const watch = useCallback((tell: () => void) => replica?.watch(tell) ?? (() => {}), [replica])
  const { view, isFetching, failure } = useSyncExternalStore(watch, () => replica?.state() ?? nothing)
  const arrange = useArranging()
  const items = view && arrange(view)
  const stats = useMemo(() => statsOf(items ?? []), [items])
  return {
    items,
    aisles: view?.aisles ?? [],
    stats,
    canSendToInstacart: view?.canSendToInstacart ?? false,
    isAsking: isFetching,
    failure,
    replica,
    household,
  }
}

/** Puts rows in order, and only anew when a name or an aisle has changed: a tick moves nothing. */
function useArranging(): (view: ListView) => readonly ShoppingItem[] {
  const last = useRef<{ view: ListView; items: readonly ShoppingItem[] } | null>(null)
  return (view) => {
    const before = last.current
    if (before?.view === view) return before.items
    const items = (before && sameOrder(before, view)) ?? inAisleOrder(view.items, view.aisles)
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
