import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { PendingMutation } from './operation.ts'
import { currentSyncSession, type SyncSession, watchSyncSession } from './sync-session.ts'

/** The unsent changes of whoever is signed in; null until they have been opened. */
export const useSyncSession = (): SyncSession | null => useSyncExternalStore(watchSyncSession, currentSyncSession)

export interface SyncState {
  /** False: what waits here has not been read yet, or nobody has answered since the page came. */
  readonly isKnown: boolean
  /** Changes of the household that the server does not have yet. */
  readonly waiting: number
  /** Changes of any household that were not taken. */
  readonly refused: readonly PendingMutation[]
  /** Null while the server answers; else when it was heard last, in milliseconds. */
  readonly offlineSince: number | null
  /** False: what waits is lost when the page goes. */
  readonly isDurable: boolean
}

const calm: SyncState = { isKnown: false, waiting: 0, refused: [], offlineSince: null, isDurable: true }

function read(session: SyncSession | null, household: string | null): SyncState {
  if (!session) return calm
  const mutation = session.outbox.pending()
  return {
    isKnown: session.outbox.isRead() && session.connectivity.isKnown(),
    waiting: mutation.filter((one) => one.state === 'waiting' && one.household === household).length,
    refused: mutation.filter((one) => one.state === 'refused'),
    offlineSince: session.connectivity.offlineSince(),
    isDurable: session.outbox.isDurable(),
  }
}

const isSame = (a: SyncState, b: SyncState) =>
  a.isKnown === b.isKnown &&
  a.waiting === b.waiting &&
  a.offlineSince === b.offlineSince &&
  a.isDurable === b.isDurable &&
  a.refused.length === b.refused.length &&
  a.refused.every(({ id }, at) => id === b.refused[at]?.id)

/** How this device stands with the server. */
export function useSync(household: string | null): SyncState {
  const session = useSyncSession()
  const last = useRef(calm)
  const watch = useCallback(
    (tell: () => void) => {
      if (!session) return () => {}
      const stops = [session.outbox.watch(tell), session.connectivity.watch(tell)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [session],
  )
  return useSyncExternalStore(watch, () => {
    const now = read(session, household)
    if (!isSame(now, last.current)) last.current = now
    return last.current
  })
}
