/**
 * All measurements of the server, one after another, and one table of them at the end: `npm run bench [names]`. Each stands for itself, so one
 * that fails does not stop the others.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, reached } from './support/table.ts'

/** What each measures; in brackets the row of load it stands for, scaled to two cores. */
const measurements: Record<string, string> = {
  start: 'start and memory',
  list: 'reading lists beside the bare limit (SQLite)',
  add: 'adding beside the bare limit (SQLite)',
  'slow-disk': 'a disk that takes its time (SQLite)',
  growth: 'growth of a household (L-4)',
  shopping: 'a large list, both engines (L-4)',
  sharing: 'many circles, both engines',
  midnight: 'ten thousand lots turn at once (PostgreSQL)',
  import: 'what others wait while a household moves in (SQLite)',
  slow: 'who sends or takes slowly, and what others wait meanwhile (SQLite, F-12)',
  live: 'fan-out to open screens (L-3)',
  rolling: '800 screens, 50 requests a second, 20 restarts (PostgreSQL, L-1)',
}
const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measurements)
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-all-'))
const file = join(folder, 'figures')
const load = () => loadavg()[0]?.toFixed(1)
console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load ${load()} at the beginning`)
const ended: string[] = []
for (const name of names) {
  console.log(`\n── ${name}: ${measurements[name] ?? ''}`)
  const env = { ...process.env, BENCH_FIGURES: file }
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit', timeout: 900_000, env })
  if (status !== 0) ended.push(`${name} ended with ${status}`)
}

const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
rmSync(folder, { recursive: true })
console.log(`\n── all figures, load ${load()} at the end\n\n| Measurement | Figure | Value | Target |\n|---|---|---|---|`)
for (const line of lines) {
  const { title, figures } = JSON.parse(line) as { title: string; figures: Figure[] }
  for (const figure of figures) {
    const { atLeast, atMost } = figure.target ?? {}
    const target = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ''
    const value = `${Math.round(figure.value * 100) / 100} ${figure.unit ?? ''}`.trim()
    console.log(`| ${title} | ${figure.what} | ${value} | ${target && `${target} ${reached(figure) ? '✓' : '✗'}`} |`)
  }
}
for (const end of ended) console.error(end)
process.exitCode = ended.length === 0 ? 0 : 1
