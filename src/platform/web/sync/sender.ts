import { type Clock, deviceClock, sleep } from './clock.ts'
import type { Connectivity } from './connectivity.ts'
import type { PendingMutation, Refusal, Sending } from './operation.ts'
import type { Outbox } from './outbox-types.ts'

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
export interface MutationKind {
  /** Returns the intent to render from now on, e.g. the row as the server has it. */
  answered(intent: unknown, reply: unknown): { intent: unknown; isLasting?: boolean }
  /**
   * Returns the intent to render if the merge rule settles the refusal (someone deleted the row, and a deletion wins), or undefined to
   * report it.
   */
  settled(intent: unknown, refusal: Refusal): { intent: unknown } | undefined
}

export interface SenderParts {
  outbox: Outbox
  connectivity: Connectivity
  send: (operation: PendingMutation, request: Sending) => Promise<SendOutcome>
  kindOf: (kind: string) => Promise<MutationKind | null>
  /** Null if unknown, because the server didn't respond. */
  isMember: (household: string) => Promise<boolean | null>
  clock?: Clock
  random?: () => number
}

const firstWaitMs = 1000
const longestWaitMs = 30_000
/** A new change wakes a sleeping sender, unless the last attempt was less than this ago. */
const freshTryMs = 3000
/** A change that fails with 5xx this often is reported instead of blocking the queue. */
const maxBreaks = 6

/**
 * Sends the pending mutations, one at a time and in order within each household, because a change may build on the one before it. Repeats
 * the same key and body until there is a response. One tab should run it; a second only duplicates requests.
 */
export function runSender({ outbox, connectivity, send, kindOf, isMember, clock = deviceClock, random = Math.random }: SenderParts): {
  wake(): void
  stop(): void
} {
  const stopped = new AbortController()
  const lanes = new Map<string, Promise<void>>()
  const breaks = new Map<string, number>()
  let sleepers = new AbortController()
  let failures = 0

  let isSignedOut = false
  let triedAt = 0
  let waited = 0
  /** Incremented by each wake. A failure of an attempt started before it says nothing about the new network. */
  let wakes = 0

  const rouse = () => {
    // A given reason avoids creating a DOMException with a stack trace, which is slow.
    sleepers.abort(0)
    sleepers = new AbortController()
  }
  const wake = () => {
    isSignedOut = false
    failures = 0
    wakes += 1
    rouse()
    open()
  }
  const onOutbox = () => {
    const waiting = outbox.pending().reduce((count, { state }) => count + Number(state === 'waiting'), 0)
    if (waiting > waited && clock.now() - triedAt > freshTryMs) rouse()
    waited = waiting
    open()
  }

  /** The oldest waiting mutation, if it is stored. */
  const firstOf = (household: string) => {
    const first = outbox.pending().find((mutation) => mutation.household === household && mutation.state === 'waiting')
    return first && Number.isFinite(first.order) ? first : undefined
  }

  function open(): void {
    if (stopped.signal.aborted) return
    for (const { household, state } of outbox.pending()) {
      if (state !== 'waiting' || lanes.has(household)) continue
      const lane = work(household)
        .catch((error: unknown) => console.error(error))
        .finally(() => {
          lanes.delete(household)
          // A mutation may have been added while the lane was closing.
          if (!isSignedOut && firstOf(household)) queueMicrotask(open)
        })
      lanes.set(household, lane)
    }
  }

  async function work(household: string): Promise<void> {
    await outbox.ready
    for (;;) {
      const first = firstOf(household)
      if (!first || stopped.signal.aborted || isSignedOut) return
      const request = requestOf(first)
      if (!request) {
        // The change it undoes never happened.
        await outbox.settle(first.id, { state: 'void' })
        continue
      }
      // Marked before it is sent: from now on only another change can undo it.
      const mutation = await outbox.markTried(first.id)
      if (!mutation || stopped.signal.aborted) continue
      triedAt = clock.now()
      const wakesBefore = wakes
      await judge(mutation, await send(mutation, requestOf(mutation) ?? request), wakesBefore)
    }
  }

  function requestOf(mutation: PendingMutation): Sending | null {
    if (!mutation.request.address.includes('{seq}')) return mutation.request
    const before = outbox.pending().find(({ id }) => id === mutation.after)
    if (before?.state !== 'sent' || before.seq === null) return null
    return { ...mutation.request, address: mutation.request.address.replace('{seq}', String(before.seq)) }
  }

  async function judge(mutation: PendingMutation, verdict: SendOutcome, wakesBefore: number): Promise<void> {
    if (stopped.signal.aborted) return
    switch (verdict.outcome) {
      case 'done': {
        heard()
        const kind = await kindOf(mutation.kind)
        const answer = kind?.answered(mutation.intent, verdict.reply)
        await outbox.settle(mutation.id, {
          state: 'sent',
          seq: verdict.seq,
          reply: verdict.reply,
          intent: answer ? answer.intent : mutation.intent,
          isLasting: answer?.isLasting ?? false,
        })
        return
      }
      case 'refused':
        heard()
        return refuse(mutation, verdict.refusal)
      case 'broken': {
        connectivity.markOnline()
        const times = (breaks.get(mutation.id) ?? 0) + 1
        breaks.set(mutation.id, times)
        if (times < maxBreaks) return wait()
        breaks.delete(mutation.id)
        return outbox.settle(mutation.id, { state: 'refused', refusal: verdict.refusal })
      }
      case 'signed-out':
        isSignedOut = true
        return
      default:
        connectivity.markOffline()
        // The network returned while this attempt was on the old connection: retry immediately.
        return wakes === wakesBefore || verdict.waitMs ? wait(verdict.waitMs) : undefined
    }
  }

  async function refuse(mutation: PendingMutation, refusal: Refusal): Promise<void> {
    if (refusal.status === 404) {
      // The server responds 404 both to non-members and for a missing row.
      const member = await isMember(mutation.household)
      if (member === null) return wait()
      if (!member) return outbox.forget(mutation.household)
    }
    const settled = (await kindOf(mutation.kind))?.settled(mutation.intent, refusal)
    return outbox.settle(
      mutation.id,
      settled ? { state: 'sent', seq: null, reply: undefined, intent: settled.intent, isLasting: false } : { state: 'refused', refusal },
    )
  }

  function heard(): void {
    failures = 0
    connectivity.markOnline()
  }

  /** Waits with exponential backoff and jitter. */
  async function wait(atLeastMs = 0): Promise<void> {
    const ms = Math.max(atLeastMs, Math.min(firstWaitMs * 2 ** Math.min(failures, 6), longestWaitMs))
    failures += 1
    await sleep(clock, ms / 2 + random() * (ms / 2), sleepers.signal)
  }

  const unwatch = outbox.watch(onOutbox)
  open()
  return {
    wake,
    stop() {
      unwatch()
      stopped.abort()
      sleepers.abort()
    },
  }
}
