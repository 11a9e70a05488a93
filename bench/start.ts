/** A warm start, to the first answer, and what the process weighs before anybody has scanned anything. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '#tests/support/server.ts'
import { residentMb } from './support/processes.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const dataFolder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
await (await startServer({ dataFolder })).stop()

const took: number[] = []
const weighed: number[] = []
for (let round = 0; round < rounds; round++) {
  const started = performance.now()
  const server = await startServer({ dataFolder })
  took.push(performance.now() - started)
  await pause(1000)
  weighed.push(residentMb(server.pid))
  await server.stop()
}
rmSync(dataFolder, { recursive: true, force: true })

printFigures(`Warm start, ${rounds} rounds`, [
  { what: 'spawn to first health answer (aim 400)', value: median(took), unit: 'ms' },
  { what: 'resident when idle (aim 150)', value: median(weighed), unit: 'MB' },
])
