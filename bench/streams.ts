/**
 * Thousands of open screens on one process, four in each household: memory for each stream, and the time from a change until every screen
 * of its household has its frame. Fails if a frame is lost or comes twice. Client processes and the server share the machine.
 *
 *   npm run bench streams [sqlite | postgres]      BENCH_STREAMS (3000,10000), BENCH_SECONDS (60), BENCH_RATE (40 changes a second)
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { type Account, createAccounts } from '#tests/support/data/accounts.ts'
import { type HttpPerson, httpPerson } from '#tests/support/server/http-client.ts'
import type { RunningServer } from '#tests/support/server/server-processes.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { share } from './support/load.ts'
import type { StreamOrder, StreamReport } from './support/stream-client.ts'
import { printFigures } from './support/table.ts'

const sizes = (process.env['BENCH_STREAMS'] ?? '3000,10000').split(',').map(Number)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60)
const perSecond = Number(process.env['BENCH_RATE'] ?? 40)
const perHousehold = 4
const perClient = 2500
const warmUpStreams = 500

interface Memory {
  readonly rss: number
  readonly heapUsed: number
  readonly external: number
}

/** Creates people without passwords, whose hashing would take longer than the measurement, and a household for each. */
async function createHouseholds(engine: Engine, count: number): Promise<(url: string) => Promise<HttpPerson[]>> {
  const { place } = engine
  await (await engine.start()).stop()
  const database = 'dataFolder' in place ? openSqlite(place.dataFolder, () => {}) : await openPostgres(place.databaseUrl, () => {})
  const accounts: Account[] = []
  for (let n = 0; n < count; n += 100) accounts.push(...(await createAccounts(database, Math.min(100, count - n), 'Ana', `Test${n}`)))
  await database.close()
  return async (url) => {
    const people = accounts.map(({ userId, token }) => httpPerson(url, userId, token))
    const waiting = [...people]
    const work = async () => {
      for (let one = waiting.pop(); one; one = waiting.pop())
        one.home = (await one.must(createHousehold, { body: { name: 'Test kitchen' } })).id
    }
    await Promise.all(Array.from({ length: 8 }, work))
    return people
  }
}

async function memoryOf(server: RunningServer): Promise<Memory> {
  const lines = () => server.output().match(/^memory \{.*\}$/gm) ?? []
  const before = lines().length
  process.kill(server.pid, 'SIGUSR2')
  for (let tries = 0; tries < 300; tries++) {
    await pause(100)
    const line = lines()[before]
    if (line !== undefined) return JSON.parse(line.slice('memory '.length)) as Memory
  }
  throw new Error('the server did not say how much memory it uses')
}

/** Open streams, in client processes of their own. Stream `n` is of household `n % households`. */
interface Screens {
  /** Returns the frames since the last call, and how many streams have ended. */
  frames(): Promise<{ frames: [id: number, seq: number, at: number][]; ended: number }>
  close(): Promise<void>
}

async function openScreens(url: string, people: readonly HttpPerson[], count: number): Promise<Screens> {
  const port = Number(new URL(url).port)
  const streams = Array.from({ length: count }, (_, id) => ({ id, headers: people[id % people.length]?.headers() ?? {} }))
  const clients: ChildProcess[] = []
  const ask = async (client: ChildProcess, order: StreamOrder): Promise<StreamReport> => {
    const answer = once(client, 'message')
    client.send(order)
    const [report] = (await answer) as [StreamReport]
    if (report.kind === 'failed') throw new Error(`a stream did not open: ${report.reason}`)
    return report
  }
  for (let from = 0; from < count; from += perClient) {
    const client = fork(join(import.meta.dirname, 'support/stream-client.ts'))
    clients.push(client)
    await ask(client, { kind: 'open', port, streams: streams.slice(from, from + perClient) })
  }
  return {
    async frames() {
      const reports = await Promise.all(clients.map((client) => ask(client, { kind: 'report' })))
      const all = reports.flatMap((report) => (report.kind === 'frames' ? [report] : []))
      return { frames: all.flatMap(({ frames }) => frames), ended: all.reduce((sum, { ended }) => sum + ended, 0) }
    },
    async close() {
      await Promise.all(
        clients.map((client) => {
          client.disconnect()
          return once(client, 'exit')
        }),
      )
    },
  }
}

