import type { Held } from './operation.ts'

/** A sent change is needed for as long as one may want to take it back. */
const keepSentMs = 60_000

/** Something that waits may hang on its answer. `now` in milliseconds. */
export const isNeeded = (held: Held, all: readonly Held[], now: number): boolean =>
  held.isLasting &&
  ((held.settledAt ?? 0) > now - keepSentMs || all.some((one) => one.household === held.household && one.state === 'waiting'))

/** Something that waits takes it back. */
export const isWanted = (held: Held, all: readonly Held[]): boolean => all.some((one) => one.after === held.id && one.state === 'waiting')

/** Sent a while ago, and no read has to show it. `now` in milliseconds. */
export const isOver = (held: Held, all: readonly Held[], now: number): boolean =>
  held.state === 'sent' && !held.untilRead && (held.settledAt ?? 0) < now - keepSentMs && !isWanted(held, all)
