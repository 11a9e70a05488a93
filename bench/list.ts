/** The list: 50 of 500 lots over 32 connections, compared with a bare server that runs the same session and list statements. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { httpRequest } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { stockedPantry } from './support/pantry.ts'
import { startBare } from './support/processes.ts'
import { medianRound, ratio, runAlternately } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
const seeding = await startServer({ dataFolder: folder })
const pantry = await stockedPantry(seeding.url)
await pantry.fill(500)
await seeding.stop()

const bare = await startBare(folder, pantry.person.home ?? '')
const server = await startServer({ dataFolder: folder })
const list = httpRequest('GET', '/api/inventory?limit=50', pantry.person.headers())
const request = () => list
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const { larder: ours, bare: theirs } = await runAlternately(
  { larder: { port: Number(new URL(server.url).port), pid: server.pid, request }, bare: { ...bare, request } },
  { connections: 32, seconds: 2, rounds },
)
bare.stop()
await server.stop()
rmSync(folder, { recursive: true, force: true })

printFigures(`List of 50 of 500 lots, 32 connections, ${rounds} rounds`, [
  { what: 'requests/s, of the bare server', value: ratio(ours, theirs, 'perSecond'), target: { atLeast: 0.7 } },
  { what: 'p99, times the bare server', value: ratio(ours, theirs, 'p99'), target: { atMost: 4 } },
  { what: 'processor time, times the bare server', value: ratio(ours, theirs, 'cpuMicros') },
  { what: 'requests/s', value: medianRound(ours).perSecond },
  { what: 'bare requests/s', value: medianRound(theirs).perSecond },
  { what: 'p50', value: medianRound(ours).p50, unit: 'ms' },
  { what: 'p99', value: medianRound(ours).p99, unit: 'ms' },
  { what: 'processor time', value: medianRound(ours).cpuMicros, unit: 'µs' },
  { what: 'bare processor time', value: medianRound(theirs).cpuMicros, unit: 'µs' },
])
