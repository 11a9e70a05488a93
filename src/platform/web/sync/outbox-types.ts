import type { Operation, PendingMutation, Refusal } from './operation.ts'
import type { Snapshot } from './store.ts'

/** What a screen hands over; the rest is filled in here. */
export type NewOperation = Pick<Operation, 'household' | 'kind' | 'words' | 'intent' | 'request'> &
  Partial<Pick<Operation, 'id' | 'after' | 'untilRead'>>

/** How it ended. `reply` only in the tab that sent it. */
export type Ending =
  | { readonly state: 'sent'; readonly seq: number | null; readonly reply?: unknown }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  /** The merge rule settled it without a change, or it was taken back before it was sent. */
  | { readonly state: 'void' }

/** What the sender found out. */
export type Settlement =
  | {
      readonly as: 'sent'
      readonly seq: number | null
      readonly reply: unknown
      readonly intent: unknown
      readonly isLasting: boolean
    }
  | { readonly as: 'refused'; readonly refusal: Refusal }
  | { readonly as: 'void' }

/** Words between the tabs of one browser. */
export interface TabChannel {
  say(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}
export const silentTabChannel: TabChannel = { say() {}, listen: () => () => {}, close() {} }

/** Everything unsent of one person on this device: the same in every tab. */
export interface Outbox {
  readonly user: string
  /** Settles when what was left from before has been read. */
  readonly ready: Promise<void>
  /** Whether that has happened: before, nobody knows what waits. */
  isRead(): boolean
  /** Oldest first; another array after every change. */
  pending(): readonly PendingMutation[]
  /** False: what waits is lost when the page goes. */
  isDurable(): boolean
  /** It counts from this very moment; `ended` tells how it went, whenever that is. */
  add(operation: NewOperation): { readonly id: string; readonly ended: Promise<Ending> }
  /** Takes back what was never tried. False: too late, it needs another change. */
  withdraw(id: string): Promise<boolean>
  /** Marks it as possibly sent; null when it is gone meanwhile. */
  markTried(id: string): Promise<PendingMutation | null>
  settle(id: string, how: Settlement): Promise<void>
  /** Somebody has read why it was refused. */
  dismiss(ids: readonly string[]): Promise<void>
  snapshot(key: string): Promise<Snapshot | null>
  /** Keeps an answer; the operations it shows are done with. */
  keep(snapshot: Snapshot, shown: readonly string[]): Promise<void>
  /**
   * The membership ended: nothing of this household stays. What had not been sent is shown once, and kept nowhere; once also where a
   * refusal and the list of households tell it at the same time.
   */
  forget(household: string): Promise<void>
  /** Forgets every household but these. */
  keepOnly(households: readonly string[]): Promise<void>
  watch(watcher: () => void): () => void
  /** Stops; with `wipe` nothing stays on the device. */
  close(wipe: boolean): Promise<void>
}
