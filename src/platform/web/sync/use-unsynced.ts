import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { PendingMutation } from './operation.ts'
import type { SyncSession } from './sync-session.ts'
import { useSyncSession } from './use-sync-session.ts'

/** Online, changes are usually sent before this, so they need no mark. */
const quietMs = 1500

/** Returns the rows that an intent changes. Constant for a kind of changes. */
type IdsOf = (intent: unknown) => readonly string[]

interface Unsynced {
  readonly ids: ReadonlySet<string>
  /** When the next change will have waited long enough, in milliseconds. */
  readonly until: number
}
/** By the list of pending changes, then by what was asked for: all rows of a screen ask for the same. */
const computed = new WeakMap<readonly PendingMutation[], Map<string, Unsynced>>()

function unsyncedIds({ outbox, connectivity }: SyncSession, household: string | null, kind: string, idsOf: IdsOf): ReadonlySet<string> {
  const isOffline = connectivity.offlineSince() !== null
  const pending = outbox.pending()
  const results = computed.get(pending) ?? new Map<string, Unsynced>()
  computed.set(pending, results)
  const key = `${kind} ${household} ${isOffline}`
  const now = Date.now()
  const known = results.get(key)
  if (known && now <= known.until) return known.ids
  const ids = new Set<string>()
  let until = Number.POSITIVE_INFINITY
  for (const one of pending) {
    if (one.state !== 'waiting' || one.household !== household || one.kind !== kind) continue
    const quietUntil = Date.parse(one.at) + quietMs
    if (isOffline || now > quietUntil) for (const id of idsOf(one.intent)) ids.add(id)
    else until = Math.min(until, quietUntil)
  }
  results.set(key, { ids, until })
  return ids
}

function useUnsyncedSnapshot<T>(
  household: string | null,
  kind: string,
  idsOf: IdsOf,
  select: (ids: ReadonlySet<string>) => T,
): T | undefined {
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
  return useSyncExternalStore(watch, () => (session ? select(unsyncedIds(session, household, kind, idsOf)) : undefined))
}

/** Returns the ids of rows with changes of a kind that have waited long enough for the server to be worth marking. */
export function useUnsynced(household: string | null, kind: string, idsOf: IdsOf): ReadonlySet<string> {
  const ids = useUnsyncedSnapshot(household, kind, idsOf, (all) => [...all].join('\n')) ?? ''
  return useMemo(() => new Set(ids === '' ? [] : ids.split('\n')), [ids])
}

/** Whether `useUnsynced` contains a row. Renders again only when that changes. */
export const useIsUnsynced = (household: string | null, kind: string, idsOf: IdsOf, id: string): boolean =>
  useUnsyncedSnapshot(household, kind, idsOf, (ids) => ids.has(id)) ?? false
