import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Home, type LoadFigures, load, settle } from '../data/household-load.ts'
import { startBalancer } from './balancer.ts'
import { freePort } from './ports.ts'
import { type RunningServer, startServer } from './server.ts'
import { Device } from './watched-connection.ts'

/** Where the processes keep what they know: a PostgreSQL database for any number of them, or a folder for one. */
export type Place = { databaseUrl: string } | { dataFolder: string }

export interface RollingSizes {
  processes: number
  households: number
  /** Streams of each household. */
  devices: number
  perSecond: number
  /** Processes restarted, one after another, while all of it goes on. */
  restarts: number
  /** Seconds of load before the first restart, after each, and so after the last. */
  betweenSeconds: number
  /** Folder of another Larder that all processes start from at first: an older release, from which each restart goes over to this one. */
  olderRoot?: string
}

export interface RollingFigures extends LoadFigures {
  seconds: number
  /** Ledger rows that the load left: one for each of its writes. */
  kept: number
  streams: number
  events: number
  lost: number
  twice: number
  /** Streams that did not hear the end of their household's log. */
  behind: number
  /** Milliseconds without a stream, each time one ended. */
  away: number[]
  /** What opening a stream was answered instead of 200. */
  refusedStreams: number[]
  /** Milliseconds a process took to stop, and to be ready again. */
  stops: number[]
  starts: number[]
  exits: (number | null)[]
  /** Requests that the balancer sent again. */
  repeated: number
}

/** `restarts` of `processes` on one place, behind a balancer, under open streams and mixed requests. No restart: all of it goes on for `betweenSeconds`. */
export async function rolling(place: Place, sizes: RollingSizes): Promise<RollingFigures> {
  const started = performance.now()
  const ports = await Promise.all(Array.from({ length: sizes.processes }, freePort))
  const onPlace = 'databaseUrl' in place ? { env: { DATABASE_URL: place.databaseUrl } } : place
  const start = (port: number | undefined, root?: string) =>
    startServer({ ...onPlace, ...(port === undefined ? {} : { port }), ...(root ? { root } : {}) })
  const servers: RunningServer[] = []
  for (const port of ports) servers.push(await start(port, sizes.olderRoot))
  const db = await lookInto(place)
  const balancer = await startBalancer(ports)
  const figures: RollingFigures = {
    seconds: 0,
    reads: [],
    writes: [],
    errors: [],
    acknowledged: 0,
    kept: 0,
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
  const homes = await settle(balancer.url, sizes.households)
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
  const loading = load(homes, balancer.url, sizes.perSecond, stopLoad.signal, figures)
  await pause(sizes.betweenSeconds * 1000)
  for (let i = 0; i < sizes.restarts; i++) {
    const at = i % sizes.processes
    const asked = performance.now()
    figures.exits.push((await servers[at]?.stop()) ?? null)
    const gone = performance.now()
    figures.stops.push(gone - asked)
    servers[at] = await start(ports[at])
    figures.starts.push(performance.now() - gone)
    await pause(sizes.betweenSeconds * 1000)
  }
  figures.seconds = (performance.now() - began) / 1000
  stopLoad.abort()
  await loading
  figures.kept = (await ledgerRows()) - before

  await untilAllHeard(db, devices)
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

interface Look {
  rows<Row>(text: string): Promise<Row[]>
  close(): Promise<void>
}

/** What is kept, read beside the servers. */
async function lookInto(place: Place): Promise<Look> {
  if ('dataFolder' in place) {
    const db = new DatabaseSync(join(place.dataFolder, 'larder.db'), { readOnly: true })
    return { rows: async <Row>(text: string) => db.prepare(text).all() as Row[], close: async () => db.close() }
  }
  const db = new pg.Client(place.databaseUrl)
  await db.connect()
  return { rows: async <Row>(text: string) => (await db.query(text)).rows as Row[], close: () => db.end() }
}

const endsOf = async (db: Look): Promise<Map<string, number>> =>
  new Map((await db.rows<{ id: string; seq: string }>('select id, seq from households')).map(({ id, seq }) => [id, Number(seq)]))

/** Until every device has heard its household's last change, at most ten seconds. */
async function untilAllHeard(db: Look, devices: ReadonlyMap<Device, Home>): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const ends = await endsOf(db)
    if ([...devices].every(([device, { person }]) => (device.lastId ?? 0) >= (ends.get(person.home ?? '') ?? 0))) return
    await pause(100)
  }
}
