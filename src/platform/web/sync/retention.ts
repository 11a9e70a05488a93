import type { PendingMutation } from './operation.ts'

/** A sent change is needed for as long as one may want to take it back. */
const sentRetentionMs = 60_000

/** Something that waits may hang on its answer. `now` in milliseconds. */
export const isStillReferenced = (mutation: PendingMutation, all: readonly PendingMutation[], now: number): boolean =>
  mutation.isLasting &&
  ((mutation.settledAt ?? 0) > now - sentRetentionMs || all.some((one) => one.household === mutation.household && one.state === 'waiting'))

/** Something that waits takes it back. */
export const hasPendingUndo = (mutation: PendingMutation, all: readonly PendingMutation[]): boolean =>
  all.some((one) => one.after === mutation.id && one.state === 'waiting')

/** Sent a while ago, and no read has to show it. `now` in milliseconds. */
export const isExpired = (mutation: PendingMutation, all: readonly PendingMutation[], now: number): boolean =>
  mutation.state === 'sent' && !mutation.untilRead && (mutation.settledAt ?? 0) < now - sentRetentionMs && !hasPendingUndo(mutation, all)
