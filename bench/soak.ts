/**
 * L-2: a server under a steady load for a long time, on either engine: what grows? Prints memory, files and event loop every minute and
 * checks
 * the invariants at the end. Fails on a non-2xx response, a missed change, stock that differs from its ledger, a figure beyond L-2's, and
 * on leaked sockets or timers. Scaled from L-2 and L-1 to two cores that also run clients and database: an hour instead of eight, 25
 * requests a second instead of 50, 100 screens instead of 800.
 *
 *   npm run bench soak [sqlite | postgres]      SOAK_MINUTES (60), SOAK_RATE (25 requests a second), SOAK_HOUSEHOLDS (50)
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { startCluster } from '#tests/support/database/postgres.ts'
import { Device } from '#tests/support/server/event-stream.ts'
import { createHomes, type LoadFigures, runLoad } from '#tests/support/server/rolling-restarts.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { share } from './support/load.ts'
import { openFiles, residentMb } from './support/processes.ts'
import { type Figure, printFigures } from './support/table.ts'

const engine = process.argv[2] === 'postgres' ? 'postgres' : 'sqlite'
const minutes = Number(process.env['SOAK_MINUTES'] ?? 60)
const rate = Number(process.env['SOAK_RATE'] ?? 25)
const households = Number(process.env['SOAK_HOUSEHOLDS'] ?? 50)
const devicesEach = 2
/** A short run is sampled more often. */
const stepMinutes = Math.min(1, minutes / 10)
/** In a shorter run, growth is the process warming up: shown, not judged. */
const isLongEnough = minutes >= 30
const token = 'a-token-of-the-soak'

const cluster = engine === 'postgres' ? await startCluster({ fsync: 'on', synchronous_commit: 'on', autovacuum: 'on' }) : undefined
const databaseUrl = await cluster?.createDatabase()
const dataFolder = mkdtempSync(join(tmpdir(), 'larder-soak-'))
const server = await startServer({
  dataFolder,
  env: { LARDER_METRICS_TOKEN: token, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
})
const homes = await createHomes(server.url, households)
const devices = homes.flatMap(({ person }) =>
  Array.from({ length: devicesEach }, () => {
    const device = new Device()
    return { device, person, watching: device.watch(server.url, person.headers()) }
  }),
)
await Promise.all(devices.map(({ device }) => device.opened))

interface Sample {
  minute: number
  residentMb: number
  heapMb: number
  files: number
  /** Since the previous sample, in milliseconds. */
  loopP99: number
  walMb: number
  requests: number
}

/** Reads the server's own metrics; reading resets those of the event loop. */
async function figuresOf(): Promise<{ plain(name: string): number; labelled(name: string, label: string): number }> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })
  const text = await answer.text()
  const found = (line: string) => Number(new RegExp(`^${line} (\\S+)$`, 'm').exec(text)?.[1])
  return { plain: found, labelled: (name, label) => found(`${name}\\{[^}]*"${label}"[^}]*\\}`) || 0 }
}
const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

interface Held {
  sockets: number
  otherFiles: number
  timers: number
}

/** Returns the minimum that the server holds over some seconds without requests, with open streams. */
async function heldAtRest(seconds: number): Promise<Held> {
  const seen: Held[] = []
  for (let second = 0; second < seconds; second++) {
    const timers = (await figuresOf()).labelled('nodejs_active_resources', 'Timeout')
    const { all, sockets } = openFiles(server.pid)
    seen.push({ sockets, otherFiles: all - sockets, timers })
    await pause(1000)
  }
  const min = (key: keyof Held) => Math.min(...seen.map((held) => held[key]))
  return { sockets: min('sockets'), otherFiles: min('otherFiles'), timers: min('timers') }
}

