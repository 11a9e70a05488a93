import { access, constants, statfs } from 'node:fs/promises'
import { Problem } from '#platform/shared/problem.ts'
import * as contract from '#platform/shared/system-endpoints.ts'
import type { Database } from '../database/index.ts'
import { type Route, route } from '../endpoints/route.ts'

const minFreeBytes = 50 * 1024 * 1024
const failedDisk = 'The disk failed, so nothing is written until the next start.'

/** Routes for health, readiness and the API description. `document` returns OpenAPI as JSON once all routes are mounted. */
export const systemRoutes = (database: Database, dataDir: string | null, document: () => string): Route[] => [
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
