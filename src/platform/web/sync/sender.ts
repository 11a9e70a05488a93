import { type Clock, deviceClock, nap } from './clock.ts'
import type { Connectivity } from './connectivity.ts'
import type { PendingMutation, Refusal, Sending } from './operation.ts'
import type { Outbox } from './outbox-types.ts'

/** What one try found out. */
export type Verdict =
  | { readonly outcome: 'done'; readonly seq: number | null; readonly reply: unknown }
  /** No answer, or none of Larder's: a dead line, a hotel's page, a proxy. */
  | { readonly outcome: 'silent'; readonly waitMs?: number }
  /** The server failed by itself. */
  | { readonly outcome: 'broken'; readonly refusal: Refusal }
  | { readonly outcome: 'refused'; readonly refusal: Refusal }
  | { readonly outcome: 'signed-out' }

/** What a domain makes of its answers. Pure; comes with the first answer. */
export interface MutationKind {
  /** What to draw from here on instead of the intent: e.g. the row as the server has it. */
  answered(intent: unknown, reply: unknown): { intent: unknown; isLasting?: boolean }
  /** A refusal that the merge rule settles (somebody deleted the row, and a deletion wins), with what to draw instead; undefined: it is told. */
  settled(intent: unknown, refusal: Refusal): { intent: unknown } | undefined
}

export interface SenderParts {
  outbox: Outbox
  connectivity: Connectivity
  send: (operation: PendingMutation, request: Sending) => Promise<Verdict>
  kindOf: (kind: string) => Promise<MutationKind | null>
  /** Null: nobody could be asked. */
  isMember: (household: string) => Promise<boolean | null>
  clock?: Clock
  random?: () => number
}

const firstWaitMs = 1000
const longestWaitMs = 30_000
/** Somebody does something while the line sleeps: worth a try, unless there was one just now. */
const freshTryMs = 3000
/** A change the server breaks on this often is shown to a person instead of standing in everybody's way. */
const maxBreaks = 6

/**
 * Sends what waits: per household one at a time and in order, so that no change overtakes the one it builds on;
 * the same key and body until an answer comes. Only one tab should run it; two would do no harm, only twice the work.
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
  /** Grows with every wake: what was tried before one says nothing about the network after it. */
  let wakes = 0

  const rouse = () => {
    // With a reason of its own none is made, which takes longer than all the rest.
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

  /** The oldest that waits, once it is written down. */
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
          // Something may have come in while the lane was closing.
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
        // What it takes back never came about.
        await outbox.settle(first.id, { as: 'void' })
        continue
      }
      // Written down before it is sent: whoever wants it back from here on needs another change.
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

  async function judge(mutation: PendingMutation, verdict: Verdict, wakesBefore: number): Promise<void> {
    if (stopped.signal.aborted) return
    switch (verdict.outcome) {
      case 'done': {
        heard()
        const kind = await kindOf(mutation.kind)
        const answer = kind?.answered(mutation.intent, verdict.reply)
        await outbox.settle(mutation.id, {
          as: 'sent',
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
        return outbox.settle(mutation.id, { as: 'refused', refusal: verdict.refusal })
      }
      case 'signed-out':
        isSignedOut = true
        return
      default:
        connectivity.markOffline()
        // The line came back while this was on the old one: nobody will say so again.
        return wakes === wakesBefore || verdict.waitMs ? wait(verdict.waitMs) : undefined
    }
  }

  async function refuse(mutation: PendingMutation, refusal: Refusal): Promise<void> {
    if (refusal.status === 404) {
      // A stranger is told the same as somebody who looks for a row that is gone.
      const member = await isMember(mutation.household)
      if (member === null) return wait()
      if (!member) return outbox.forget(mutation.household)
    }
    const settled = (await kindOf(mutation.kind))?.settled(mutation.intent, refusal)
    return outbox.settle(
      mutation.id,
      settled ? { as: 'sent', seq: null, reply: undefined, intent: settled.intent, isLasting: false } : { as: 'refused', refusal },
    )
  }

  function heard(): void {
    failures = 0
    connectivity.markOnline()
  }

  /** Longer each time, and not in step with the other devices of the house. */
  async function wait(atLeastMs = 0): Promise<void> {
    const ms = Math.max(atLeastMs, Math.min(firstWaitMs * 2 ** Math.min(failures, 6), longestWaitMs))
    failures += 1
    await nap(clock, ms / 2 + random() * (ms / 2), sleepers.signal)
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