const figures: LoadFigures = { reads: [], writes: [], errors: [], acknowledged: 0 }
const atFirst = await heldAtRest(15)
const stop = new AbortController()
const loading = runLoad(homes, server.url, rate, stop.signal, figures)
const samples: Sample[] = []
console.log(`soak: ${engine}, ${minutes} minutes, ${rate} requests a second, ${devices.length} screens`)
for (let step = 1; step * stepMinutes <= minutes + 1e-9; step++) {
  await pause(stepMinutes * 60_000)
  const { plain: metric } = await figuresOf()
  const sample: Sample = {
    minute: Math.round(step * stepMinutes * 10) / 10,
    residentMb: Math.round(residentMb(server.pid)),
    heapMb: Math.round(metric('nodejs_heap_size_used_bytes') / 1e6),
    files: openFiles(server.pid).all,
    loopP99: Math.round(metric('nodejs_eventloop_lag_p99_seconds') * 1000),
    walMb: Math.round(sizeOf(join(dataFolder, 'larder.db-wal')) / 1e6),
    requests: figures.reads.length + figures.writes.length,
  }
  samples.push(sample)
  console.log(`${JSON.stringify(sample)}${figures.errors.length > 0 ? ` ${figures.errors.length} errors` : ''}`)
}
stop.abort()
await loading
// Longer than the database pool keeps an idle connection.
const atLast = await heldAtRest(15)
for (const { device } of devices) device.stop()
await Promise.all(devices.map(({ watching }) => watching))
const code = await server.stop()

const database = databaseUrl === undefined ? openSqlite(dataFolder, () => {}) : await openPostgres(databaseUrl, () => {})
const broken = await brokenInvariants(database)
const [ledger] = await asOwner<{ n: number }>(database, 'select count(*) as n from ledger')
await database.close()
await cluster?.stop()
rmSync(dataFolder, { recursive: true, force: true })

/** Returns the growth per hour in percent, by linear regression over the samples after the first sixth. */
function growth(values: readonly number[]): number {
  const kept = values.slice(Math.ceil(values.length / 6))
  const middle = (kept.length - 1) / 2
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length
  const above = kept.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0)
  const below = kept.reduce((sum, _, i) => sum + (i - middle) ** 2, 0)
  return ((above / below) * (60 / stepMinutes) * 100) / mean
}
const max = (key: keyof Sample) => Math.max(...samples.map((sample) => sample[key]))
const sum = (key: 'lost' | 'twice') => devices.reduce((total, { device }) => total + device[key], 0)
const none = { atMost: 0 }
const grown = (what: string, values: readonly number[]): Figure => ({
  what: `${what}, growth in an hour${isLongEnough ? '' : ' (too short a run to judge)'}`,
  value: growth(values),
  unit: '%',
  ...(isLongEnough ? { target: { atMost: 5 } } : {}),
})
const kept = (what: string, key: keyof Held): Figure[] => [
  { what: `${what} at the beginning`, value: atFirst[key] },
  { what: `${what} more at the end`, value: atLast[key] - atFirst[key], target: none },
]
const table: Figure[] = [
  { what: 'requests answered', value: figures.reads.length + figures.writes.length },
  { what: 'answers that are no 2xx', value: figures.errors.length, target: none },
  { what: 'read p95', value: share(figures.reads, 0.95), unit: 'ms', target: { atMost: 150 } },
  { what: 'read p99', value: share(figures.reads, 0.99), unit: 'ms', target: { atMost: 500 } },
  { what: 'write p95', value: share(figures.writes, 0.95), unit: 'ms', target: { atMost: 250 } },
  { what: 'write p99', value: share(figures.writes, 0.99), unit: 'ms', target: { atMost: 500 } },
  { what: 'invariants broken', value: broken.length, target: none },
  { what: 'writes acknowledged and not there, or twice', value: Number(ledger?.n) - households * 11 - figures.acknowledged, target: none },
  { what: 'changes lost by a screen', value: sum('lost'), target: none },
  { what: 'changes heard twice', value: sum('twice'), target: none },
  { what: 'memory at the end', value: samples.at(-1)?.residentMb ?? Number.NaN, unit: 'MB' },
  grown(
    'memory',
    samples.map((sample) => sample.residentMb),
  ),
  grown(
    'heap',
    samples.map((sample) => sample.heapMb),
  ),
  { what: 'open files, most', value: max('files') },
  grown(
    'open files',
    samples.map((sample) => sample.files),
  ),
  ...kept('sockets', 'sockets'),
  ...kept('other files', 'otherFiles'),
  ...kept('timers', 'timers'),
  { what: 'event loop p99, worst minute', value: max('loopP99'), unit: 'ms', target: { atMost: 50 } },
  { what: 'SQLite log, most', value: max('walMb'), unit: 'MB', target: { atMost: 64 } },
  { what: 'exit code', value: code ?? -1, target: none },
]
printFigures(`Soak: ${engine}, ${minutes} minutes`, table)
if (figures.errors.length > 0) console.log(figures.errors.slice(0, 20).join('\n'))
process.exit()
