import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Held } from './operation.ts'
import { type Running, runningNow, watchRunning } from './running.ts'

/** The unsent changes of whoever is signed in; null until they have been opened. */
export const useRunning = (): Running | null => useSyncExternalStore(watchRunning, runningNow)

export interface SyncState {
  /** False: what waits here has not been read yet, or nobody has answered since the page came. */
  readonly isKnown: boolean
  /** Changes of the household that the server does not have yet. */
  readonly waiting: number
  /** Changes of any household that were not taken. */
  readonly refused: readonly Held[]
  /** Null while the server answers; else when it was heard last, in milliseconds. */
  readonly silentSince: number | null
  /** False: what waits is lost when the page goes. */
  readonly isDurable: boolean
}

const calm: SyncState = { isKnown: false, waiting: 0, refused: [], silentSince: null, isDurable: true }

function read(running: Running | null, household: string | null): SyncState {
  if (!running) return calm
  const held = running.outbox.held()
  return {
    isKnown: running.outbox.isRead() && running.contact.isKnown(),
    waiting: held.filter((one) => one.state === 'waiting' && one.household === household).length,
    refused: held.filter((one) => one.state === 'refused'),
    silentSince: running.contact.silentSince(),
    isDurable: running.outbox.isDurable(),
  }
}

const isSame = (a: SyncState, b: SyncState) =>
  a.isKnown === b.isKnown &&
  a.waiting === b.waiting &&
  a.silentSince === b.silentSince &&
  a.isDurable === b.isDurable &&
  a.refused.length === b.refused.length &&
  a.refused.every(({ id }, at) => id === b.refused[at]?.id)

/** How this device stands with the server. */
export function useSync(household: string | null): SyncState {
  const running = useRunning()
  const last = useRef(calm)
  const watch = useCallback(
    (tell: () => void) => {
      if (!running) return () => {}
      const stops = [running.outbox.watch(tell), running.contact.watch(tell)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [running],
  )
  return useSyncExternalStore(watch, () => {
    const now = read(running, household)
    if (!isSame(now, last.current)) last.current = now
    return last.current
  })
}
