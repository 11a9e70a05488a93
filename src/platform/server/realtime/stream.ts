import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import { reasonOf } from '../../shared/logged-error.ts'
import { type Change, changesAfter, lastSeq, lastSeqs } from '../changes/log.ts'
import type { Database, Reader } from '../database/index.ts'
import { spokenLanguage } from '../i18n/language.ts'
import { type Channel, hasStarted, openChannels, type Stream, type Subscriber, startedIn } from './channels.ts'
import { resyncText, textsOf, userSignalText, type View } from './frames.ts'
import { onUserSignal } from './user-signals.ts'

export interface Live {
  /**
   * Streams the household's changes into an answer whose head has not left yet, and ends it for who may not look. Rejects, with the answer
   * left open, when the database does not say. `after`: the client's Last-Event-ID.
   */
  open(stream: Subscriber & { userId: UserId; response: ServerResponse; after: number | null }): Promise<void>
  /** Whether somebody may open one more in this process: no one person's screens take all that it has. */
  canOpenStream(userId: UserId): boolean
  /** Tells these people's streams in this process that something beside the log changed: no words, they ask again. */
  signalUsers(event: string, userIds: ReadonlySet<string>): void
  /** Whether anybody watches in this process. */
  hasSubscribers(): boolean
  /** Ends all streams; on PostgreSQL, where other processes may take them in, little by little. */
  close(): Promise<void>
}

/** Those of the watching who may still look; the reader's scope is all of their households. Supplied by the households domain. */
export type FilterAllowed = <W extends Subscriber>(q: Reader, watching: readonly W[]) => Promise<Set<W>>

/** What decides who may follow a household. */
export interface Membership {
  filterAllowed: FilterAllowed
  /** Names of the changes after which someone may no longer follow. */
  endedBy: readonly string[]
}

const heartbeatMs = 15_000
const pollMs = 2_000
/** Streams of one person in one process. */
const maxOfOne = 200
const maxReplayed = 1_000
const maxAtOnce = 200
/** Policies look through the list of households for every row. */
const maxHouseholds = 100
/** When a process stops: ten milliseconds for each stream, and for all of them less than half of the time that a stop may take. */
const drainMsEach = 10
const maxDrainMs = 4_000
const drainStepMs = 50

