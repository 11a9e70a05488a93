/** Starting on an existing data folder: time to the ready line and to the first response, and the memory of an idle server. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/server/programs.ts'
import { startServer } from '#tests/support/server/server.ts'
import { stockedPantry } from './support/pantry.ts'
import { cpuMs, residentMb } from './support/processes.ts'
import { median } from './support/rounds.ts'
import { printFigures } from './support/table.ts'

const times = Number(process.env.BENCH_ROUNDS ?? 7)
const root = join(import.meta.dirname, '..')
const dataFolder = mkdtempSync(join(tmpdir(), 'larder-bench-'))
const first = await startServer({ dataFolder })
await (await stockedPantry(first.url)).fill(500)
await first.stop()

const until = { ready: [] as number[], answer: [] as number[], cpu: [] as number[] }
const memory: number[] = []
for (let i = 0; i < times; i++) {
  const port = await freePort()
  const began = performance.now()
  // As in `npm start`.
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
    NODE_ENV: 'production',
    PORT: String(port),
    LARDER_DATA_DIR: dataFolder,
  }
  const child = spawn(process.execPath, ['src/app/server.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve) =>
    child.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('is ready') && resolve()),
  )
  until.ready.push(performance.now() - began)
  until.cpu.push(cpuMs(child.pid ?? 0))
  await (await fetch(`http://127.0.0.1:${port}/api/ready`)).text()
  until.answer.push(performance.now() - began)
  await pause(1500)
  memory.push(residentMb(child.pid ?? 0))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}
rmSync(dataFolder, { recursive: true, force: true })

printFigures(`Start on a folder that is there, ${times} times (medians)`, [
  { what: 'process started → ready line', value: median(until.ready), unit: 'ms', target: { atMost: 400 } },
  { what: 'process started → first answer', value: median(until.answer), unit: 'ms' },
  { what: 'processor time until ready', value: median(until.cpu), unit: 'ms' },
  { what: 'memory at rest', value: median(memory), unit: 'MB', target: { atMost: 150 } },
])
