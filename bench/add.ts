/** Durable adds of a known food over 32 connections, compared with a bare server (raw driver, same group commit) and with the list. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addLot } from '#domains/inventory/contract.ts'
import { httpRequest } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { newLotOf, stockedPantry } from './support/pantry.ts'
import { startBare } from './support/processes.ts'
import { medianRound, ratio, runAlternately } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
const seeding = await startServer({ dataFolder: folder })
const { person, ingredientIds, fill } = await stockedPantry(seeding.url)
await fill(500)
await seeding.stop()

const bare = await startBare(folder, person.home ?? '')
const server = await startServer({ dataFolder: folder })
const list = httpRequest('GET', '/api/inventory?limit=50', person.headers())
const adds = Array.from({ length: 600 }, (_, i) => httpRequest(addLot.method, addLot.path, person.headers(), newLotOf(ingredientIds, i)))
let next = 0
const add = () => adds[next++ % adds.length] as Buffer
const ours = { port: Number(new URL(server.url).port), pid: server.pid }
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const measured = await runAlternately(
  { adds: { ...ours, request: add }, bare: { ...bare, request: add }, list: { ...ours, request: () => list } },
  { connections: 32, seconds: 2, rounds },
)
bare.stop()
await server.stop()
rmSync(folder, { recursive: true, force: true })

printFigures(`Durable adds, 32 connections, ${rounds} rounds`, [
  { what: 'adds/s, of the bare server', value: ratio(measured.adds, measured.bare, 'perSecond'), target: { atLeast: 0.6 } },
  { what: 'p99, times the bare server', value: ratio(measured.adds, measured.bare, 'p99'), target: { atMost: 4 } },
  { what: 'adds/s, of the list rate', value: ratio(measured.adds, measured.list, 'perSecond'), target: { atLeast: 0.5 } },
  { what: 'processor time, times the bare server', value: ratio(measured.adds, measured.bare, 'cpuMicros') },
  { what: 'adds/s', value: medianRound(measured.adds).perSecond },
  { what: 'bare adds/s', value: medianRound(measured.bare).perSecond },
  { what: 'list requests/s', value: medianRound(measured.list).perSecond },
  { what: 'p50', value: medianRound(measured.adds).p50, unit: 'ms' },
  { what: 'p99', value: medianRound(measured.adds).p99, unit: 'ms' },
  { what: 'processor time', value: medianRound(measured.adds).cpuMicros, unit: 'µs' },
  { what: 'bare processor time', value: medianRound(measured.bare).cpuMicros, unit: 'µs' },
])
