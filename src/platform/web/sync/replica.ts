import { deviceClock } from './clock.ts'
import type { PendingMutation } from './operation.ts'
import type { Replica, ReplicaAnswer, ReplicaOptions, ReplicaState, ReplicaStep } from './replica-parts.ts'

const saveAfterMs = 400
/** How long after the last own change to refetch what the server derived from it, such as costs or aisles. */
const readBackMs = 1200
const firstRetryMs = 3000
const longestRetryMs = 30_000

export function openReplica<View>(parts: ReplicaOptions<View>): Replica<View> {
  const { household, kind, outbox, connectivity, fetch, fold, receive, isNetworkFailure, clock = deviceClock } = parts
  const key = `${parts.name}/${household}`
  let base: View | null = null
  let baseAskedAt = -1
  let baseSeq: number | null = null
  let state: ReplicaState<View> = { view: null, asOf: null, isFetching: false, failure: null }
  let isOpen = true
  let isAsking = false
  let askAgain = false
  let failure: unknown = null
  let failures = 0
  let refused = 0
  let lastAskMs = 0
  let news: { at: number; seq: number | null; item: unknown }[] = []
  const parked: (() => void)[] = []
  /** Sent changes that the reply doesn't include yet. */
  const unread = new Map<string, PendingMutation>()
  let drawn: { base: View | null; steps: readonly ReplicaStep[]; view: View | null } = { base: null, steps: [], view: null }
  const watchers = new Set<() => void>()
  const noTimer = () => {}
  let stopRetry = noTimer
  let stopReadBack = noTimer
  let stopSave = noTimer
  let isUnsaved = false

  const mine = () => outbox.pending().filter((mutation) => mutation.household === household && mutation.kind === kind)
  /** Whether a sent change is missing from the reply. A time in the future means that the clock was set back. */
  const isMissing = (mutation: PendingMutation) => {
    if (mutation.state !== 'sent') return false
    if (mutation.seq !== null && baseSeq !== null) return mutation.seq > baseSeq
    return (mutation.settledAt ?? 0) >= baseAskedAt && (mutation.settledAt ?? 0) <= clock.now()
  }
  const isUnanswered = () => mine().some((mutation) => mutation.state === 'waiting' && mutation.tried)

  /** Returns the changes to apply to the reply. Includes those that another tab has already read and dropped. */
  function folded(): PendingMutation[] {
    const mutation = mine()
    for (const one of mutation) if (isMissing(one)) unread.set(one.id, one)
    for (const one of unread.values()) if (!isMissing(one)) unread.delete(one.id)
    const known = new Set(mutation.map(({ id }) => id))
    const forgotten = [...unread.values()].filter(({ id }) => !known.has(id))
    const steps = mutation.filter((one) => one.state === 'waiting' || one.isLasting || isMissing(one))
    return forgotten.length === 0 ? steps : [...forgotten, ...steps].toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
  }

  function draw(): void {
    if (!isOpen) return
    const steps = folded().map((mutation) => ({
      intent: mutation.intent,
      isShown: mutation.state === 'sent' && !isMissing(mutation),
      seq: mutation.state === 'sent' ? mutation.seq : null,
    }))
    // Most outbox changes don't affect the view.
    if (base !== drawn.base || steps.length !== drawn.steps.length || steps.some((step, at) => !isSame(step, drawn.steps[at]))) {
      drawn = { base, steps, view: base === null || steps.length === 0 ? base : fold(base, steps) }
    }
    const { view } = drawn
    state = { view, asOf: base === null ? null : baseAskedAt, isFetching: isAsking, failure }
    for (const watcher of [...watchers]) watcher()
  }

  /** Runs `work` once none of this device's changes is in flight. */
  function whenAnswered(work: () => void): void {
    parked.push(work)
    unpark()
  }
  function unpark(): void {
    while (parked.length > 0 && !isUnanswered()) parked.shift()?.()
  }

  function accept({ data, seq }: ReplicaAnswer<View>, askedAt: number): void {
    const isOld = seq !== null && baseSeq !== null ? seq < baseSeq : askedAt < baseAskedAt && baseAskedAt <= clock.now()
    if (isOld) return
    news = news.filter((one) => isNewTo(one, seq, askedAt))
    base = news.reduce((after, { item, seq: of }) => receive(after, item, of), data)
    baseAskedAt = askedAt
    baseSeq = seq ?? baseSeq
    saveLater()
  }
  const isNewTo = (one: { at: number; seq: number | null }, seq: number | null, askedAt: number) =>
    one.seq !== null && seq !== null ? one.seq > seq : one.at >= askedAt

  function saveLater(): void {
    isUnsaved = true
    stopSave()
    stopSave = clock.schedule(saveAfterMs, () => void flush())
  }
  async function flush(): Promise<void> {
    stopSave()
    if (!isUnsaved || base === null || !isOpen) return
    isUnsaved = false
    const shown = mine().filter((mutation) => mutation.state === 'sent' && !isMissing(mutation))
    await outbox.keep(
      { key, user: outbox.user, household, askedAt: baseAskedAt, keptAt: clock.now(), seq: baseSeq, data: base },
      shown.map(({ id }) => id),
    )
  }

  async function refresh(): Promise<void> {
    if (!isOpen) return
    if (isAsking) {
      askAgain = true
      return
    }
    isAsking = true
    stopRetry()
    stopReadBack()
    draw()
    const askedAt = clock.now()
    try {
      const answer = await fetch()
      connectivity.markOnline()
      failures = 0
      failure = null
      lastAskMs = clock.now() - askedAt
      whenAnswered(() => accept(answer, askedAt))
    } catch (error) {
      failure = error
      if (isNetworkFailure(error)) connectivity.markOffline()
      else connectivity.markOnline()
      retryLater()
    } finally {
      isAsking = false
      draw()
    }
    if (!askAgain) return
    askAgain = false
    await refresh()
  }

  function retryLater(): void {
    stopRetry()
    stopRetry = clock.schedule(Math.min(firstRetryMs * 2 ** failures, longestRetryMs), () => void refresh())
    failures += 1
  }

  function onOutbox(): void {
    unpark()
    const all = mine()
    const refusals = all.filter(({ state: now }) => now === 'refused').length
    // A rejected change means that the server's state differs from what was shown.
    if (refusals > refused) void refresh()
    refused = refusals
    if ((unread.size > 0 || all.some(isMissing)) && !all.some(({ state: now }) => now === 'waiting')) {
      stopReadBack()
      // Refetch slow, long lists less often.
      stopReadBack = clock.schedule(Math.max(readBackMs, Math.min(lastAskMs * 10, 10_000)), () => void refresh())
    }
    draw()
  }

  const unwatch = outbox.watch(onOutbox)
  void (async () => {
    await outbox.ready
    const kept = await outbox.snapshot(key).catch(() => null)
    const data = kept && kept.user === outbox.user ? parts.read(kept.data) : null
    if (kept && data !== null && base === null) {
      base = data
      baseAskedAt = kept.askedAt
      baseSeq = kept.seq ?? null
    }
    draw()
  })()

  return {
    state: () => state,
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    refresh: () => void refresh(),
    receiveAnswer(answer, askedAt) {
      whenAnswered(() => accept(answer, askedAt))
      draw()
    },
    receiveEvent(item, seq) {
      const at = clock.now()
      whenAnswered(() => {
        news.push({ at, seq, item })
        if (base === null || (seq !== null && baseSeq !== null && seq <= baseSeq)) return
        base = receive(base, item, seq)
        saveLater()
      })
      draw()
    },
    flush,
    close() {
      isOpen = false
      unwatch()
      stopRetry()
      stopReadBack()
      stopSave()
    },
  }
}

const isSame = (a: ReplicaStep, b: ReplicaStep | undefined) =>
  b !== undefined && a.intent === b.intent && a.isShown === b.isShown && a.seq === b.seq
