import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { PendingMutation } from './operation.ts'
import { currentSyncSession, type SyncSession, watchSyncSession } from './sync-session.ts'

/** The signed-in person's sync session; null until it has started. */
export const useSyncSession = (): SyncSession | null => useSyncExternalStore(watchSyncSession, currentSyncSession)

export interface SyncState {
  /** False until the stored operations are read and the server's reachability is known. */
  readonly isKnown: boolean
  /** The number of unsent changes of the household. */
  readonly waiting: number
  /** Rejected changes of all households. */
  readonly refused: readonly PendingMutation[]
  /** Null while the server is reachable; otherwise the time of its last response, in milliseconds. */
  readonly offlineSince: number | null
  /** False if waiting changes are lost when the page closes. */
  readonly isDurable: boolean
}

const initialState: SyncState = { isKnown: false, waiting: 0, refused: [], offlineSince: null, isDurable: true }

function read(session: SyncSession | null, household: string | null): SyncState {
  if (!session) return initialState
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

/** Subscribes to the sync state of a household. */
export function useSyncState(household: string | null): SyncState {
  const session = useSyncSession()
  const last = useRef(initialState)
  const watch = useCallback(
    (onChange: () => void) => {
      if (!session) return () => {}
      const stops = [session.outbox.watch(onChange), session.connectivity.watch(onChange)]
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
