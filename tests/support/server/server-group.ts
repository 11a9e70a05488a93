import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { type Cluster, sharedCluster } from '../database/postgres.ts'
import { type RunningServer, startServer } from './server.ts'

export const engine = process.env.LARDER_TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/** Data of the engine under test that outlives its servers. */
export interface Store {
  readonly dataFolder: string
  /** Starts a server on the data. On PostgreSQL several may run at once. */
  start(env?: Record<string, string>): Promise<RunningServer>
  /** Opens the data for reading. On SQLite no server may be running. */
  look<T>(work: (database: Database) => Promise<T>): Promise<T>
  remove(): Promise<void>
}

/** Creates a store. On PostgreSQL its database is in `cluster`. */
export async function newStore(cluster: () => Pick<Cluster, 'createDatabase' | 'dropDatabase'> = sharedCluster): Promise<Store> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'larder-test-store-'))
  const url = engine === 'postgres' ? await cluster().createDatabase() : undefined
  return {
    dataFolder,
    start: (env = {}) => startServer({ dataFolder, env: { ...(url === undefined ? {} : { DATABASE_URL: url }), ...env } }),
    async look(work) {
      const database = url === undefined ? openSqlite(dataFolder, () => {}) : await openPostgres(url, () => {})
      try {
        return await work(database)
      } finally {
        await database.close()
      }
    },
    async remove() {
      rmSync(dataFolder, { recursive: true, force: true })
      if (url !== undefined) await cluster().dropDatabase(url)
    },
  }
}

/** Running servers on one store: one on SQLite, two on PostgreSQL. */
export interface ServerGroup {
  readonly store: Store
  readonly urls: readonly string[]
  stop(): Promise<void>
}

export async function startServerGroup(): Promise<ServerGroup> {
  const store = await newStore()
  const servers = await Promise.all(Array.from({ length: engine === 'postgres' ? 2 : 1 }, () => store.start()))
  return {
    store,
    urls: servers.map(({ url }) => url),
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}
