/** A slow disk: the list while 32 people write and every sync takes 20 ms longer. Needs a C compiler for the shim that delays syncs. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addLot } from '#domains/inventory/contract.ts'
import { httpRequest } from '#tests/support/server/http-client.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
import { type Load, load } from './support/load.ts'
import { newLotOf, stockedPantry } from './support/pantry.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const addedMs = 20
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const shim = join(folder, 'slow-sync.so')
const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', shim, join(import.meta.dirname, 'support', 'slow-sync.c'), '-ldl'], {
  stdio: 'inherit',
})
if (compiled.status !== 0) {
  console.log('\nSlow disk: not measured, there is no C compiler (cc) here.')
  process.exit(0)
}

const dataFolder = join(folder, 'data')
const seeding = await startServer({ dataFolder })
const { person, ingredientIds, fill } = await stockedPantry(seeding.url)
await fill(500)
await seeding.stop()

const server = await startServer({ dataFolder, env: { LD_PRELOAD: shim, SLOW_SYNC_MS: String(addedMs) } })
const port = Number(new URL(server.url).port)
const list = httpRequest('GET', '/api/inventory?limit=50', person.headers())
const adds = Array.from({ length: 600 }, (_, i) => httpRequest(addLot.method, addLot.path, person.headers(), newLotOf(ingredientIds, i)))
let next = 0
const reading = () => load({ port, connections: 4, seconds: 4, request: () => list })
const writing = () => load({ port, connections: 32, seconds: 4, request: () => adds[next++ % adds.length] as Buffer })

const alone: Load[] = []
const withWriters: Load[] = []
const writes: Load[] = []
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
for (let round = 0; round <= rounds; round++) {
  const quiet = await reading()
  const [busy, written] = await Promise.all([reading(), writing()])
  if (round === 0) continue
  alone.push(quiet)
  withWriters.push(busy)
  writes.push(written)
}
await server.stop()

const of = (loads: readonly Load[], figure: keyof Load) => median(loads.map((measured) => measured[figure]))
printFigures(`Slow disk: ${addedMs} ms more for every sync, 32 writers, 4 readers, ${rounds} rounds`, [
  { what: 'list p99 with writers, times the added wait', value: of(withWriters, 'p99') / addedMs, target: { atMost: 2 } },
  { what: 'list p50 with writers', value: of(withWriters, 'p50'), unit: 'ms' },
  { what: 'list p99 with writers', value: of(withWriters, 'p99'), unit: 'ms' },
  { what: 'list p99 without writers', value: of(alone, 'p99'), unit: 'ms' },
  { what: 'adds/s', value: of(writes, 'perSecond') },
  { what: 'add p99', value: of(writes, 'p99'), unit: 'ms' },
])
