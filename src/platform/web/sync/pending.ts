import type { PendingMutation } from './operation.ts'

let read: () => readonly PendingMutation[] = () => []

/** What waits on this device, for screens that must not load the whole outbox to know it. */
export const pendingMutations = (): readonly PendingMutation[] => read()

/** Told by the outbox when it opens and closes. */
export const setPendingSource = (source: () => readonly PendingMutation[]): void => {
  read = source
}
