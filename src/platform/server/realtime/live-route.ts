import { Problem } from '#platform/shared/problem.ts'
import * as contract from '#platform/shared/system-endpoints.ts'
import { type Call, type Route, route } from '../endpoints/route.ts'
import type { LiveStreams } from './live-streams.ts'

/** The live streams of the household's changes as server-sent events. They resume after `Last-Event-ID`. */
export const liveRoutes = (live: LiveStreams): Route[] => [
  route(contract.live, openStream(live, { isSignal: false })),
  route(contract.liveSignals, openStream(live, { isSignal: true })),
]

const openStream =
  (live: LiveStreams, { isSignal }: { isSignal: boolean }) =>
  async ({ member, request, reply }: Call<typeof contract.live>): Promise<never> => {
    const lastEventId = request.headers['last-event-id']
    if (lastEventId !== undefined && !/^\d{1,15}$/.test(String(lastEventId)))
      throw new Problem(400, 'last_event_id', 'Last-Event-ID must be an event number.')
    if (!live.canOpenStream(member.userId))
      throw new Problem(429, 'too_many_streams', 'Larder is open in too many tabs or devices. Close some of them.', {
        retryAfterSeconds: 30,
      })
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    reply.raw.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    const stream = { householdId: member.householdId, userId: member.userId, sessionId: member.sessionId, response: reply.raw }
    try {
      await live.open({ ...stream, after: lastEventId === undefined ? null : Number(lastEventId), isSignal })
    } catch (error) {
      // Ends the stream, so that the client reconnects.
      request.log.error({ err: error }, 'a live stream could not begin')
      reply.raw.end()
    }
    return reply as never
  }
