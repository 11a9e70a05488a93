import type { PendingMutation } from './operation.ts'

let read: () => readonly PendingMutation[] = () => []

/** The operations waiting on this device, for screens that must not load the outbox. */
export const pendingMutations = (): readonly PendingMutation[] => read()

/** Set by the sync session when it starts and ends. */
export const setPendingSource = (source: () => readonly PendingMutation[]): void => {
  read = source
}
