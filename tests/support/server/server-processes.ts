import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'
import { type Cluster, sharedCluster } from '../database/postgres.ts'
import { freePort } from './programs.ts'

/** A server in its own process, like `npm start`. */
export type RunningServer = {
  /** As the server prints it, without a trailing slash. */
  url: string
  /** Folder of the database and outbox. */
  dataFolder: string
  pid: number
  /** Returns everything it printed. */
  output(): string
  /** Stops the server with SIGTERM and returns its exit code. Removes the data folder unless `dataFolder` was passed. */
  stop(): Promise<number | null>
  /** Kills the server with SIGKILL, like a power cut. Keeps the data folder. */
  kill(): Promise<void>
}

export type ServerOptions = {
  /** Added to this process's environment without its own settings; undefined removes a variable. */
  env?: Record<string, string | undefined>
  /** An existing folder, which is kept. By default a new one is created, and removed later. */
  dataFolder?: string
  port?: number
  /** Folder of the release to start; this one by default. */
  root?: string
}

const root = join(import.meta.dirname, '../../..')
const maxStartMs = 30_000 * timeoutFactor
const ownSettings = /^(LARDER_|SMTP_URL$|MAIL_FROM$|VAPID_|INSTACART_|DATABASE_URL$|PORT$|HOST$)/

const temporaryFolders = new Set<string>()
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
// Removes what killed servers left.
process.once('exit', () => temporaryFolders.forEach(remove))

const inheritedEnv = () => Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)))

/** Starts a server on a free port; waits until it has printed its URL and `/api/health` responds. Throws with its output otherwise. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'larder-test-data-'))
  if (options.dataFolder === undefined) temporaryFolders.add(dataFolder)
  const port = options.port ?? (await freePort())
  const env: Record<string, string | undefined> = {
    ...inheritedEnv(),
    NODE_ENV: 'production',
    PORT: String(port),
    LARDER_DATA_DIR: dataFolder,
    LARDER_RATE_LIMITS: 'off',
    LARDER_BACKUP_HOURS: '0',
    ...options.env,
  }
  // Preloaded modules replace source modules, which the bundle doesn't load.
  const program = env['NODE_OPTIONS']?.includes('--import') ? 'src/app/start.ts' : 'src/app/server.ts'
  const child = spawn(process.execPath, [program], { cwd: options.root ?? root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const killNow = () => child.kill('SIGKILL')
  process.once('exit', killNow)
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  void ended.then(() => process.off('exit', killNow))

  let printed = ''
  const address = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        printed += text
        const found = new RegExp(`https?://[\\w.[\\]-]+:${port}(?=\\D)`).exec(printed)
        if (found) resolve(found[0])
      })
    }
  })
  const deadline = AbortSignal.timeout(maxStartMs)
  const url = await Promise.race([
    address,
    ended.then(() => undefined),
    new Promise<undefined>((resolve) => deadline.addEventListener('abort', () => resolve(undefined))),
  ])
  const health = url === undefined ? undefined : await fetch(`${url}/api/health`, { signal: deadline }).catch(() => undefined)
  if (url === undefined || health?.ok !== true) {
    child.kill('SIGKILL')
    throw new Error(`The server did not start (${health ? `health answered ${health.status}` : 'no address'}). It printed:\n${printed}`)
  }
  return {
    url,
    dataFolder,
    pid: child.pid ?? 0,
    output: () => printed,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      if (options.dataFolder === undefined) remove(dataFolder)
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

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
