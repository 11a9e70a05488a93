import { backoffMs } from '#platform/shared/backoff.ts'
import type { Connectivity } from './connectivity.ts'
import { type Clock, deviceClock, sleep } from './device-clock.ts'
import { isConditional, type PendingMutation, type ReadyRequest, type Refusal } from './operation.ts'
import type { Outbox } from './outbox-interface.ts'

/** The outcome of one attempt. */
export type SendOutcome =
  | { readonly outcome: 'done'; readonly seq: number | null; readonly reply: unknown }
  /** No response, or one from a captive portal or proxy. */
  | { readonly outcome: 'silent'; readonly waitMs?: number }
  /** The server failed with a 5xx. */
  | { readonly outcome: 'broken'; readonly refusal: Refusal }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'signed-out' }

/** How a domain interprets responses. Pure; loaded with its first response. */
export interface ReplyHandler {
  /** Returns the intent to render from now on, e.g. the row as the server has it. */
  answered(intent: unknown, reply: unknown): { intent: unknown; isLasting?: boolean }
  /**
   * Returns the intent to render if the merge rule settles the refusal (someone deleted the row, and a deletion wins), or undefined to
   * report it.
   */
  settled(intent: unknown, refusal: Refusal): { intent: unknown } | undefined
}

export interface SenderOptions {
  outbox: Outbox
  connectivity: Connectivity
  send: (operation: PendingMutation, request: ReadyRequest) => Promise<SendOutcome>
  kindOf: (kind: string) => Promise<ReplyHandler | null>
  /** Null if unknown, because the server didn't respond. */
  isMember: (household: string) => Promise<boolean | null>
  clock?: Clock
  random?: () => number
}

export interface Sender {
  /** Retries now instead of after the backoff. */
  wake(): void
  stop(): void
}

const sendBackoff = { firstMs: 1000, maxMs: 30_000, jitter: 0.5 }
/** A new change wakes a sleeping sender, unless the last attempt was less than this ago. */
const freshTryMs = 3000
/** A change that fails with 5xx this often is reported instead of blocking the queue. */
const maxServerErrors = 6

/**
 * Sends the pending mutations, one at a time and in order within each household, because a change may build on the one before it. Repeats
 * the same key and body until there is a response. One tab should run it; a second only duplicates requests.
 */
export function runSender(options: SenderOptions): Sender {
  const sender = new OutboxSender(options)
  sender.start()
  return sender
}

