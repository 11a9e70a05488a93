import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useSyncSession } from '#platform/web/sync/use-sync-session.ts'
import type { ListIntent } from '../../rules/offline.ts'

/** With a network a change is through before one has read a mark. */
const quietMs = 1500

/** Rows with changes that the server does not have yet, and that have waited long enough to be worth a mark. */
export function useUnsentRows(household: string | null): ReadonlySet<string> {
  const running = useSyncSession()
  const watch = useCallback(
    (tell: () => void) => {
      if (!running) return () => {}
      const stops = [running.outbox.watch(tell), running.connectivity.watch(tell)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [running],
  )
  const ids = useSyncExternalStore(watch, () => {
    if (!running) return ''
    const isSilent = running.connectivity.offlineSince() !== null
    return running.outbox
      .pending()
      .filter((held) => held.state === 'waiting' && held.household === household && held.kind === 'shopping')
      .filter(({ at }) => isSilent || Date.now() - Date.parse(at) > quietMs)
      .flatMap(({ intent }) => rowsOf(intent as ListIntent))
      .join(' ')
  })
  return useMemo(() => new Set(ids === '' ? [] : ids.split(' ')), [ids])
}

const rowsOf = (intent: ListIntent): readonly string[] => ('id' in intent ? [intent.id] : 'ids' in intent ? intent.ids : [])
