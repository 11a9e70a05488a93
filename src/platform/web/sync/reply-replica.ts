import { backoffMs } from '#platform/shared/backoff.ts'
import { type Clock, deviceClock } from './clock.ts'
import type { PendingMutation } from './operation.ts'
import type { ReplyReplica, ReplyReplicaAnswer, ReplyReplicaOptions, ReplyReplicaState, ReplyReplicaStep } from './reply-replica-types.ts'

const saveAfterMs = 400
/** How long after the last own change to refetch what the server derived from it, such as costs or aisles. */
const readBackMs = 1200
const maxReadBackMs = 10_000
const retryBackoff = { firstMs: 3000, maxMs: 30_000 }

/** Opens a replica: shows the stored reply, and applies replies, events and own changes from then on. */
export const openReplyReplica = <View>(options: ReplyReplicaOptions<View>): ReplyReplica<View> => new DeviceReplyReplica(options)

/** An event and when it arrived. */
interface ReceivedEvent {
  at: number
  seq: number | null
  event: unknown
}

class DeviceReplyReplica<View> implements ReplyReplica<View> {
  readonly #options: ReplyReplicaOptions<View>
  readonly #clock: Clock
  readonly #key: string
  /** The server's last reply with later events applied. */
  #base: View | null = null
  #baseAskedAt = -1
  #baseSeq: number | null = null
  #events: ReceivedEvent[] = []
  /** Work to do once none of this device's changes is in flight. */
  readonly #deferred: (() => void)[] = []
  /** Sent changes that the reply doesn't include yet. */
  readonly #unread = new Map<string, PendingMutation>()
  #drawn: { base: View | null; steps: readonly ReplyReplicaStep[]; view: View | null } = { base: null, steps: [], view: null }
  #state: ReplyReplicaState<View> = { view: null, asOf: null, isFetching: false, failure: null }
  readonly #watchers = new Set<() => void>()
  #isOpen = true
  #isFetching = false
  #mustRefetch = false
  #failure: unknown = null
  #failureCount = 0
  #refusedCount = 0
  #lastFetchMs = 0
  #isUnsaved = false
  #cancelRetry = () => {}
  #cancelReadBack = () => {}
  #cancelSave = () => {}
  readonly #unwatch: () => void

  constructor(options: ReplyReplicaOptions<View>) {
    this.#options = options
    this.#clock = options.clock ?? deviceClock
    this.#key = `${options.name}/${options.household}`
    this.#unwatch = options.outbox.watch(() => this.#onOutboxChange())
    void this.#restore()
  }

  state() {
    return this.#state
  }

  watch(watcher: () => void) {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  refresh() {
    void this.#fetch()
  }

  receiveAnswer(answer: ReplyReplicaAnswer<View>, askedAt: number) {
    this.#whenAnswered(() => this.#accept(answer, askedAt))
    this.#draw()
  }

  receiveEvent(event: unknown, seq: number | null) {
    const at = this.#clock.now()
    this.#whenAnswered(() => {
      this.#events.push({ at, seq, event })
      if (this.#base === null || (seq !== null && this.#baseSeq !== null && seq <= this.#baseSeq)) return
      this.#base = this.#options.receive(this.#base, event, seq)
      this.#saveLater()
    })
    this.#draw()
  }

  async flush() {
    this.#cancelSave()
    if (!this.#isUnsaved || this.#base === null || !this.#isOpen) return
    this.#isUnsaved = false
    const { household, outbox } = this.#options
    const included = this.#ownMutations().filter((mutation) => mutation.state === 'sent' && !this.#isMissing(mutation))
    await outbox.keep(
      {
        key: this.#key,
        user: outbox.user,
        household,
        askedAt: this.#baseAskedAt,
        keptAt: this.#clock.now(),
        seq: this.#baseSeq,
        data: this.#base,
      },
      included.map(({ id }) => id),
    )
  }

  close() {
    this.#isOpen = false
    this.#unwatch()
    this.#cancelRetry()
    this.#cancelReadBack()
    this.#cancelSave()
  }

  async #restore(): Promise<void> {
    const { outbox, read } = this.#options
    await outbox.ready
    const stored = await outbox.snapshot(this.#key).catch(() => null)
    const data = stored && stored.user === outbox.user ? read(stored.data) : null
    if (stored && data !== null && this.#base === null) {
      this.#base = data
      this.#baseAskedAt = stored.askedAt
      this.#baseSeq = stored.seq ?? null
    }
    this.#draw()
  }

  #ownMutations(): PendingMutation[] {
    const { household, kind, outbox } = this.#options
    return outbox.pending().filter((mutation) => mutation.household === household && mutation.kind === kind)
  }

  /** Whether a sent change is missing from the reply. A time in the future means that the clock was set back. */
  #isMissing(mutation: PendingMutation): boolean {
    if (mutation.state !== 'sent') return false
    if (mutation.seq !== null && this.#baseSeq !== null) return mutation.seq > this.#baseSeq
    return (mutation.settledAt ?? 0) >= this.#baseAskedAt && (mutation.settledAt ?? 0) <= this.#clock.now()
  }

