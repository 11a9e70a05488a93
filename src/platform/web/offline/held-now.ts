import type { Held } from './operation.ts'

let read: () => readonly Held[] = () => []

/** What waits on this device, for screens that must not load the whole outbox to know it. */
export const heldNow = (): readonly Held[] => read()

/** Told by the outbox when it opens and closes. */
export const tellHeld = (source: () => readonly Held[]): void => {
  read = source
}
