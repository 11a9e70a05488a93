import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PendingMutation, RowsOf } from './operation.ts'
import type { SyncSession } from './sync-session.ts'
import { useSyncSession } from './use-sync-session.ts'

/** Online, changes are usually sent before this, so they need no mark. */
const quietMs = 1500

interface Unsynced {
  readonly household: string | null
  readonly isOffline: boolean
  readonly ids: ReadonlySet<string>
  /** When the next change will have waited long enough, in milliseconds. */
  readonly until: number
}
/** By the list of pending changes, then by what was asked for: all rows of a screen ask for the same. */
const computed = new WeakMap<readonly PendingMutation[], Map<RowsOf, Unsynced>>()

function unsyncedIds({ outbox, connectivity }: SyncSession, household: string | null, rowsOf: RowsOf): ReadonlySet<string> {
  const isOffline = connectivity.offlineSince() !== null
  const pending = outbox.pending()
  const results = computed.get(pending) ?? new Map<RowsOf, Unsynced>()
  computed.set(pending, results)
  const now = Date.now()
  const known = results.get(rowsOf)
  if (known && known.household === household && known.isOffline === isOffline && now <= known.until) return known.ids
  const ids = new Set<string>()
  let until = Number.POSITIVE_INFINITY
  for (const one of pending) {
    if (one.state !== 'waiting' || one.household !== household) continue
    const quietUntil = Date.parse(one.at) + quietMs
    if (isOffline || now > quietUntil) for (const id of rowsOf(one)) ids.add(id)
    else until = Math.min(until, quietUntil)
  }
  results.set(rowsOf, { household, isOffline, ids, until })
  return ids
}

function useUnsyncedSnapshot<T>(household: string | null, rowsOf: RowsOf, select: (ids: ReadonlySet<string>) => T): T | undefined {
  const session = useSyncSession()
  const watch = useCallback(
    (notify: () => void) => {
      if (!session) return () => {}
      const stops = [session.outbox.watch(notify), session.connectivity.watch(notify)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [session],
  )
  return useSyncExternalStore(watch, () => (session ? select(unsyncedIds(session, household, rowsOf)) : undefined))
}

/** Returns the ids of rows with changes that have waited long enough for the server to be worth marking. */
export function useUnsynced(household: string | null, rowsOf: RowsOf): ReadonlySet<string> {
  const ids = useUnsyncedSnapshot(household, rowsOf, (all) => [...all].join('\n')) ?? ''
  return useMemo(() => new Set(ids === '' ? [] : ids.split('\n')), [ids])
}

/** Whether `useUnsynced` contains any of the rows. Renders again only when that changes. */
export const useIsUnsynced = (household: string | null, rowsOf: RowsOf, ...ids: readonly string[]): boolean =>
  useUnsyncedSnapshot(household, rowsOf, (unsynced) => ids.some((id) => unsynced.has(id))) ?? false
