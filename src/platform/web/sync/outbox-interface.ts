import type { CopyState, Operation, PendingMutation, Refusal } from './operation.ts'

/** The fields a caller provides; the outbox fills in the rest. */
export type NewOperation = Pick<Operation, 'household' | 'kind' | 'words' | 'intent' | 'request'> & Partial<Pick<Operation, 'id' | 'after'>>

/** The outcome of an operation. Only the tab that sent it has `reply`. */
export type Outcome =
  | { readonly state: 'sent'; readonly seq: number | null; readonly reply?: unknown }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  /** Settled without a change by the merge rule, or withdrawn before it was sent. */
  | { readonly state: 'void' }

/** The outcome as reported by the sender. */
export type Settlement =
  | {
      readonly state: 'sent'
      readonly seq: number | null
      readonly reply: unknown
      readonly intent: unknown
      readonly isLasting: boolean
    }
  | { readonly state: 'refused'; readonly refusal: Refusal }
  | { readonly state: 'void' }

/** Runs `work` later. Returns what runs it at once, unless it has run. */
export type Later = (work: () => void) => () => void

/** Messages between the tabs of one browser. */
export interface TabChannel {
  send(message: unknown): void
  listen(listener: (message: unknown) => void): () => void
  close(): void
}
export const silentTabChannel: TabChannel = { send() {}, listen: () => () => {}, close() {} }

/** A person's unsent changes on this device, shared by all tabs. */
export interface Outbox {
  readonly user: string
  /** Resolves once the stored operations are read. */
  readonly ready: Promise<void>
  /** Whether the stored operations have been read. */
  isRead(): boolean
  /** Oldest first. Returns a new array after each change. */
  pending(): readonly PendingMutation[]
  /** False if the operations are lost when the page closes. */
  isDurable(): boolean
  /**
   * Adds an operation; it is in `pending()` and being stored at once. `stored` resolves when it is on this device, or can't be stored; `ended`
   * resolves with its outcome. Watchers learn of it at once, or when `later` runs what it gets.
   */
  add(operation: NewOperation, later?: Later): { readonly id: string; readonly stored: Promise<void>; readonly ended: Promise<Outcome> }
  /** Removes an operation that was never tried. Returns false if it may have been sent. */
  withdraw(id: string): Promise<boolean>
  /** Marks it as possibly sent. Returns null if it no longer waits. */
  markTried(id: string): Promise<PendingMutation | null>
  settle(id: string, how: Settlement): Promise<void>
  /** Removes rejected operations after the person has seen why. */
  dismiss(ids: readonly string[]): Promise<void>
  /** Drops the operations that the stored copy of a household includes, unless they can still be undone. */
  dropRead(household: string, copy: CopyState): Promise<void>
  /** Deletes everything of a household whose membership ended. Its unsent operations are shown once as rejected and not stored. */
  forget(household: string): Promise<void>
  /** Forgets every other household. */
  keepOnly(households: readonly string[]): Promise<void>
  watch(watcher: () => void): () => void
  /** Stops. With `wipe`, also deletes everything from the device. */
  close(wipe: boolean): Promise<void>
}
