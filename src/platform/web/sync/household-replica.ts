import { backoffMs } from '#platform/shared/backoff.ts'
import { syncChannel, syncEvent, syncPath } from '#platform/shared/sync-address.ts'
import { ApiError, readError } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { currentSession } from '../session/session.ts'
import { type Delta, HouseholdTables, joinDeltas, type TablesUpdate } from './household-tables.ts'
import { electLeader } from './leader-election.ts'
import { liveState, onEvent, onResync, onStreamOpened, watchLiveState } from './live-events.ts'
import type { CopyState } from './operation.ts'
import { deleteReplica, type Position, ReplicaStore } from './replica-store.ts'
import { isNetworkFailure } from './send-operation.ts'
import { linesOf, readFrames, type SyncResponse, type SyncSignal, signalOf } from './sync-frames.ts'

/** A pull without a response counts as failed after this. */
const pullTimeoutMs = 15_000
/** After an attempt, how long the copy counts as current or the server as unreachable without a live stream. */
const attemptLastsMs = 5_000
/** How long to wait for the live stream to bring a change of this device before asking for it. */
const signalMs = 300
/** How long rows wait for the response to a change that is on its way, because they may include it. */
const maxInFlightMs = 1_000
/** How long a stored copy waits for the live stream before the first pull. */
const maxWaitForStreamMs = 2_000
/** How long rows wait for the changes waiting on this device to be read, so that none is shown without them first. */
const maxWaitForPendingMs = 1_000
/** Spreads the requests of many screens that hear of the same change. */
const spreadMs = 200
const retryBackoff = { firstMs: 2_000, maxMs: 60_000 }

interface HouseholdReplicaOptions {
  readonly user: string
  readonly household: string
  /** Rows stored by another version are shown until a snapshot replaces them. */
  readonly version: string
  /** Returns what the changes waiting on this device do to the tables, given what is in these. */
  readonly pendingChanges: (copy: CopyState) => readonly TablesUpdate[]
  /** Resolves once the changes waiting on this device are read. Never rejects. */
  readonly pendingRead: Promise<void>
  /** Whether a change of this device is on its way to the server. */
  readonly isSending: () => boolean
  /** Runs after each attempt to reach the server. A refusal or an error of the server's own reaches it. */
  readonly onAttempt: (isReached: boolean) => void
  /** Runs after the copy has been stored on this device. */
  readonly onStored: (copy: CopyState) => void
  /** Runs when the server's changes are numbered from another start, because a backup was restored. */
  readonly onNewEpoch: () => void
}