/** Every change of a household becomes text once in each language its streams speak, and that text goes to all of them. */
export function openLive(
  database: Database,
  views: readonly View[],
  { filterAllowed, endedBy }: Membership,
  log: (message: string) => void,
): Live {
  const endsMemberships = ({ name }: Change) => endedBy.includes(name)
  /** Changes after a removal wait until it is known whose streams it ended. */
  const upToEnding = (changes: Change[]): Change[] => {
    const ending = changes.findIndex(endsMemberships)
    return ending < 0 ? changes : changes.slice(0, ending + 1)
  }
  const channels = openChannels()
  let closing = false

  async function pump(householdId: HouseholdId, channel: Channel): Promise<void> {
    channel.woken = true
    if (channel.busy) return
    channel.busy = true
    try {
      while (channel.woken && channel.rendered !== null && channel.streams.size > 0) {
        channel.woken = false
        const from = channel.rendered
        const languages = new Set(startedIn(channel).map(({ language }) => language))
        const { changes, texts } = await database.read(householdId, (q) => shown(q, householdId, from, languages))
        const last = changes.at(-1)
        if (!last) continue
        // A stream that came meanwhile may stand before these: the next round begins where it stands.
        if (channel.rendered === from) channel.rendered = last.seq
        if (changes.length === maxAtOnce || endsMemberships(last)) channel.woken = true
        for (const stream of startedIn(channel)) {
          const unseen = stream.sent < from ? -1 : changes.findIndex((change) => change.seq > stream.sent)
          const said = texts.get(stream.language)
          if (said && unseen >= 0) channels.send(stream, said.slice(unseen).join(''), last.seq)
          else if (unseen >= 0) {
            // Who came meanwhile with a language of their own is served in the next round.
            channel.rendered = Math.min(channel.rendered, stream.sent)
            channel.woken = true
          }
        }
        if (endsMemberships(last)) await endUnlessIn(channel.streams, { inDoubt: 'end' })
      }
    } catch (error) {
      log(`changes could not be shown: ${reasonOf(error)}`)
      // The same changes are read again, with or without another wake.
      channel.retry ??= setTimeout(() => {
        channel.retry = undefined
        void pump(householdId, channel)
      }, pollMs).unref()
    } finally {
      channel.busy = false
    }
  }

  async function shown(q: Reader, householdId: HouseholdId, from: number, languages: Iterable<Language>) {
    const changes = upToEnding(await changesAfter(q, householdId, from, maxAtOnce))
    const texts = new Map<Language, string[]>()
    if (changes.length > 0) for (const language of languages) texts.set(language, await textsOf(q, views, householdId, changes, language))
    return { changes, texts }
  }

  /** Ends the streams of those who are no longer in. `inDoubt`: what becomes of them while the database does not say. */
  async function endUnlessIn(streams: Iterable<Stream>, { inDoubt }: { inDoubt: 'end' | 'stay' }): Promise<void> {
    const homes = [...Map.groupBy(streams, ({ householdId }) => householdId)]
    for (let i = 0; i < homes.length; i += maxHouseholds) {
      const some = homes.slice(i, i + maxHouseholds)
      const asked = some.flatMap(([, watching]) => watching)
      const answer = database.read(
        some.map(([householdId]) => householdId),
        (q) => filterAllowed(q, asked),
      )
      const still = await answer.catch(() => new Set(inDoubt === 'stay' ? asked : []))
      for (const stream of asked) if (!still.has(stream)) channels.end(stream)
    }
  }

  database.onChanges((householdId, seq) => {
    const channel = channels.get(householdId)
    if (channel && (channel.rendered === null || seq > channel.rendered)) void pump(householdId, channel)
  })
  const endWhere = (isMeant: (stream: Stream) => boolean) => channels.streams().filter(isMeant).forEach(channels.end)
  database.onMessage('session-ended', (sessionId) => endWhere((stream) => stream.sessionId === sessionId))
  database.onMessage('account-locked', (userId) => endWhere((stream) => stream.userId === userId))
  const signalUsers: Live['signalUsers'] = (event, userIds) => {
    for (const stream of channels.streams())
      if (hasStarted(stream) && userIds.has(stream.userId)) channels.send(stream, userSignalText(stream.userId, event), stream.sent)
  }
  onUserSignal(database, signalUsers)

  /** Rooms whose log has gone on without our hearing of it. */
  async function lookBehind(): Promise<void> {
    const ids = channels.ids()
    for (let i = 0; i < ids.length; i += maxHouseholds) {
      const some = ids.slice(i, i + maxHouseholds)
      for (const { id, seq } of await database.read(some, (q) => lastSeqs(q, some))) {
        const channel = channels.get(id)
        if (channel && channel.rendered !== null && seq > channel.rendered) void pump(id, channel)
      }
    }
  }
  // A lost hint costs at most one poll; the beat also finds sessions and memberships that ended elsewhere.
  let looking = false
  const poll = setInterval(async () => {
    if (database.engine !== 'postgres' || looking) return
    looking = true
    await lookBehind().catch((error) => log(`changes could not be looked for: ${reasonOf(error)}`))
    looking = false
  }, pollMs)
  const beat = setInterval(() => {
    const started = channels.streams().filter(hasStarted)
    for (const { response } of started) response.write(': here\n\n')
    void endUnlessIn(started, { inDoubt: 'stay' })
  }, heartbeatMs)

  /** What a stream that was sent everything up to `after` is told first, and the change it stands at then; null when it may not look. */
  async function greeting(q: Reader, stream: Stream, after: number | null): Promise<{ text: string; now: number } | null> {
    const { householdId, language } = stream
    const now = await lastSeq(q, householdId)
    const start = Math.min(after ?? now, now)
    let text = `retry: 2000\nid: ${start}\n\n`
    // A place this log has not reached is of another history, e.g. before a backup was restored.
    const isLost = after !== null && (after > now || now - after > maxReplayed)
    if (isLost) text += resyncText(householdId, now)
    else if (start < now) {
      const missed = (await changesAfter(q, householdId, start, maxReplayed)).filter(({ seq }) => seq <= now)
      text += (await textsOf(q, views, householdId, missed, language)).join('')
    }
    // Last: somebody may have been removed since the door let them in. Whoever is removed from here on, the log tells.
    return (await filterAllowed(q, [stream])).has(stream) ? { text, now } : null
  }

  /** Not all in one moment: whoever takes them in has other work, too. */
  async function drain(): Promise<void> {
    const streams = channels.streams()
    const ms = Math.min(maxDrainMs, streams.length * drainMsEach)
    const began = performance.now()
    for (let ended = 0; ended < streams.length; ) {
      await pause(drainStepMs)
      const due = Math.ceil(streams.length * Math.min(1, (performance.now() - began) / ms))
      streams.slice(ended, due).forEach(channels.end)
      ended = due
    }
  }

  return {
    signalUsers,
    canOpenStream: (userId) => channels.countOf(userId) < maxOfOne,
    hasSubscribers: () => channels.ids().length > 0,
    async open({ householdId, userId, sessionId, response, after }) {
      if (response.destroyed) return
      if (closing) return void response.end()
      const stream: Stream = { householdId, userId, sessionId, response, language: spokenLanguage(), sent: null }
      // In its room before anything is read: what ends its session from here on is told to it, and what changes wakes the room.
      const channel = channels.join(stream)
      const found = await database
        .read(householdId, (q) => greeting(q, stream, after))
        .catch((error) => {
          channels.leave(stream)
          throw error
        })
      if (found === null) return channels.end(stream)
      if (!channel.streams.has(stream)) return
      // Head and greeting leave together: from what it reads first a screen knows that it hears everything from here on.
      response.write(found.text)
      stream.sent = found.now
      const isBehind = channel.rendered !== null && found.now < channel.rendered
      channel.rendered = Math.min(channel.rendered ?? found.now, found.now)
      if (isBehind || channel.woken) void pump(householdId, channel)
    },
    async close() {
      closing = true
      if (database.engine === 'postgres') await drain()
      channels.streams().forEach(channels.end)
      clearInterval(poll)
      clearInterval(beat)
    },
  }
}
