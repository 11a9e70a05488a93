import type { Clock } from './clock.ts'
import type { Connectivity } from './connectivity.ts'
import type { Outbox } from './outbox-types.ts'

/**
 * What the server said last, with everything this device has done since: that is what a screen shows, with a network and without.
 *
 * Nothing older ever wins. The household's changes are numbered: an answer, a piece of news and a change of our own each know their
 * number, so an answer that comes late is dropped, news that an answer knows already are passed over, and a change of ours is folded in
 * until an answer has it. What has no number counts by the moment it was asked for. An answer, or news, that comes in while one of our
 * changes is on its way waits until that change is answered: nobody knows whether it is in there.
 */
export interface Replica<View> {
  state(): ReplicaState<View>
  watch(watcher: () => void): () => void
  /** Asks the server, once more if it is being asked right now. */
  refresh(): void
  /** Takes an answer that came by another way, asked for at `askedAt`. */
  receiveAnswer(answer: ReplicaAnswer<View>, askedAt: number): void
  /** News of another member, or the echo of our own, with its change's number. */
  receiveEvent(news: unknown, seq: number | null): void
  /** Writes down what is still only in memory. */
  flush(): Promise<void>
  close(): void
}

export interface ReplicaState<View> {
  /** Null: nothing is known yet. */
  readonly view: View | null
  /** When the server was asked for what `view` is built on, in milliseconds. */
  readonly asOf: number | null
  readonly isAsking: boolean
  /** Why the last asking failed; null after one that went well. */
  readonly failure: unknown
}

export interface ReplicaAnswer<View> {
  readonly data: View
  /** The last change that is in it; null: not told. */
  readonly seq: number | null
}

export interface ReplicaStep {
  readonly intent: unknown
  /** The answer below knows it already; it only tells what others hang on. */
  readonly isShown: boolean
  /** The change it became, once it was sent. */
  readonly seq: number | null
}

export interface ReplicaParts<View> {
  /** Names the kept answer on the device, together with the household. */
  name: string
  household: string
  /** Whose operations are folded in. */
  kind: string
  outbox: Outbox
  connectivity: Connectivity
  /** Throws when no answer came, or a refusal. */
  ask: () => Promise<ReplicaAnswer<View>>
  /** What was kept by any release; null when it cannot be read. */
  read: (kept: unknown) => View | null
  /** The answer after these changes, in their order. Pure. */
  fold: (base: View, steps: readonly ReplicaStep[]) => View
  /** The answer after a piece of news of this change; older news than what is there changes nothing. Pure. */
  receive: (base: View, news: unknown, seq: number | null) => View
  /** Whether a failure means that nobody answered. */
  isNetworkFailure: (failure: unknown) => boolean
  clock?: Clock
}
