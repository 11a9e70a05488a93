import type { Clock } from './clock.ts'
import type { Connectivity } from './connectivity.ts'
import type { Outbox } from './outbox-types.ts'

/**
 * A local replica: the server's last reply with this device's own changes applied. Screens show it online and offline.
 * Newer data always wins. Replies, events and own changes carry the household's change number: a late reply is dropped, an event already
 * included in the reply is skipped, and an own change is applied until a reply includes it. Data without a number is ordered by the time
 * of its request.
 * A reply or event that arrives while an own change is in flight waits for that change's response, because it may or may not include it.
 */
export interface ReplyReplica<View> {
  state(): ReplyReplicaState<View>
  watch(watcher: () => void): () => void
  /** Fetches from the server. If a fetch is in flight, runs another one after it. */
  refresh(): void
  /** Accepts a reply fetched elsewhere; `askedAt` is the time of its request. */
  receiveAnswer(answer: ReplyReplicaAnswer<View>, askedAt: number): void
  /** Accepts an event (of another member or of this device) with its change number. */
  receiveEvent(event: unknown, seq: number | null): void
  /** Stores the reply if it is only in memory. */
  flush(): Promise<void>
  close(): void
}

export interface ReplyReplicaState<View> {
  /** Null until a reply is known. */
  readonly view: View | null
  /** When the reply that `view` is based on was requested, in milliseconds. */
  readonly asOf: number | null
  readonly isFetching: boolean
  /** Why the last fetch failed; null if it succeeded. */
  readonly failure: unknown
}

export interface ReplyReplicaAnswer<View> {
  readonly data: View
  /** The last change included; null if the server didn't say. */
  readonly seq: number | null
}

export interface ReplyReplicaStep {
  readonly intent: unknown
  /** Whether the reply already includes it, and it is only passed for the changes that depend on it. */
  readonly isShown: boolean
  /** Its change number once it was sent. */
  readonly seq: number | null
}

export interface ReplyReplicaOptions<View> {
  /** With the household, the key of the stored reply. */
  name: string
  household: string
  /** The kind of operations to apply. */
  kind: string
  outbox: Outbox
  connectivity: Connectivity
  /** Fetches from the server. Throws if there is no response or it is refused. */
  fetch: () => Promise<ReplyReplicaAnswer<View>>
  /** Parses a reply stored by any release; null if it can't be read. */
  read: (kept: unknown) => View | null
  /** Returns the reply with these steps applied in order. Pure. */
  fold: (base: View, steps: readonly ReplyReplicaStep[]) => View
  /** Returns the reply with an event applied. An event older than the reply changes nothing. Pure. */
  receive: (base: View, event: unknown, seq: number | null) => View
  /** Whether a failure means that the server didn't respond. */
  isNetworkFailure: (failure: unknown) => boolean
  clock?: Clock
}