/** The copy of a household that screens read: loaded from this device, then kept current by pulls and the live stream. */
export class HouseholdReplica {
  readonly tables = new HouseholdTables()
  readonly user: string
  readonly household: string
  /** Resolves once there are rows to read. */
  readonly loaded: Promise<void>
  readonly #options: HouseholdReplicaOptions
  readonly #storage: ReplicaStorage
  readonly #stops: (() => void)[]
  readonly #waiting = new Set<() => void>()
  #markLoaded: () => void = () => {}
  #position: Position | null = null
  /** The position sent with the next pull; null asks for a snapshot. */
  #since: Position | null = null
  #isOpen = true
  #isStarted = false
  #starting: Promise<void> = Promise.resolve()
  #isCurrent = false
  #neededSeq = 0
  #attemptedAt = Number.NEGATIVE_INFINITY
  /** When the last response was asked for, in ms since the epoch. */
  #askedAt = 0
  #failures = 0
  #pulling: Promise<void> | null = null
  #mustPullAgain = false
  /** Received while a pull or a change was on its way. */
  #signals: SyncSignal[] = []
  #signalTimer: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: HouseholdReplicaOptions) {
    this.#options = options
    this.user = options.user
    this.household = options.household
    this.loaded = new Promise((resolve) => {
      this.#markLoaded = resolve
    })
    this.#storage = new ReplicaStorage(
      options,
      () => this.#position && { position: this.#position, tables: this.tables, askedAt: this.#askedAt },
    )
    const pullSoon = () => this.#pullAfter(Math.random() * spreadMs)
    const onVisible = () => document.visibilityState === 'visible' && pullSoon()
    const onOnline = () => this.#pullAfter(0)
    document.addEventListener('visibilitychange', onVisible)
    window.addEventListener('online', onOnline)
    this.#stops = [
      onEvent({ channel: 'sync:', event: syncEvent }, ({ channel, payload }) => {
        const signal = channel === syncChannel(this.household) ? signalOf(payload) : null
        if (signal) this.#onSignal(signal)
      }),
      onResync(pullSoon),
      onStreamOpened(pullSoon),
      watchLiveState(() => {
        if (liveState() === 'live') pullSoon()
        else this.#isCurrent = false
      }),
      () => document.removeEventListener('visibilitychange', onVisible),
      () => window.removeEventListener('online', onOnline),
    ]
    this.#starting = this.#start()
  }

  get isLoaded(): boolean {
    return this.#position !== null
  }

  /** Whether the last request failed. */
  get isOffline(): boolean {
    return navigator.onLine === false || this.#failures > 0
  }

  /** Applies the changes waiting on this device again, after they or their states changed. */
  refreshPending(): void {
    if (this.#position) this.tables.setPending(this.#pendingChanges(this.#position.seq))
    if (this.#options.isSending()) return
    for (const check of [...this.#waiting]) check()
    this.#receiveSignals()
  }

  #pendingChanges = (seq: number) => this.#options.pendingChanges({ seq, askedAt: this.#askedAt, now: Date.now() })

  /** Notes a write of this device: its change number, or null if rows outside of the log may have changed. */
  noteWrite(seq: number | null): void {
    if (seq === null) this.#isCurrent = false
    if (seq === null || seq <= Math.max(this.#neededSeq, this.#position?.seq ?? 0)) return
    this.#neededSeq = seq
    void this.caughtUp()
  }

  /** Notes a change that was sent, also by another tab. If it has no number, asks for what another person did. */
  noteSent(seq: number | null, settledAt: number): void {
    if (seq !== null) this.noteWrite(seq)
    else if (this.#isStarted && settledAt >= this.#askedAt && settledAt <= Date.now() && this.#failures === 0) void this.pull()
  }

  /** Resolves once the latest changes are in the tables, or the server can't be reached. Never rejects. */
  async caughtUp(): Promise<void> {
    await this.#starting
    const seq = this.#neededSeq
    if (liveState() === 'live') await this.#until(() => (this.#position?.seq ?? 0) >= seq, signalMs)
    await this.#pulling
    if (this.#isBehind()) await this.pull()
  }

  /** Asks for what changed, again if a pull is under way. Never rejects. */
  async pull(): Promise<void> {
    if (this.#pulling) {
      this.#mustPullAgain = true
      return this.#pulling
    }
    this.#pulling = this.#pullUntilCurrent().finally(() => {
      this.#pulling = null
      if (this.#isOpen) this.#receiveSignals()
    })
    return this.#pulling
  }

  /** Stops. With `wipe`, also deletes the copy from this device. */
  close(wipe: boolean): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    clearTimeout(this.#timer)
    clearTimeout(this.#signalTimer)
    for (const stop of this.#stops) stop()
    this.#storage.close(wipe)
  }

  async #start(): Promise<void> {
    const [stored] = await Promise.all([this.#storage.load(), resolvedOrAfter(this.#options.pendingRead, maxWaitForPendingMs)])
    if (!this.#isOpen) return
    if (stored) {
      this.tables.replace(stored.tables, [])
      for (const delta of stored.deltas) this.tables.receive(delta)
      this.#position = stored.state
      this.#since = stored.state.version === this.#options.version ? stored.state : null
      this.refreshPending()
      this.#markLoaded()
      // The page's own requests come first: browsers have few connections to a server, which may not respond.
      await untilLive(maxWaitForStreamMs)
    }
    this.#isStarted = true
    await this.pull()
  }

  #isBehind(): boolean {
    if (!this.#isOpen || navigator.onLine === false) return false
    const isRecent = Date.now() - this.#attemptedAt < attemptLastsMs
    const isMissing = !this.#isCurrent || (this.#position?.seq ?? 0) < this.#neededSeq
    if (isMissing) return this.#failures === 0 || !isRecent
    return liveState() !== 'live' && !isRecent
  }

  /** Resolves once the condition is true, checked after each change of the position or of what is sent, or after `maxMs`. */
  #until(isTrue: () => boolean, maxMs: number): Promise<void> {
    if (isTrue()) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(check)
        resolve()
      }
      const check = () => isTrue() && end()
      const timer = setTimeout(end, maxMs)
      this.#waiting.add(check)
    })
  }

  #pullAfter(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isOpen && this.#isStarted) this.#timer = setTimeout(() => void this.pull(), ms)
  }

  async #pullUntilCurrent(): Promise<void> {
    do {
      this.#mustPullAgain = false
      clearTimeout(this.#timer)
      try {
        await this.#pullOnce()
        this.#failures = 0
        this.#options.onAttempt(true)
      } catch (error) {
        this.#failures += 1
        this.#options.onAttempt(!(error instanceof UnreachableError))
        // A refused session or membership ends elsewhere.
        if (!isRefused(error)) this.#pullAfter(backoffMs(this.#failures, retryBackoff))
        return
      } finally {
        this.#attemptedAt = Date.now()
      }
    } while (this.#mustPullAgain && this.#isOpen)
  }

  async #pullOnce(): Promise<void> {
    // Set first, so that a write noted meanwhile makes it outdated again.
    this.#isCurrent = true
    try {
      const askedAt = Date.now()
      const pulled = await fetchFrames(this.household, this.#since)
      await this.#until(() => !this.#options.isSending(), maxInFlightMs)
      if (!this.#isOpen) return
      this.#askedAt = askedAt
      this.#apply(pulled)
    } catch (error) {
      this.#isCurrent = false
      throw error
    }
  }

  #apply(pulled: SyncResponse): void {
    const before = this.#position
    const { isSnapshot, position, delta } = withSignals(pulled, this.#signals)
    if (before && before.epoch !== position.epoch) {
      this.#neededSeq = 0
      this.#options.onNewEpoch()
    }
    const pending = this.#pendingChanges(position.seq)
    if (isSnapshot) this.tables.replace(Object.fromEntries(Object.entries(delta).map(([name, { rows }]) => [name, rows])), pending)
    else this.tables.receive(delta, pending)
    this.#moveTo(position)
    if (isSnapshot || !before) this.#storage.replaceSoon()
    else if (position.seq !== before.seq || Object.keys(delta).length > 0) this.#storage.append(delta, before, position)
    this.#markLoaded()
  }

  #moveTo(position: Position): void {
    this.#position = position
    this.#since = position
    for (const check of [...this.#waiting]) check()
  }

  /** Applies a signal at once, unless a change of this device is on its way. */
  #onSignal(signal: SyncSignal): void {
    this.#signals.push(signal)
    if (this.#options.isSending()) this.#signalTimer ??= setTimeout(() => this.#receiveSignals(), maxInFlightMs)
    else this.#receiveSignals()
  }

  /** Applies the signals in their order. Those that arrive during a pull are kept, because they may be newer than its rows. */
  #receiveSignals(): void {
    clearTimeout(this.#signalTimer)
    this.#signalTimer = undefined
    const signals = this.#signals
    if (!this.#pulling) this.#signals = []
    for (const signal of signals) this.#receive(signal)
  }

  #receive(signal: SyncSignal): void {
    const position = this.#since
    if (!position || signal.seq <= position.seq) return
    if (!signal.delta || signal.since > position.seq) {
      this.#isCurrent = false
      this.#pullAfter(Math.random() * spreadMs)
      return
    }
    this.tables.receive(signal.delta, this.#pendingChanges(signal.seq))
    const next = { ...position, seq: signal.seq }
    this.#moveTo(next)
    this.#storage.append(signal.delta, position, next)
  }
}

/** Adds the signals that are newer than the rows. */
function withSignals({ position, delta, isSnapshot }: SyncResponse, signals: readonly SyncSignal[]): SyncResponse {
  let joined = { seq: position.seq, delta }
  for (const signal of signals)
    if (signal.delta && signal.seq > joined.seq && signal.since <= joined.seq)
      joined = { seq: signal.seq, delta: joinDeltas(joined.delta, signal.delta) }
  return { position: { ...position, seq: joined.seq }, delta: joined.delta, isSnapshot }
}

/** Resolves when the live stream is open, or after `maxMs`. */
const untilLive = (maxMs: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const stop = watchLiveState(() => liveState() === 'live' && end())
    const timer = setTimeout(end, liveState() === 'live' ? 0 : maxMs)
  })

/** Resolves with the promise, or after `maxMs`. */
const resolvedOrAfter = (promise: Promise<void>, maxMs: number) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, maxMs)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })

/** There was no response in time, or one that didn't come from Larder. */
class UnreachableError extends Error {}

/** Whether the session or the membership has ended. */
const isRefused = (error: unknown) => error instanceof ApiError && [401, 403, 404].includes(error.status)

/** Throws `ApiError` if the server refuses or fails, and `UnreachableError` otherwise. */
async function fetchFrames(household: string, since: Position | null): Promise<SyncResponse> {
  const query = since ? `?${new URLSearchParams({ since: String(since.seq), epoch: since.epoch, own: since.own })}` : ''
  const headers = new Headers({ Accept: 'application/x-ndjson', 'X-Household-Id': household })
  const { token } = currentSession()
  if (token) headers.set('Authorization', `Bearer ${token}`)
  const aborted = new AbortController()
  const timer = setTimeout(() => aborted.abort(), pullTimeoutMs)
  try {
    const response = await fetch(`${syncPath}${query}`, { headers, credentials: 'omit', cache: 'no-store', signal: aborted.signal })
    if (!response.ok) throw await readError(response)
    if (!response.body) throw new Error('The response of /api/sync is empty.')
    return await readFrames(linesOf(response.body))
  } catch (error) {
    throw isNetworkFailure(error) ? new UnreachableError('/api/sync', { cause: error }) : error
  } finally {
    clearTimeout(timer)
  }
}

interface Shown {
  readonly position: Position
  readonly tables: HouseholdTables
  readonly askedAt: number
}

/** Writes a copy to this device while this tab leads. Anything that fails leaves the copy in memory only. */
class ReplicaStorage {
  readonly #options: HouseholdReplicaOptions
  readonly #current: () => Shown | null
  readonly #stopLeading: () => void
  #store: ReplicaStore | null = null
  #isLeader = false
  #work: Promise<void> = Promise.resolve()
  #isReplacing = false

  constructor(options: HouseholdReplicaOptions, current: () => Shown | null) {
    this.#options = options
    this.#current = current
    this.#stopLeading = electLeader(`replica ${options.user} ${options.household}`, newId(), () => {
      this.#isLeader = true
      this.replaceSoon()
      return () => {
        this.#isLeader = false
      }
    }).stop
  }

  /** Returns null if nothing readable is stored. */
  async load() {
    try {
      this.#store = await ReplicaStore.open(this.#options.user, this.#options.household)
      return await this.#store.load()
    } catch {
      return null
    }
  }

  append(delta: Delta, before: Position, position: Position): void {
    this.#next(async (store) => {
      const isAppended = await store.append(delta, before, { ...position, version: this.#options.version })
      if (isAppended) this.#tellStored(position.seq)
      else this.replaceSoon()
    })
  }

  /** Stores everything, unless the store is there already. */
  replaceSoon(): void {
    if (this.#isReplacing) return
    this.#isReplacing = true
    this.#next(async (store) => {
      this.#isReplacing = false
      const shown = this.#current()
      if (!shown) return
      const { position, tables } = shown
      if (!(await store.isAt(position, this.#options.version)))
        await store.replace(tables.content(), { ...position, version: this.#options.version })
      this.#tellStored(position.seq)
    })
  }

  #tellStored(seq: number): void {
    this.#options.onStored({ seq, askedAt: this.#current()?.askedAt ?? 0, now: Date.now() })
  }

  close(wipe: boolean): void {
    this.#stopLeading()
    this.#isLeader = false
    this.#store?.close()
    this.#store = null
    if (wipe) deleteReplica(this.#options.user, this.#options.household)
  }

  #next(work: (store: ReplicaStore) => Promise<void>): void {
    this.#work = this.#work.then(async () => {
      const store = this.#store
      if (!this.#isLeader || !store) {
        this.#isReplacing = false
        return
      }
      // Full or closed by the browser: the copy stays in memory, and the next start asks for what is missing.
      await work(store).catch(() => {})
    })
  }
}