class OutboxSender implements Sender {
  readonly #options: SenderOptions
  readonly #clock: Clock
  readonly #random: () => number
  readonly #stopped = new AbortController()
  /** The work under way, by household. */
  readonly #lanes = new Map<string, Promise<void>>()
  readonly #serverErrors = new Map<string, number>()
  /** Aborted to end all waits. */
  #sleepers = new AbortController()
  #failureCount = 0
  #isSignedOut = false
  #triedAt = 0
  #waitingCount = 0
  /** Incremented by each wake. A failure of an attempt started before it says nothing about the new network. */
  #wakes = 0
  #unwatch = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
    this.#clock = options.clock ?? deviceClock
    this.#random = options.random ?? Math.random
  }

  start(): void {
    this.#unwatch = this.#options.outbox.watch(() => this.#onOutboxChange())
    this.#openLanes()
  }

  stop(): void {
    this.#unwatch()
    this.#stopped.abort()
    this.#sleepers.abort()
  }

  wake(): void {
    this.#isSignedOut = false
    this.#failureCount = 0
    this.#wakes += 1
    this.#endWaits()
    this.#openLanes()
  }

  #endWaits(): void {
    // A given reason avoids creating a DOMException with a stack trace, which is slow.
    this.#sleepers.abort(0)
    this.#sleepers = new AbortController()
  }

  #onOutboxChange(): void {
    const waitingCount = this.#options.outbox.pending().reduce((count, { state }) => count + Number(state === 'waiting'), 0)
    if (waitingCount > this.#waitingCount && this.#clock.now() - this.#triedAt > freshTryMs) this.#endWaits()
    this.#waitingCount = waitingCount
    this.#openLanes()
  }

  /** Returns the oldest waiting mutation, if it is stored. */
  #firstOf(household: string): PendingMutation | undefined {
    const first = this.#options.outbox.pending().find((mutation) => mutation.household === household && mutation.state === 'waiting')
    return first && Number.isFinite(first.order) ? first : undefined
  }

  #openLanes(): void {
    if (this.#stopped.signal.aborted) return
    for (const { household, state } of this.#options.outbox.pending()) {
      if (state !== 'waiting' || this.#lanes.has(household)) continue
      const lane = this.#sendAll(household)
        .catch((error: unknown) => console.error(error))
        .finally(() => {
          this.#lanes.delete(household)
          // A mutation may have been added while the lane was closing.
          if (!this.#isSignedOut && this.#firstOf(household)) queueMicrotask(() => this.#openLanes())
        })
      this.#lanes.set(household, lane)
    }
  }

  async #sendAll(household: string): Promise<void> {
    const { outbox, send } = this.#options
    await outbox.ready
    for (;;) {
      const first = this.#firstOf(household)
      if (!first || this.#stopped.signal.aborted || this.#isSignedOut) return
      const request = this.#requestOf(first)
      if (!request) {
        // The change it undoes never happened.
        await outbox.settle(first.id, { state: 'void' })
        continue
      }
      // Marked before it is sent: from now on only another change can undo it.
      const mutation = await outbox.markTried(first.id)
      if (!mutation || this.#stopped.signal.aborted) continue
      this.#triedAt = this.#clock.now()
      const wakesBefore = this.#wakes
      await this.#handle(mutation, await send(mutation, this.#requestOf(mutation) ?? request), wakesBefore)
    }
  }

  /** Returns the request with `{seq}` and the version filled in, or null if the change it undoes was not sent. */
  #requestOf(mutation: PendingMutation): ReadyRequest | null {
    const { ifMatch, ...request } = mutation.request
    const { after } = mutation
    const all = this.#options.outbox.pending()
    if (ifMatch && isConditional(mutation, this.#clock.now())) {
      const own = all.filter(({ id, state, seq }) => ifMatch.own.includes(id) && state === 'sent' && seq !== null)
      return { ...request, ifMatch: ifMatch.version + own.length }
    }
    if (!request.address.includes('{seq}')) return request
    const undone = all.find(({ id }) => id === after)
    if (undone?.state !== 'sent' || undone.seq === null) return null
    return { ...request, address: request.address.replace('{seq}', String(undone.seq)) }
  }

  async #handle(mutation: PendingMutation, outcome: SendOutcome, wakesBefore: number): Promise<void> {
    if (this.#stopped.signal.aborted) return
    switch (outcome.outcome) {
      case 'done':
        this.#markOnline()
        return this.#settleSent(mutation, outcome)
      case 'refused':
        this.#markOnline()
        return this.#settleRefused(mutation, outcome.refusal)
      case 'broken':
        this.#options.connectivity.markOnline()
        return this.#retryServerError(mutation, outcome.refusal)
      case 'signed-out':
        this.#isSignedOut = true
        return
      default:
        this.#options.connectivity.markOffline()
        // The network returned while this attempt was on the old connection: retry immediately.
        return this.#wakes === wakesBefore || outcome.waitMs ? this.#wait(outcome.waitMs) : undefined
    }
  }

  async #settleSent(mutation: PendingMutation, { seq, reply }: { seq: number | null; reply: unknown }): Promise<void> {
    const { outbox, kindOf } = this.#options
    const answer = (await kindOf(mutation.kind))?.answered(mutation.intent, reply)
    const intent = answer ? answer.intent : mutation.intent
    await outbox.settle(mutation.id, { state: 'sent', seq, reply, intent, isLasting: answer?.isLasting ?? false })
  }

  async #settleRefused(mutation: PendingMutation, refusal: Refusal): Promise<void> {
    const { outbox, kindOf, isMember } = this.#options
    if (refusal.status === 404) {
      // The server responds 404 both to non-members and for a missing row.
      const isStillMember = await isMember(mutation.household)
      if (isStillMember === null) return this.#wait()
      if (!isStillMember) return outbox.forget(mutation.household)
    }
    const settled = (await kindOf(mutation.kind))?.settled(mutation.intent, refusal)
    return outbox.settle(
      mutation.id,
      settled ? { state: 'sent', seq: null, reply: undefined, intent: settled.intent, isLasting: false } : { state: 'refused', refusal },
    )
  }

  async #retryServerError(mutation: PendingMutation, refusal: Refusal): Promise<void> {
    const count = (this.#serverErrors.get(mutation.id) ?? 0) + 1
    this.#serverErrors.set(mutation.id, count)
    if (count < maxServerErrors) return this.#wait()
    this.#serverErrors.delete(mutation.id)
    return this.#options.outbox.settle(mutation.id, { state: 'refused', refusal })
  }

  #markOnline(): void {
    this.#failureCount = 0
    this.#options.connectivity.markOnline()
  }

  /** Waits with exponential backoff and jitter. */
  async #wait(minMs = 0): Promise<void> {
    this.#failureCount += 1
    const ms = Math.max(minMs, backoffMs(this.#failureCount, sendBackoff, this.#random))
    await sleep(this.#clock, ms, this.#sleepers.signal)
  }
}
