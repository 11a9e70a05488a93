import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { addLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { startBalancer } from './balancer.ts'
import { Device } from './event-stream.ts'
import { addressOf, type HttpPerson, shareHousehold, signUp } from './http-client.ts'
import { freePort } from './programs.ts'
import { type RunningServer, startServer } from './server-processes.ts'

/** A household of one person with one lot. */
export interface Home {
  person: HttpPerson
  /** A lot with a large quantity. */
  lotId: string
  ingredientId: string
}

/** Results of the requests so far. */
export interface LoadFigures {
  /** Milliseconds from each request's due time to its response. */
  reads: number[]
  writes: number[]
  /** Requests with a status other than 2xx, or without a response. */
  errors: string[]
  /** Acknowledged writes; each adds one ledger entry. */
  acknowledged: number
}

/** Creates households of one person with a lot, a few at a time, since password hashing is slow. */
export async function createHomes(url: string, count: number): Promise<Home[]> {
  const homes: Home[] = []
  const one = async () => {
    while (homes.length < count) {
      const home: Home = { person: await signUp(url, 'Roll'), lotId: '', ingredientId: '' }
      if (homes.length >= count) return
      homes.push(home)
      await shareHousehold(home.person)
      const lot = await home.person.must(addLot, { body: { ingredient: { name: 'Beans' }, quantity: 100_000, unit: 'each' } })
      home.lotId = lot.id
      home.ingredientId = lot.ingredient.id
      for (let i = 0; i < 10; i++)
        await home.person.must(addLot, { body: { ingredientId: home.ingredientId, quantity: 1 + i, unit: 'each' } })
    }
  }
  await Promise.all(Array.from({ length: 4 }, one))
  return homes
}

/** Sends requests at a fixed rate until stopped, however slow the responses are. Four of five only read. */
export async function runLoad(
  homes: readonly Home[],
  url: string,
  perSecond: number,
  stop: AbortSignal,
  figures: LoadFigures,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  for (let n = 0; !stop.aborted; n++) {
    const due = began + (n * 1000) / perSecond
    const wait = due - performance.now()
    if (wait > 0) await pause(wait, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) break
    const home = homes[Math.floor(Math.random() * homes.length)] as Home
    const isWrite = n % 5 === 0
    const one = (isWrite ? write(home, n) : read(home, n))(url, agent).then(({ status, what }) => {
      if (status < 200 || status >= 300) figures.errors.push(`${what}: ${status}`)
      else {
        if (isWrite) figures.acknowledged++
        ;(isWrite ? figures.writes : figures.reads).push(performance.now() - due)
      }
    })
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
  }
  await Promise.all(underWay)
  agent.destroy()
}

type Ask = (url: string, agent: Agent) => Promise<{ status: number; what: string }>
const looks: readonly Endpoint[] = [listLots, getShoppingList, listIngredients]
const read = ({ person }: Home, n: number): Ask => {
  const endpoint = looks[n % looks.length] as Endpoint
  return (url, agent) => sendRequest(url, agent, endpoint.method, endpoint.path, person.headers())
}
function write({ person, lotId, ingredientId }: Home, n: number): Ask {
  const headers = { ...person.headers(), 'idempotency-key': randomUUID() }
  return n % 2 === 0
    ? (url, agent) => sendRequest(url, agent, addLot.method, addLot.path, headers, { ingredientId, quantity: 1, unit: 'each' })
    : (url, agent) => sendRequest(url, agent, useLot.method, addressOf(useLot.path, { id: lotId }), headers, { quantity: 1 })
}

/** Returns status 0 if there was no complete response. */
function sendRequest(url: string, agent: Agent, method: string, path: string, headers: Record<string, string>, body?: object) {
  return new Promise<{ status: number; what: string }>((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
    const what = `${method} ${path}`
    const asking = request(`${url}${path}`, { method, agent, headers: { ...headers, ...sent } }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, what }))
    })
    asking.on('error', (error) => resolve({ status: 0, what: `${what} (${error.message})` }))
    asking.end(text)
  })
}

/** Where the processes store data: a PostgreSQL database for any number of them, or a folder for one. */
export type DataLocation = { databaseUrl: string } | { dataFolder: string }

export interface RollingSizes {
  processes: number
  households: number
  /** Streams for each household. */
  devices: number
  perSecond: number
  /** Sequential restarts under load. */
  restarts: number
  /** Seconds of load before the first restart and after each. */
  betweenSeconds: number
  /** Folder of an older release, which all processes run at first. Each restart upgrades one to this version. */
  olderRoot?: string
}

