import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { UserId } from '#platform/shared/ids.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { changesAfter, lastSeq, lastSeqs } from '../changes/change-log.ts'
import type { Database, Reader } from '../database/index.ts'
import { currentLanguage } from '../i18n/current-language.ts'
import { changedText, type LiveFrameSource, renderChanges, resyncText, userSignalText } from './frames.ts'
import { createChangePublisher, type PublishChanges } from './publish-changes.ts'
import {
  endDisallowedStreams,
  type FilterAllowed,
  hasStarted,
  heartbeatSlots,
  maxHouseholdsPerQuery,
  openStreamRegistry,
  type Stream,
  type StreamAccess,
  type StreamRegistry,
  type Subscriber,
} from './stream-registry.ts'
import { onUserSignal } from './user-signals.ts'

export interface LiveStreams {
  /**
   * Streams the household's changes into a response whose head hasn't been sent. Ends it if the subscriber isn't allowed to follow. Rejects
   * and leaves the response open if the database fails. `after` is the client's Last-Event-ID.
   */
  open(stream: Subscriber & { userId: UserId; response: ServerResponse; after: number | null; isSignal: boolean }): Promise<void>
  /** Returns whether a user may open another stream in this process. */
  canOpenStream(userId: UserId): boolean
  /** Sends a signal to the users' streams in this process. */
  signalUsers(event: string, userIds: ReadonlySet<string>): void
  /** Returns whether this process has any stream. */
  hasSubscribers(): boolean
  /** Ends all streams; gradually on PostgreSQL, where clients reconnect to other processes. */
  close(): Promise<void>
}

/** Time from one heartbeat of a stream to the next. */
const heartbeatMs = 15_000
const pollMs = 2_000
/** Streams of one user in one process. */
const maxPerUser = 200
const maxReplayed = 1_000
/** At shutdown, 10 ms per stream, but less than half of the time that a stop may take. */
const drainMsEach = 10
const maxDrainMs = 4_000
const drainStepMs = 50

/** Streams the change logs of households to their members. */
export function openLiveStreams(
  database: Database,
  views: readonly LiveFrameSource[],
  membership: StreamAccess,
  log: (message: string) => void,
): LiveStreams {
  const { filterAllowed } = membership
  const registry = openStreamRegistry()
  const publishChanges = createChangePublisher(database, registry, views, membership, log)
  const signalUsers: LiveStreams['signalUsers'] = (event, userIds) => {
    for (const stream of registry.streams())
      if (hasStarted(stream) && !stream.isSignal && userIds.has(stream.userId))
        registry.send(stream, userSignalText(stream.userId, event), stream.sentSeq)
  }
  listen(database, registry, publishChanges)
  onUserSignal(database, signalUsers)
  const stopTimers = startTimers(database, registry, publishChanges, filterAllowed, log)
  let isClosing = false

  return {
    signalUsers,
    canOpenStream: (userId) => registry.countOf(userId) < maxPerUser,
    hasSubscribers: () => registry.ids().length > 0,
    async open({ householdId, userId, sessionId, response, after, isSignal }) {
      if (response.destroyed) return
      if (isClosing) return void response.end()
      const stream: Stream = { householdId, userId, sessionId, response, language: currentLanguage(), isSignal, sentSeq: null }
      // Joins before reading, so that it misses no change and no end of its session.
      const household = registry.join(stream)
      const start = await database
        .read(householdId, (q) => readStart(q, views, filterAllowed, stream, after))
        .catch((error) => {
          registry.leave(stream)
          throw error
        })
      if (start === null) return registry.end(stream)
      if (!household.streams.has(stream)) return
      // The head is sent with the first text, so a client that received it misses nothing from then on.
      response.write(start.text)
      stream.sentSeq = start.seq
      const isBehind = household.publishedSeq !== null && start.seq < household.publishedSeq
      household.publishedSeq = Math.min(household.publishedSeq ?? start.seq, start.seq)
      if (isBehind || household.hasNewChanges) void publishChanges(householdId, household)
    },
    async close() {
      isClosing = true
      if (database.engine === 'postgres') await drain(registry)
      registry.streams().forEach(registry.end)
      stopTimers()
    },
  }
}