const now = () => Number(process.hrtime.bigint()) / 1e6

interface Made {
  readonly household: number
  readonly seq: number
  readonly sent: number
}

/** Changes random households at a fixed rate, however slow the responses are. */
async function makeChanges(people: readonly HttpPerson[]): Promise<{ made: Made[]; refused: number }> {
  const made: Made[] = []
  let refused = 0
  const underWay: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; n < seconds * perSecond; n++) {
    const wait = began + (n * 1000) / perSecond - performance.now()
    if (wait > 0) await pause(wait)
    const household = Math.floor(Math.random() * people.length)
    const sent = now()
    const body = { ingredient: { name: 'Tea' }, quantity: 1, unit: 'each' } as const
    const change = people[household]?.call(addLot, { body }).then(({ status, headers }) => {
      if (status >= 300) refused += 1
      else made.push({ household, seq: Number(headers.get('x-change-seq')), sent })
    })
    if (change) underWay.push(change)
  }
  await Promise.all(underWay)
  return { made, refused }
}

/** Compares the frames with the changes: each must arrive once on each stream of its household. */
function judge(made: readonly Made[], frames: readonly [number, number, number][], households: number, streams: number) {
  const arrived = Map.groupBy(frames, ([id, seq]) => `${id} ${seq}`)
  const delays: number[] = []
  let lost = 0
  for (const { household, seq, sent } of made) {
    for (let id = household; id < streams; id += households) {
      const [first] = arrived.get(`${id} ${seq}`) ?? []
      if (first === undefined) lost += 1
      else delays.push(first[2] - sent)
    }
  }
  const doubled = [...arrived.values()].reduce((sum, same) => sum + same.length - 1, 0)
  return { delays, lost, doubled }
}

async function measure(engine: Engine): Promise<void> {
  const households = Math.ceil(Math.max(...sizes) / perHousehold)
  const create = await createHouseholds(engine, households)
  const server = await engine.start({ NODE_OPTIONS: `--require ${join(import.meta.dirname, 'support/collect-on-signal.ts')}` })
  const everyone = await create(server.url)
  const warmUp = await openScreens(server.url, everyone, warmUpStreams)
  await makeChanges(everyone)
  await warmUp.close()
  await pause(1000)
  const empty = await memoryOf(server)
  for (const count of sizes) {
    const people = everyone.slice(0, Math.ceil(count / perHousehold))
    const screens = await openScreens(server.url, people, count)
    await screens.frames()
    const { made, refused } = await makeChanges(people)
    await pause(1000)
    const { frames, ended } = await screens.frames()
    const full = await memoryOf(server)
    await screens.close()
    const { delays, lost, doubled } = judge(made, frames, people.length, count)
    const each = (name: keyof Memory) => (full[name] - empty[name]) / 1000 / count
    const none = { atMost: 0 }
    printFigures(`${engine.name}: ${count} streams of ${people.length} households on one process, ${perSecond} changes a second`, [
      { what: 'memory of the process without streams', value: empty.rss / 1e6, unit: 'MB' },
      { what: 'memory of the process with them', value: full.rss / 1e6, unit: 'MB' },
      { what: 'memory for each stream', value: each('rss'), unit: 'kB', target: { atMost: 25 } },
      { what: 'of that, JavaScript objects', value: each('heapUsed'), unit: 'kB' },
      { what: 'of that, buffers', value: each('external'), unit: 'kB' },
      { what: 'sent → frame received, p50', value: share(delays, 0.5), unit: 'ms' },
      { what: 'sent → frame received, p99', value: share(delays, 0.99), unit: 'ms', target: { atMost: 250 } },
      { what: 'sent → frame received, longest', value: share(delays, 1), unit: 'ms' },
      { what: 'changes refused', value: refused, target: none },
      { what: 'frames received', value: delays.length },
      { what: 'frames lost', value: lost, target: none },
      { what: 'frames received twice', value: doubled, target: none },
      { what: 'streams that ended', value: ended, target: none },
    ])
  }
  await server.stop()
}

await onEachEngine(measure)
