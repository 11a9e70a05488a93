import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '#tests/support/server/programs.ts'
import { postgresPrograms } from '../server/programs.ts'

/** A PostgreSQL server for this test run. */
export type Cluster = {
  /** Returns a superuser's URL of a database. */
  url(database: string): string
  /** Creates an empty database, or a copy of `template`, and returns its URL. */
  createDatabase(template?: string): Promise<string>
  /** Creates a database whose owner is a plain role, as hosting companies provide; returns that role's URL. */
  createOwned(): Promise<string>
  /** Returns the URL of the same database for the login that requests use. */
  appUrl(url: string): string
  dropDatabase(url: string): Promise<void>
  /** Kills the server like a power cut. */
  crash(): Promise<void>
  /** Restarts a crashed server on the same data and addresses. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** Environment variable with the URLs of this run's clusters, one for each worker, for child processes. */
export const clusterVariable = 'LARDER_TEST_POSTGRES'
/** Environment variable with the name of the migrated, empty database of each cluster, for child processes. */
export const templateVariable = 'LARDER_TEST_POSTGRES_TEMPLATE'
const folderPrefix = 'larder-test-postgres-'

/** Fast but not durable. A durability test passes its own settings. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  // A container's /dev/shm may be tiny or unavailable.
  dynamic_shared_memory_type: 'mmap',
  shared_buffers: '64MB',
  max_connections: '200',
  max_wal_size: '4GB',
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
}

/** Returns the account to run PostgreSQL as, since it refuses root: that of Debian's package, or `nobody`. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and this machine has neither a "postgres" nor a "nobody" account to run it.')
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Deletes the data first: if a dying server still writes there, the `owner` file stays and the next run cleans up. */
function remove(folder: string): void {
  rmSync(join(folder, 'data'), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  rmSync(folder, { recursive: true, force: true })
}

/** Stops and removes clusters of killed test runs. Leaves half-created folders and those of other users. */
async function removeOrphans(parent: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(folderPrefix))) {
    const folder = join(parent, name)
    try {
      if (alive(Number(readFileSync(join(folder, 'owner'), 'utf8')))) continue
      const pidFile = join(folder, 'data', 'postmaster.pid')
      const server = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
      if (server > 0 && alive(server)) process.kill(server, 'SIGQUIT')
      for (let tries = 0; server > 0 && alive(server) && tries < 100; tries++) await pause(50)
      remove(folder)
    } catch {}
  }
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function untilAnswering(url: string, server: ChildProcess, logFile: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (server.exitCode !== null) break
    try {
      return await withClient(url, async () => undefined)
    } catch {
      await pause(50)
    }
  }
  throw new Error(`PostgreSQL did not start. Its log:\n${readFileSync(logFile, 'utf8').slice(-3000)}`)
}

type Databases = Pick<Cluster, 'url' | 'createDatabase' | 'createOwned' | 'appUrl' | 'dropDatabase'>

/** The login that requests use. Its password is the superuser's. */
export const appLogin = 'app_login'

function databases(admin: string): Databases {
  const url = (database: string) => Object.assign(new URL(admin), { pathname: `/${database}` }).href
  return {
    url,
    async createDatabase(template = 'template0') {
      const name = `larder_${randomBytes(6).toString('hex')}`
      await withClient(admin, (client) => client.query(`create database ${name} template ${template}`))
      return url(name)
    },
    async createOwned() {
      const name = `plain_${randomBytes(6).toString('hex')}`
      await withClient(admin, async (client) => {
        await client.query(`create role ${name} login password '${name}'`)
        await client.query(`create database ${name} owner ${name} template template0`)
      })
      return Object.assign(new URL(url(name)), { username: name, password: name }).href
    },
    appUrl: (address) => Object.assign(new URL(address), { username: appLogin, password: new URL(admin).password }).href,
    async dropDatabase(address) {
      await withClient(admin, (client) => client.query(`drop database if exists ${new URL(address).pathname.slice(1)} with (force)`))
    },
  }
}

/**
 * Starts a PostgreSQL server on a free loopback port: C collation, UTF-8, UTC, a random password, and data in a temporary folder below
 * `parent`. It ends on `stop()`, with this process, or at the latest when the next cluster starts. `settings` are added to postgresql.conf.
 */