/** Publishes changes as they are recorded, and ends streams with their session or account. */
function listen(database: Database, registry: StreamRegistry, publishChanges: PublishChanges): void {
  database.onChanges((householdId, seq) => {
    const household = registry.get(householdId)
    if (household && (household.publishedSeq === null || seq > household.publishedSeq)) void publishChanges(householdId, household)
  })
  const endIf = (isEnded: (stream: Stream) => boolean) => registry.streams().filter(isEnded).forEach(registry.end)
  database.onMessage('session-ended', (sessionId) => endIf((stream) => stream.sessionId === sessionId))
  database.onMessage('account-locked', (userId) => endIf((stream) => stream.userId === userId))
}

/**
 * Starts the heartbeat, which also ends streams whose session or membership ended elsewhere, and on PostgreSQL the poll for changes whose
 * notification was lost. Returns the function that stops them.
 */
function startTimers(
  database: Database,
  registry: StreamRegistry,
  publishChanges: PublishChanges,
  filterAllowed: FilterAllowed,
  log: (message: string) => void,
): () => void {
  async function publishMissed(): Promise<void> {
    const ids = registry.ids()
    for (let i = 0; i < ids.length; i += maxHouseholdsPerQuery) {
      const batch = ids.slice(i, i + maxHouseholdsPerQuery)
      for (const { id, seq } of await database.read(batch, (q) => lastSeqs(q, batch))) {
        const household = registry.get(id)
        if (household && household.publishedSeq !== null && seq > household.publishedSeq) void publishChanges(id, household)
      }
    }
  }
  let isPolling = false
  const poll = setInterval(async () => {
    if (database.engine !== 'postgres' || isPolling) return
    isPolling = true
    await publishMissed().catch((error) => log(`polling for changes failed: ${reasonOf(error)}`))
    isPolling = false
  }, pollMs)
  let slot = 0
  const heartbeat = setInterval(() => {
    slot = (slot + 1) % heartbeatSlots
    const started = registry.streamsInSlot(slot).filter(hasStarted)
    for (const { response } of started) response.write(': here\n\n')
    void endDisallowedStreams(database, registry, filterAllowed, started, { onError: 'keep' })
  }, heartbeatMs / heartbeatSlots)
  return () => {
    clearInterval(poll)
    clearInterval(heartbeat)
  }
}

/** Returns the first text of a stream whose client has everything up to `after`, and the number of the last change in it. Null if it may not follow. */
async function readStart(
  q: Reader,
  views: readonly LiveFrameSource[],
  filterAllowed: FilterAllowed,
  stream: Stream,
  after: number | null,
): Promise<{ text: string; seq: number } | null> {
  const { householdId, language, isSignal } = stream
  const now = await lastSeq(q, householdId)
  const start = Math.min(after ?? now, now)
  let text = `retry: 2000\nid: ${start}\n\n`
  // The client is ahead of the log if a backup was restored.
  const needsResync = after !== null && (after > now || now - after > maxReplayed)
  if (isSignal) text += start < now || needsResync ? changedText(householdId, now) : ''
  else if (needsResync) text += resyncText(householdId, now)
  else if (start < now) {
    const missed = (await changesAfter(q, householdId, start, maxReplayed)).filter(({ seq }) => seq <= now)
    text += (await renderChanges(q, views, householdId, missed, language)).join('')
  }
  // Checked last, because the member may have been removed since the request was authorized. Later removals are in the log.
  return (await filterAllowed(q, [stream])).has(stream) ? { text, seq: now } : null
}

/** Ends all streams gradually, to spread the reconnections. */
async function drain(registry: StreamRegistry): Promise<void> {
  const streams = registry.streams()
  const ms = Math.min(maxDrainMs, streams.length * drainMsEach)
  const startedAt = performance.now()
  for (let ended = 0; ended < streams.length; ) {
    await pause(drainStepMs)
    const due = Math.ceil(streams.length * Math.min(1, (performance.now() - startedAt) / ms))
    streams.slice(ended, due).forEach(registry.end)
    ended = due
  }
}
