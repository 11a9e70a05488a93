import { access, constants, statfs } from 'node:fs/promises'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '#platform/shared/system-endpoints.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../endpoints/route.ts'
import type { LiveStreams } from '../realtime/live-streams.ts'

const minFreeBytes = 50 * 1024 * 1024
const failedDisk = 'The disk failed, so nothing is written until the next start.'

/** Routes for health, readiness, the API description and the live stream. `document` returns OpenAPI as JSON once all routes are mounted. */
export const systemRoutes = (database: Database, live: LiveStreams, dataDir: string | null, document: () => string): Route[] => [
  route(contract.health, async () => ({ status: 'ok' as const })),
  route(contract.ready, async () => {
    await database.ping().catch(() => {
      throw new Problem(503, 'not_ready', 'The database isn’t responding.', { retryAfterSeconds: 2 })
    })
    const reason = database.refusal() ? failedDisk : dataDir === null ? null : await findDiskProblem(dataDir)
    return reason === null ? { status: 'ok' as const } : { status: 'degraded' as const, reason }
  }),
  route(contract.openApiDocument, async ({ reply }) =>
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8').send(document()),
  ),
  route(contract.live, async ({ member, request, reply }) => {
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
      await live.open({ ...stream, after: lastEventId === undefined ? null : Number(lastEventId) })
    } catch (error) {
      // Ends the stream, so that the client reconnects.
      request.log.error({ err: error }, 'a live stream could not begin')
      reply.raw.end()
    }
    return reply as never
  }),
]

/** Returns why the data folder can't take more data, or null if it can. */
async function findDiskProblem(dataDir: string): Promise<string | null> {
  try {
    await access(dataDir, constants.W_OK)
    const disk = await statfs(dataDir)
    return disk.bavail * disk.bsize < minFreeBytes ? 'The disk is nearly full.' : null
  } catch {
    return 'The data folder cannot be written.'
  }
}