export async function startCluster(settings: Record<string, string> = {}, parent: string = tmpdir()): Promise<Cluster> {
  const programs = postgresPrograms()
  const account = serverAccount()
  await removeOrphans(parent)
  const folder = mkdtempSync(join(parent, folderPrefix))
  writeFileSync(join(folder, 'owner'), String(process.pid))
  const data = join(folder, 'data')
  mkdirSync(data)
  const passwordFile = join(folder, 'password')
  const password = randomBytes(16).toString('hex')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) {
    chmodSync(folder, 0o755)
    for (const entry of [data, passwordFile]) chownSync(entry, account.uid, account.gid)
  }
  const asAccount = { cwd: data, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }, ...account }
  execFileSync(
    join(programs, 'initdb'),
    [
      ...['-D', data, '-U', 'larder', `--pwfile=${passwordFile}`, '--locale=C', '--encoding=UTF8', '--no-sync'],
      // No other user may enter the socket's folder, and checking a password takes half of the time of a connection.
      ...['--auth-host=scram-sha-256', '--auth-local=trust'],
    ],
    { ...asAccount, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const port = await freePort()
  const lines = Object.entries({ ...fastSettings, unix_socket_directories: data, port: String(port), ...settings }).map(
    ([name, value]) => `${name} = '${value}'`,
  )
  writeFileSync(join(data, 'postgresql.conf'), `${lines.join('\n')}\n`)
  const logFile = join(folder, 'log')
  const run = () => {
    const log = openSync(logFile, 'a')
    try {
      return spawn(join(programs, 'postgres'), ['-D', data], { ...asAccount, stdio: ['ignore', log, log] })
    } finally {
      // The server has its own handle.
      closeSync(log)
    }
  }
  let server = run()
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null) return
    server.kill(signal)
    await new Promise((resolve) => server.once('exit', resolve))
  }

  const atOnce = () => {
    server.kill('SIGQUIT')
    try {
      remove(folder)
    } catch {}
  }
  process.once('exit', atOnce)
  // A Unix socket is a quarter faster than TCP.
  const admin = `postgres://larder:${password}@127.0.0.1:${port}/postgres?host=${encodeURIComponent(data)}`
  await untilAnswering(admin, server, logFile)
  await withClient(admin, (client) => client.query(`create role ${appLogin} login password '${password}'`))
  return {
    ...databases(admin),
    crash: () => end('SIGQUIT'),
    async startAgain() {
      server = run()
      await untilAnswering(admin, server, logFile)
    },
    async stop() {
      process.off('exit', atOnce)
      await end('SIGINT')
      remove(folder)
    },
  }
}

/** Starts a cluster for each worker, so that a cluster's transaction count includes only one test's writes. */
export async function startClusters(count: number): Promise<{ addresses: string; stop(): Promise<void> }> {
  const clusters: Cluster[] = []
  for (let i = 0; i < count; i++) clusters.push(await startCluster())
  return {
    addresses: clusters.map((cluster) => cluster.url('postgres')).join(' '),
    stop: async () => void (await Promise.all(clusters.map((cluster) => cluster.stop()))),
  }
}

/** Returns all clusters of this run, to prepare them. */
export const allClusters = (): Pick<Cluster, 'createDatabase'>[] => (process.env[clusterVariable] ?? '').split(' ').map(databases)

function ofThisWorker(variable: string): string | undefined {
  const all = process.env[variable]?.split(' ') ?? []
  return all[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % all.length]
}

/** Returns the cluster of this worker. */
export function sharedCluster(): Databases & {
  /** Creates a migrated database. Copying one takes a tenth of the time of migrating. */
  createMigrated(): Promise<string>
} {
  const admin = ofThisWorker(clusterVariable)
  if (admin === undefined)
    throw new Error(`No PostgreSQL here: run this test through a vitest project that starts one (${clusterVariable} is not set).`)
  const cluster = databases(admin)
  return { ...cluster, createMigrated: () => cluster.createDatabase(ofThisWorker(templateVariable)) }
}