  /** Returns the changes to apply to the reply. Includes those that another tab has already read and dropped. */
  #mutationsToApply(): PendingMutation[] {
    const own = this.#ownMutations()
    for (const mutation of own) if (this.#isMissing(mutation)) this.#unread.set(mutation.id, mutation)
    for (const mutation of this.#unread.values()) if (!this.#isMissing(mutation)) this.#unread.delete(mutation.id)
    const ids = new Set(own.map(({ id }) => id))
    const dropped = [...this.#unread.values()].filter(({ id }) => !ids.has(id))
    const relevant = own.filter((mutation) => mutation.state === 'waiting' || mutation.isLasting || this.#isMissing(mutation))
    if (dropped.length === 0) return relevant
    return [...dropped, ...relevant].toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
  }

  #draw(): void {
    if (!this.#isOpen) return
    const base = this.#base
    const steps = this.#mutationsToApply().map((mutation) => ({
      intent: mutation.intent,
      isShown: mutation.state === 'sent' && !this.#isMissing(mutation),
      seq: mutation.state === 'sent' ? mutation.seq : null,
    }))
    const drawn = this.#drawn
    // Most outbox changes don't affect the view.
    if (base !== drawn.base || steps.length !== drawn.steps.length || steps.some((step, at) => !isSame(step, drawn.steps[at]))) {
      this.#drawn = { base, steps, view: base === null || steps.length === 0 ? base : this.#options.fold(base, steps) }
    }
    this.#state = {
      view: this.#drawn.view,
      asOf: base === null ? null : this.#baseAskedAt,
      isFetching: this.#isFetching,
      failure: this.#failure,
    }
    for (const watcher of [...this.#watchers]) watcher()
  }

  /** Runs `work` once none of this device's changes is in flight. */
  #whenAnswered(work: () => void): void {
    this.#deferred.push(work)
    this.#runDeferred()
  }

  #runDeferred(): void {
    const isInFlight = () => this.#ownMutations().some((mutation) => mutation.state === 'waiting' && mutation.tried)
    while (this.#deferred.length > 0 && !isInFlight()) this.#deferred.shift()?.()
  }

  #accept({ data, seq }: ReplyReplicaAnswer<View>, askedAt: number): void {
    const isOlder =
      seq !== null && this.#baseSeq !== null ? seq < this.#baseSeq : askedAt < this.#baseAskedAt && this.#baseAskedAt <= this.#clock.now()
    if (isOlder) return
    this.#events = this.#events.filter((event) => (event.seq !== null && seq !== null ? event.seq > seq : event.at >= askedAt))
    this.#base = this.#events.reduce((view, { event, seq: eventSeq }) => this.#options.receive(view, event, eventSeq), data)
    this.#baseAskedAt = askedAt
    this.#baseSeq = seq ?? this.#baseSeq
    this.#saveLater()
  }

  #saveLater(): void {
    this.#isUnsaved = true
    this.#cancelSave()
    this.#cancelSave = this.#clock.schedule(saveAfterMs, () => void this.flush())
  }

  async #fetch(): Promise<void> {
    if (!this.#isOpen) return
    if (this.#isFetching) {
      this.#mustRefetch = true
      return
    }
    this.#isFetching = true
    this.#cancelRetry()
    this.#cancelReadBack()
    this.#draw()
    const { connectivity, fetch, isNetworkFailure } = this.#options
    const askedAt = this.#clock.now()
    try {
      const answer = await fetch()
      connectivity.markOnline()
      this.#failureCount = 0
      this.#failure = null
      this.#lastFetchMs = this.#clock.now() - askedAt
      this.#whenAnswered(() => this.#accept(answer, askedAt))
    } catch (error) {
      this.#failure = error
      if (isNetworkFailure(error)) connectivity.markOffline()
      else connectivity.markOnline()
      this.#retryLater()
    } finally {
      this.#isFetching = false
      this.#draw()
    }
    if (!this.#mustRefetch) return
    this.#mustRefetch = false
    await this.#fetch()
  }

  #retryLater(): void {
    this.#cancelRetry()
    this.#failureCount += 1
    this.#cancelRetry = this.#clock.schedule(backoffMs(this.#failureCount, retryBackoff), () => void this.#fetch())
  }

  #onOutboxChange(): void {
    this.#runDeferred()
    const own = this.#ownMutations()
    const refusedCount = own.filter(({ state }) => state === 'refused').length
    // A rejected change means that the server's state differs from what was shown.
    if (refusedCount > this.#refusedCount) void this.#fetch()
    this.#refusedCount = refusedCount
    const hasUnread = this.#unread.size > 0 || own.some((mutation) => this.#isMissing(mutation))
    if (hasUnread && !own.some(({ state }) => state === 'waiting')) {
      this.#cancelReadBack()
      // Refetch slow, long lists less often.
      const waitMs = Math.max(readBackMs, Math.min(this.#lastFetchMs * 10, maxReadBackMs))
      this.#cancelReadBack = this.#clock.schedule(waitMs, () => void this.#fetch())
    }
    this.#draw()
  }
}

const isSame = (a: ReplyReplicaStep, b: ReplyReplicaStep | undefined) =>
  b !== undefined && a.intent === b.intent && a.isShown === b.isShown && a.seq === b.seq
