/**
 * Slow clients (F-12): 500 connections that send their request byte by byte, 50 that don't read a large response, 50 screens that don't
 * read
 * their stream: how soon each is disconnected, and how long others wait.
 *
 *   npm run bench slow      BENCH_SENDERS (500), BENCH_READERS (50)
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { live } from '#platform/shared/system-endpoints.ts'
import { httpRequest } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { load, share } from './support/load.ts'
import { stockedPantry } from './support/pantry.ts'
import { openFiles, residentMb } from './support/processes.ts'
import { printFigures } from './support/table.ts'

const senders = Number(process.env['BENCH_SENDERS'] ?? 500)
const readers = Number(process.env['BENCH_READERS'] ?? 50)
/** A connection still held after this counts as held forever. */
const maxHeldMs = 60_000

const dataFolder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
process.once('exit', () => rmSync(dataFolder, { recursive: true, force: true }))
const server = await startServer({ dataFolder })
const port = Number(new URL(server.url).port)
const { person, fill } = await stockedPantry(server.url)
await fill(500)
const list = httpRequest('GET', '/api/inventory?limit=50', person.headers())
const assets = join(import.meta.dirname, '..', 'dist', 'assets')
const [largest = ''] = readdirSync(assets).toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)
const large = httpRequest('GET', `/assets/${largest}`, {})
const stream = httpRequest('GET', live.path, person.headers())

const opened: Socket[] = []
/** Sends `first`, then keeps sending `drip`; reads the response only if `takes`. */
function open(first: Buffer, { takes, drip = '' }: { takes: boolean; drip?: string }): void {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  if (takes) socket.resume()
  else socket.pause()
  socket.write(first)
  const dripping = setInterval(() => socket.write(drip), 500)
  socket.once('close', () => clearInterval(dripping))
  opened.push(socket)
}

/** Returns the seconds until the server holds at most `max` sockets: a client that reads nothing doesn't notice the end. */
async function untilHeld(max: number): Promise<number> {
  const began = performance.now()
  while (openFiles(server.pid).sockets > max && performance.now() - began < maxHeldMs) await pause(200)
  return (performance.now() - began) / 1000
}

const reading = (seconds: number) => load({ port, connections: 2, seconds, request: () => list })
const middle = (of: 'p50' | 'p95') =>
  share(
    alone.map((one) => one[of]),
    0.5,
  )

await reading(3)
const alone = [await reading(10)]
const [before, held] = [residentMb(server.pid), openFiles(server.pid).sockets]
for (let i = 0; i < senders; i++) open(Buffer.from('GET /api/health HTTP/1.1\r\nhost: larder\r\n'), { takes: true, drip: 'x: y\r\n' })
// Several requests, so that the unread responses exceed the socket buffers.
for (let i = 0; i < readers; i++) open(Buffer.concat(Array.from({ length: 20 }, () => large)), { takes: false })
for (let i = 0; i < readers; i++) open(stream, { takes: false })
await pause(500)
// Idle streams may stay: nothing is queued for them.
const letGo = untilHeld(held + readers)
const withSlow = await reading(12)
const during = residentMb(server.pid)
const seconds = await letGo
for (const socket of opened) socket.destroy()
alone.push(await reading(10))

printFigures(`${senders} that send slowly, ${readers} that take nothing of an answer, ${readers} screens that read nothing`, [
  { what: 'the last of those who send or take slowly let go of after', value: seconds, unit: 's', target: { atMost: 30 } },
  { what: 'others’ reads p50, alone', value: middle('p50'), unit: 'ms' },
  { what: 'others’ reads p50, with them', value: withSlow.p50, unit: 'ms' },
  {
    what: 'others’ reads p95 with them, relative to alone',
    value: withSlow.p95 / middle('p95'),
    unit: '×',
    target: { atMost: 1.2 },
  },
  { what: 'memory for each of them', value: ((during - before) * 1024) / (senders + 2 * readers), unit: 'kB', target: { atMost: 1024 } },
])
await server.stop()
process.exit()
