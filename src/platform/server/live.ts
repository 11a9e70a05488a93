import type { ServerResponse } from 'node:http'
import type { LiveFrame } from '#platform/contract/event.ts'
import type { HouseholdId, UserId } from '#platform/contract/ids.ts'
import type { Language } from '#platform/contract/language.ts'
import { type Change, changesAfter, lastSeq } from './changes.ts'
import type { Database, Reader } from './database.ts'
import { onHint } from './hints.ts'
import { inLanguage, spokenLanguage } from './language.ts'

/** How a domain shows its changes on its own channel, beside the plain frame every change has. */
export type View = (q: Reader, householdId: HouseholdId, changes: readonly Change[]) => Promise<Map<number, LiveFrame[]>>

export interface Live {
  /** Streams the household's changes into an answer whose head has not left yet. `after`: the client's Last-Event-ID. */
  open(stream: {
    householdId: HouseholdId
    userId: UserId
    sessionId: string
    response: ServerResponse
    after: number | null
  }): Promise<void>
  /** Tells these people's streams in this process that something beside the log changed: no words, they ask again. */
  hint(event: string, userIds: ReadonlySet<string>): void
  /** Whether anybody watches in this process. */
  isWatched(): boolean
  close(): void
}

interface Stream {
  readonly userId: UserId
  readonly sessionId: string
  readonly response: ServerResponse
  /** What its frames hold of words is said in. */
  readonly language: Language
  /** Last change this stream was sent. */
  sent: number
}

interface Room {
  readonly streams: Set<Stream>
  /** Last change rendered for this room. */
  rendered: number
  busy: boolean
  woken: boolean
}

const beatMs = 15_000
const pollMs = 2_000
const mostReplayed = 1_000
const largestBuffer = 1024 * 1024

const endsMemberships = ({ name }: Change) => name === 'member.removed' || name === 'household.deleted'

/** What comes after a removal is sent only when it is known whose streams that ended. */
function upToEnding(changes: Change[]): Change[] {
  const ending = changes.findIndex(endsMemberships)
  return ending < 0 ? changes : changes.slice(0, ending + 1)
}

