import type { PendingMutation } from './operation.ts'

/** How long a sent change can be undone. */
const sentRetentionMs = 60_000

/** Whether waiting changes may depend on its reply. `now` is in milliseconds. */
export const isStillReferenced = (mutation: PendingMutation, all: readonly PendingMutation[], now: number): boolean =>
  mutation.isLasting &&
  ((mutation.settledAt ?? 0) > now - sentRetentionMs || all.some((one) => one.household === mutation.household && one.state === 'waiting'))

/** Whether a waiting change undoes it. */
export const hasPendingUndo = (mutation: PendingMutation, all: readonly PendingMutation[]): boolean =>
  all.some((one) => one.after === mutation.id && one.state === 'waiting')

/** Whether it was sent a while ago and no read has to include it. `now` is in milliseconds. */
export const isExpired = (mutation: PendingMutation, all: readonly PendingMutation[], now: number): boolean =>
  mutation.state === 'sent' && !mutation.untilRead && (mutation.settledAt ?? 0) < now - sentRetentionMs && !hasPendingUndo(mutation, all)
