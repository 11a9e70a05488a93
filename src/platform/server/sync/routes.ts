import { Readable } from 'node:stream'
import { syncHousehold } from '#platform/shared/sync.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../endpoints/route.ts'
import { semaphore } from '../workers/semaphore.ts'
import { readSync, type SyncConfig } from './read-sync.ts'

/** A snapshot of a large household takes a third of a second, so many at once would hold up everything else. */
const maxAtOnce = 4
const maxWaiting = 1_000

/** The route of the browsers' copies. */
export function syncRoutes(database: Database, sync: SyncConfig): Route[] {
  const inTurn = semaphore(maxAtOnce, maxWaiting)
  return [
    route(syncHousehold, async ({ member, query, reply }) => {
      const frames = await readSync({ database, inTurn }, sync, member, query)
      return reply
        .headers({ 'Cache-Control': 'no-store', 'Content-Type': 'application/x-ndjson; charset=utf-8' })
        .send(frames.length > 20 ? Readable.from(frames, { objectMode: false }) : frames.join(''))
    }),
  ]
}