/** Every change of a household becomes text once in each language its streams speak, and that text goes to all of them. */
export function openLive(
  database: Database,
  views: readonly View[],
  stillIn: (householdId: HouseholdId, sessionId: string) => Promise<boolean>,
  log: (message: string) => void,
): Live {
  const rooms = new Map<HouseholdId, Room>()

  async function render(householdId: HouseholdId, changes: readonly Change[], language: Language): Promise<string[]> {
    const shown = await inLanguage(language, () =>
      database.read(householdId, (q) => Promise.all(views.map((view) => view(q, householdId, changes)))),
    )
    return changes.map((change) => {
      const frames: LiveFrame[] = shown.flatMap((frames) => frames.get(change.seq) ?? [])
      frames.push({
        channel: `changes:${householdId}`,
        event: change.name,
        payload: { seq: change.seq, userId: change.actorId, ...(change.payload as object) },
      })
      // Only the last frame carries the id: a stream cut inside a change gets the whole change again.
      return `${frames.map((frame, i) => `${i === frames.length - 1 ? `id: ${change.seq}\n` : ''}data: ${JSON.stringify(frame)}\n\n`).join('')}`
    })
  }

  async function pump(householdId: HouseholdId, room: Room): Promise<void> {
    room.woken = true
    if (room.busy) return
    room.busy = true
    try {
      while (room.woken && room.streams.size > 0) {
        room.woken = false
        const from = room.rendered
        const changes = upToEnding(await database.read(householdId, (q) => changesAfter(q, householdId, from, 200)))
        const last = changes.at(-1)
        if (!last) continue
        const spoken = new Set([...room.streams].map(({ language }) => language))
        const texts = new Map<Language, string[]>()
        for (const language of spoken) texts.set(language, await render(householdId, changes, language))
        // A stream that came meanwhile may stand before these: the next round begins where it stands.
        if (room.rendered === from) room.rendered = last.seq
        room.woken = true
        for (const stream of room.streams) {
          const unseen = stream.sent < from ? -1 : changes.findIndex((change) => change.seq > stream.sent)
          const said = texts.get(stream.language)
          if (said && unseen >= 0) send(room, stream, said.slice(unseen).join(''), last.seq)
          // Who came meanwhile with a language of their own is served in the next round.
          else if (unseen >= 0) room.rendered = Math.min(room.rendered, stream.sent)
        }
        if (endsMemberships(last)) await check(householdId, room, false)
      }
    } catch (error) {
      log(`changes could not be shown: ${error instanceof Error ? error.message : String(error)}`)
      // The same changes are read again, with or without another wake.
      setTimeout(() => void pump(householdId, room), pollMs).unref()
    } finally {
      room.busy = false
    }
  }

  /** Ends the streams of those who are no longer in; `inDoubt`: what to take for true while the database does not say. */
  async function check(householdId: HouseholdId, room: Room, inDoubt: boolean, streams: Iterable<Stream> = room.streams): Promise<void> {
    for (const stream of [...streams]) if (!(await stillIn(householdId, stream.sessionId).catch(() => inDoubt))) end(room, stream)
  }

  function send(room: Room, stream: Stream, text: string, seq: number): void {
    stream.sent = seq
    stream.response.write(text)
    // A reader that stalls must not fill our memory: what waits for it is dropped, and it comes back with its Last-Event-ID.
    if (stream.response.writableLength > largestBuffer) {
      room.streams.delete(stream)
      stream.response.destroy()
    }
  }

  function end(room: Room, stream: Stream): void {
    room.streams.delete(stream)
    stream.response.end()
  }

  database.onChanges((householdId) => {
    const room = rooms.get(householdId)
    if (room) void pump(householdId, room)
  })
  const endWhere = (isMeant: (stream: Stream) => boolean) => {
    for (const room of rooms.values()) for (const stream of [...room.streams].filter(isMeant)) end(room, stream)
  }
  database.onAnnounce('session-ended', (sessionId) => endWhere((stream) => stream.sessionId === sessionId))
  database.onAnnounce('account-locked', (userId) => endWhere((stream) => stream.userId === userId))
  const hint: Live['hint'] = (event, userIds) => {
    for (const room of rooms.values())
      for (const stream of room.streams)
        if (userIds.has(stream.userId)) {
          const frame: LiveFrame = { channel: `person:${stream.userId}`, event, payload: null }
          send(room, stream, `data: ${JSON.stringify(frame)}\n\n`, stream.sent)
        }
  }
  onHint(database, hint)
  // A lost hint costs at most one poll; the beat also finds sessions and memberships that ended elsewhere.
  const poll = setInterval(() => {
    if (database.engine === 'postgres') for (const [householdId, room] of rooms) void pump(householdId, room)
  }, pollMs)
  const beat = setInterval(() => {
    for (const [householdId, room] of rooms) {
      for (const stream of room.streams) stream.response.write(': here\n\n')
      void check(householdId, room, true)
    }
  }, beatMs)

  return {
    hint,
    isWatched: () => rooms.size > 0,
    async open({ householdId, userId, sessionId, response, after }) {
      const now = await database.read(householdId, (q) => lastSeq(q, householdId))
      // Somebody may have been removed since the door let them in; whoever is removed from here on, the log tells.
      if (!(await stillIn(householdId, sessionId))) return void response.end()
      const start = Math.min(after ?? now, now)
      const stream: Stream = { userId, sessionId, response, language: spokenLanguage(), sent: now }
      let greeting = `retry: 2000\nid: ${start}\n\n`
      // A place this log has not reached is of another history, e.g. before a backup was restored.
      const isLost = after !== null && (after > now || now - after > mostReplayed)
      if (isLost)
        greeting += `event: resync\nid: ${now}\ndata: ${JSON.stringify({ channel: `changes:${householdId}`, event: 'resync', payload: null })}\n\n`
      else if (start < now) {
        const missed = await database.read(householdId, (q) => changesAfter(q, householdId, start, mostReplayed))
        const known = missed.filter((change) => change.seq <= now)
        greeting += (await render(householdId, known, stream.language)).join('')
      }
      if (response.destroyed) return
      // Head and greeting leave with the stream in its room: from what it reads first a screen knows that it hears everything from here on.
      response.write(greeting)
      const room: Room = rooms.get(householdId) ?? { streams: new Set(), rendered: now, busy: false, woken: false }
      rooms.set(householdId, room)
      room.rendered = Math.min(room.rendered, now)
      room.streams.add(stream)
      response.on('close', () => {
        room.streams.delete(stream)
        if (room.streams.size === 0 && rooms.get(householdId) === room) rooms.delete(householdId)
      })
      void pump(householdId, room)
      // A session that ended while the stream began was told to streams that stood then.
      await check(householdId, room, true, [stream])
    },
    close() {
      clearInterval(poll)
      clearInterval(beat)
      for (const room of rooms.values()) for (const stream of [...room.streams]) end(room, stream)
    },
  }
}
