import type { ServerResponse } from 'node:http'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'
import type { Database, Reader } from '../database/index.ts'

/** A session or access token that follows a household. */
export interface Subscriber {
  readonly householdId: HouseholdId
  readonly sessionId: string
}

export interface Stream extends Subscriber {
  readonly userId: UserId
  readonly response: ServerResponse
  readonly language: Language
  /** Gets only signals that something changed. */
  readonly isSignal: boolean
  /** Number of the last change sent; null until the stream has started. */
  sentSeq: number | null
}
export type StartedStream = Stream & { sentSeq: number }

/** The open streams of one household in this process. */
export interface HouseholdStreams {
  readonly streams: Set<Stream>
  /** Decides when in each round its streams get their heartbeat: 0 to `heartbeatSlots` - 1. */
  readonly heartbeatSlot: number
  /** Number of the last change sent to all of its streams; null until the first has started. */
  publishedSeq: number | null
  isPublishing: boolean
  hasNewChanges: boolean
  /** Set after a failure. */
  retry?: NodeJS.Timeout | undefined
}

export const hasStarted = (stream: Stream): stream is StartedStream => stream.sentSeq !== null
export const startedIn = ({ streams }: HouseholdStreams): StartedStream[] => [...streams].filter(hasStarted)

/** Parts of a heartbeat's round. Thousands of writes at once would hold up everything else. */
export const heartbeatSlots = 15

const maxBufferedBytes = 1024 * 1024

/** All open streams of this process. A household is in it while it has streams. */
export interface StreamRegistry {
  get(householdId: HouseholdId): HouseholdStreams | undefined
  ids(): HouseholdId[]
  streams(): Stream[]
  streamsInSlot(heartbeatSlot: number): Stream[]
  /** Returns how many streams a user has, in all households. */
  countOf(userId: UserId): number
  join(stream: Stream): HouseholdStreams
  leave(stream: Stream): void
  end(stream: Stream): void
  send(stream: StartedStream, text: string, seq: number): void
}

export function openStreamRegistry(): StreamRegistry {
  const households = new Map<HouseholdId, HouseholdStreams>()
  const counts = new Map<UserId, number>()
  let joined = 0
  function leave(stream: Stream): void {
    const household = households.get(stream.householdId)
    if (!household?.streams.delete(stream)) return
    if (household.streams.size === 0) households.delete(stream.householdId)
    const left = (counts.get(stream.userId) ?? 0) - 1
    if (left > 0) counts.set(stream.userId, left)
    else counts.delete(stream.userId)
  }
  return {
    get: (householdId) => households.get(householdId),
    ids: () => [...households.keys()],
    streams: () => [...households.values()].flatMap(({ streams }) => [...streams]),
    streamsInSlot: (slot) => [...households.values()].flatMap(({ streams, heartbeatSlot }) => (heartbeatSlot === slot ? [...streams] : [])),
    countOf: (userId) => counts.get(userId) ?? 0,
    join(stream) {
      const household: HouseholdStreams = households.get(stream.householdId) ?? {
        streams: new Set(),
        heartbeatSlot: joined++ % heartbeatSlots,
        publishedSeq: null,
        isPublishing: false,
        hasNewChanges: false,
      }
      households.set(stream.householdId, household)
      household.streams.add(stream)
      counts.set(stream.userId, (counts.get(stream.userId) ?? 0) + 1)
      stream.response.on('close', () => leave(stream))
      return household
    },
    leave,
    end(stream) {
      leave(stream)
      stream.response.end()
    },
    send(stream, text, seq) {
      stream.sentSeq = seq
      stream.response.write(text)
      // A stalled client must not fill the memory. It reconnects with its Last-Event-ID.
      if (stream.response.writableLength > maxBufferedBytes) {
        leave(stream)
        stream.response.destroy()
      }
    },
  }
}

/** Returns those that may still follow their household. The reader's scope includes all of their households. */
export type FilterAllowed = <S extends Subscriber>(q: Reader, subscribers: readonly S[]) => Promise<Set<S>>

/** Decides who may follow a household. Supplied by the households domain. */
export interface StreamAccess {
  filterAllowed: FilterAllowed
  /** Names of the changes after which someone may no longer follow. */
  endedBy: readonly string[]
}

/** Households per query: the database's policies check each row against their list. */
export const maxHouseholdsPerQuery = 100

/** Ends the streams that may no longer follow. `onError` decides about them if the database fails. */
export async function endDisallowedStreams(
  database: Database,
  registry: StreamRegistry,
  filterAllowed: FilterAllowed,
  streams: Iterable<Stream>,
  { onError }: { onError: 'end' | 'keep' },
): Promise<void> {
  const households = [...Map.groupBy(streams, ({ householdId }) => householdId)]
  for (let i = 0; i < households.length; i += maxHouseholdsPerQuery) {
    const batch = households.slice(i, i + maxHouseholdsPerQuery)
    const checked = batch.flatMap(([, streams]) => streams)
    const result = database.read(
      batch.map(([householdId]) => householdId),
      (q) => filterAllowed(q, checked),
    )
    const allowed = await result.catch(() => new Set(onError === 'keep' ? checked : []))
    for (const stream of checked) if (!allowed.has(stream)) registry.end(stream)
  }
}
