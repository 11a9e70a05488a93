import type { ServerResponse } from 'node:http'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { Language } from '#platform/shared/language.ts'

/** Whose session, or which access token, looks at which household. */
export interface Subscriber {
  readonly householdId: HouseholdId
  readonly sessionId: string
}

export interface Stream extends Subscriber {
  readonly userId: UserId
  readonly response: ServerResponse
  /** What its frames hold of words is said in. */
  readonly language: Language
  /** Last change this stream was sent; null until its greeting has left. */
  sent: number | null
}
export type StartedStream = Stream & { sent: number }

/** The streams of one household in this process. */
export interface Channel {
  readonly streams: Set<Stream>
  /** Last change that all of its streams were sent; null until the first has begun. */
  rendered: number | null
  busy: boolean
  woken: boolean
  /** Will look again after a failure. */
  retry?: NodeJS.Timeout | undefined
}

export const hasStarted = (stream: Stream): stream is StartedStream => stream.sent !== null
export const startedIn = ({ streams }: Channel): StartedStream[] => [...streams].filter(hasStarted)

const largestBuffer = 1024 * 1024

/** Rooms come with their first stream and go with their last. */
export interface RealtimeChannels {
  get(householdId: HouseholdId): Channel | undefined
  ids(): HouseholdId[]
  streams(): Stream[]
  /** How many one person has open, in whatever households. */
  countOf(userId: UserId): number
  join(stream: Stream): Channel
  leave(stream: Stream): void
  end(stream: Stream): void
  send(stream: StartedStream, text: string, seq: number): void
}

export function openChannels(): RealtimeChannels {
  const channels = new Map<HouseholdId, Channel>()
  const counts = new Map<UserId, number>()
  function leave(stream: Stream): void {
    const channel = channels.get(stream.householdId)
    if (!channel?.streams.delete(stream)) return
    if (channel.streams.size === 0) channels.delete(stream.householdId)
    const left = (counts.get(stream.userId) ?? 0) - 1
    if (left > 0) counts.set(stream.userId, left)
    else counts.delete(stream.userId)
  }
  return {
    get: (householdId) => channels.get(householdId),
    ids: () => [...channels.keys()],
    streams: () => [...channels.values()].flatMap(({ streams }) => [...streams]),
    countOf: (userId) => counts.get(userId) ?? 0,
    join(stream) {
      const channel: Channel = channels.get(stream.householdId) ?? { streams: new Set(), rendered: null, busy: false, woken: false }
      channels.set(stream.householdId, channel)
      channel.streams.add(stream)
      counts.set(stream.userId, (counts.get(stream.userId) ?? 0) + 1)
      stream.response.on('close', () => leave(stream))
      return channel
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
