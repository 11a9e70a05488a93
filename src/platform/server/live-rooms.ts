import type { ServerResponse } from 'node:http'
import type { HouseholdId, UserId } from '#platform/contract/ids.ts'
import type { Language } from '#platform/contract/language.ts'

/** Whose session, or which access token, looks at which household. */
export interface Watching {
  readonly householdId: HouseholdId
  readonly sessionId: string
}

export interface Stream extends Watching {
  readonly userId: UserId
  readonly response: ServerResponse
  /** What its frames hold of words is said in. */
  readonly language: Language
  /** Last change this stream was sent; null until its greeting has left. */
  sent: number | null
}
export type Begun = Stream & { sent: number }

/** The streams of one household in this process. */
export interface Room {
  readonly streams: Set<Stream>
  /** Last change that all of its streams were sent; null until the first has begun. */
  rendered: number | null
  busy: boolean
  woken: boolean
  /** Will look again after a failure. */
  retry?: NodeJS.Timeout | undefined
}

export const isBegun = (stream: Stream): stream is Begun => stream.sent !== null
export const begunIn = ({ streams }: Room): Begun[] => [...streams].filter(isBegun)

const largestBuffer = 1024 * 1024

/** Rooms come with their first stream and go with their last. */
export interface Rooms {
  get(householdId: HouseholdId): Room | undefined
  ids(): HouseholdId[]
  streams(): Stream[]
  /** How many one person has open, in whatever households. */
  countOf(userId: UserId): number
  join(stream: Stream): Room
  leave(stream: Stream): void
  end(stream: Stream): void
  send(stream: Begun, text: string, seq: number): void
}

export function openRooms(): Rooms {
  const rooms = new Map<HouseholdId, Room>()
  const counts = new Map<UserId, number>()
  function leave(stream: Stream): void {
    const room = rooms.get(stream.householdId)
    if (!room?.streams.delete(stream)) return
    if (room.streams.size === 0) rooms.delete(stream.householdId)
    const left = (counts.get(stream.userId) ?? 0) - 1
    if (left > 0) counts.set(stream.userId, left)
    else counts.delete(stream.userId)
  }
  return {
    get: (householdId) => rooms.get(householdId),
    ids: () => [...rooms.keys()],
    streams: () => [...rooms.values()].flatMap(({ streams }) => [...streams]),
    countOf: (userId) => counts.get(userId) ?? 0,
    join(stream) {
      const room: Room = rooms.get(stream.householdId) ?? { streams: new Set(), rendered: null, busy: false, woken: false }
      rooms.set(stream.householdId, room)
      room.streams.add(stream)
      counts.set(stream.userId, (counts.get(stream.userId) ?? 0) + 1)
      stream.response.on('close', () => leave(stream))
      return room
    },
    leave,
    end(stream) {
      leave(stream)
      stream.response.end()
    },
    send(stream, text, seq) {
      stream.sent = seq
      stream.response.write(text)
      // A reader that stalls must not fill our memory: what waits for it is dropped, and it comes back with its Last-Event-ID.
      if (stream.response.writableLength > largestBuffer) {
        leave(stream)
        stream.response.destroy()
      }
    },
  }
}
