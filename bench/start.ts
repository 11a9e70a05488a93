/** Starting on an existing data folder, compared with a bare start of Node: time to the ready line and to the first response, and an idle server's memory. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/server/programs.ts'
import { startServer } from '#tests/support/server/server-processes.ts'
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

/** Time that Node needs to run nothing. */
const bareStartMs = Array.from({ length: times }, () => {
  const began = performance.now()
  spawnSync(process.execPath, ['--eval', '0'])
  return performance.now() - began
})
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
  { what: 'a bare start of Node', value: median(bareStartMs), unit: 'ms' },
  { what: 'ready line, times a bare start of Node', value: median(until.ready) / median(bareStartMs) },
  { what: 'process started → first answer', value: median(until.answer), unit: 'ms' },
  { what: 'processor time until ready', value: median(until.cpu), unit: 'ms' },
  { what: 'memory at rest', value: median(memory), unit: 'MB', target: { atMost: 150 } },
])
