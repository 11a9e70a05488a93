import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSyncSession } from './use-sync-session.ts'

/** Online, changes are usually sent before this, so they need no mark. */
const quietMs = 1500

/**
 * Returns the ids of rows with changes of a kind that have waited long enough for the server to be worth marking. `idsOf` returns the rows
 * that an intent changes.
 */
export function useUnsynced(household: string | null, kind: string, idsOf: (intent: unknown) => readonly string[]): ReadonlySet<string> {
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
  const ids = useSyncExternalStore(watch, () => {
    if (!session) return ''
    const isOffline = session.connectivity.offlineSince() !== null
    return session.outbox
      .pending()
      .filter((mutation) => mutation.state === 'waiting' && mutation.household === household && mutation.kind === kind)
      .filter(({ at }) => isOffline || Date.now() - Date.parse(at) > quietMs)
      .flatMap(({ intent }) => idsOf(intent))
      .join('\n')
  })
  return useMemo(() => new Set(ids === '' ? [] : ids.split('\n')), [ids])
}