export interface RollingFigures extends LoadFigures {
  seconds: number
  /** Ledger entries of the load: one for each write. */
  stored: number
  streams: number
  events: number
  lost: number
  twice: number
  /** Streams that haven't received the last change of their household. */
  behind: number
  /** Milliseconds without a stream, one entry for each reconnect. */
  away: number[]
  /** Statuses other than 200 on opening a stream. */
  refusedStreams: number[]
  /** Milliseconds a process took to stop, and until it was ready again. */
  stops: number[]
  starts: number[]
  exits: (number | null)[]
  /** Retries by the balancer. */
  repeated: number
}

/**
 * Restarts processes in turn behind a balancer, under open streams and mixed requests. Without restarts the load lasts `betweenSeconds`.
 */
export async function runRollingRestarts(location: DataLocation, sizes: RollingSizes): Promise<RollingFigures> {
  const started = performance.now()
  const ports = await Promise.all(Array.from({ length: sizes.processes }, freePort))
  const onPlace = 'databaseUrl' in location ? { env: { DATABASE_URL: location.databaseUrl } } : location
  const start = (port: number | undefined, root?: string) =>
    startServer({ ...onPlace, ...(port === undefined ? {} : { port }), ...(root ? { root } : {}) })
  const servers: RunningServer[] = []
  for (const port of ports) servers.push(await start(port, sizes.olderRoot))
  const db = await openReader(location)
  const balancer = await startBalancer(ports)
  const figures: RollingFigures = {
    seconds: 0,
    reads: [],
    writes: [],
    errors: [],
    acknowledged: 0,
    stored: 0,
    streams: sizes.households * sizes.devices,
    events: 0,
    lost: 0,
    twice: 0,
    behind: 0,
    away: [],
    refusedStreams: [],
    stops: [],
    starts: [],
    exits: [],
    repeated: 0,
  }
  const homes = await createHomes(balancer.url, sizes.households)
  const devices = new Map<Device, Home>()
  const watching: Promise<void>[] = []
  for (const home of homes)
    for (let i = 0; i < sizes.devices; i++) {
      const device = new Device()
      devices.set(device, home)
      watching.push(device.watch(balancer.url, home.person.headers()))
    }
  await Promise.all([...devices.keys()].map(({ opened }) => opened))

  const ledgerRows = async () => Number((await db.rows<{ n: string }>('select count(*) as n from ledger'))[0]?.n)
  const before = await ledgerRows()
  const stopLoad = new AbortController()
  const began = performance.now()
  const loading = runLoad(homes, balancer.url, sizes.perSecond, stopLoad.signal, figures)
  await pause(sizes.betweenSeconds * 1000)
  for (let i = 0; i < sizes.restarts; i++) {
    const at = i % sizes.processes
    const startedAt = performance.now()
    figures.exits.push((await servers[at]?.stop()) ?? null)
    const gone = performance.now()
    figures.stops.push(gone - startedAt)
    servers[at] = await start(ports[at])
    figures.starts.push(performance.now() - gone)
    await pause(sizes.betweenSeconds * 1000)
  }
  figures.seconds = (performance.now() - began) / 1000
  stopLoad.abort()
  await loading
  figures.stored = (await ledgerRows()) - before

  await waitUntilAllReceived(db, devices)
  const ends = await endsOf(db)
  for (const [device, { person }] of devices) {
    figures.events += device.heard
    figures.lost += device.lost
    figures.twice += device.twice
    if ((device.lastId ?? 0) < (ends.get(person.home ?? '') ?? 0)) figures.behind++
    figures.away.push(...device.away)
    figures.refusedStreams.push(...device.refused)
    device.stop()
  }
  figures.repeated = balancer.repeated()
  await Promise.all(watching)
  await balancer.close()
  for (const server of servers) figures.exits.push(await server.stop())
  await db.close()
  console.log(`rolling: ${((performance.now() - started) / 1000).toFixed(0)} s in all, ${figures.seconds.toFixed(0)} s under load`)
  return figures
}

interface DataReader {
  rows<Row>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** Reads the stored data while the servers run. */
async function openReader(location: DataLocation): Promise<DataReader> {
  if ('dataFolder' in location) {
    const db = new DatabaseSync(join(location.dataFolder, 'larder.db'), { readOnly: true })
    return { rows: async <Row>(text: string) => db.prepare(text).all() as Row[], close: async () => db.close() }
  }
  const db = new pg.Client(location.databaseUrl)
  await db.connect()
  return { rows: async <Row>(text: string) => (await db.query(text)).rows as Row[], close: () => db.end() }
}

const endsOf = async (db: DataReader): Promise<Map<string, number>> =>
  new Map((await db.rows<{ id: string; seq: string }>('select id, seq from households')).map(({ id, seq }) => [id, Number(seq)]))

/** Waits up to ten seconds until every device has received the last change of its household. */
async function waitUntilAllReceived(db: DataReader, devices: ReadonlyMap<Device, Home>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const ends = await endsOf(db)
    if ([...devices].every(([device, { person }]) => (device.lastId ?? 0) >= (ends.get(person.home ?? '') ?? 0))) return
    await pause(100)
  }
}
