/**
 * `npm run bench`: runs every server measurement, shortened, and prints one table. `npm run bench steady postgres` runs one at full length
 * with its own arguments, several names run those shortened, `--list` lists them. A failed measurement doesn't stop the others. Exits with
 * 1
 * if a target was missed or a measurement failed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Figure, reached } from './support/table.ts'

interface Measurement {
  /** In brackets: the load requirement it measures, scaled to two cores. */
  what: string
  /** The program, if it isn't named after the measurement. */
  program?: string
  given?: readonly string[]
  /** Environment variables that shorten it, unless they are already set. */
  short?: Record<string, string>
}

const measurements: Record<string, Measurement> = {
  start: { what: 'start and memory' },
  list: { what: 'reading lists beside the bare limit (SQLite)' },
  add: { what: 'adding beside the bare limit (SQLite)' },
  'slow-disk': { what: 'a disk that takes its time (SQLite)' },
  growth: { what: 'growth of a pantry (SQLite)' },
  household: { what: 'a household of 50 members, waits and statements of each route, both engines (L-4)' },
  shopping: { what: 'a large list, both engines (L-4)' },
  recipes: { what: 'two thousand recipes with their stock (SQLite, L-4)' },
  sync: { what: 'what the browsers’ copies cost, both engines', short: { BENCH_ROUNDS: '3' } },
  sharing: { what: 'many circles (SQLite)' },
  midnight: { what: 'ten thousand lots turn at once (PostgreSQL)' },
  import: { what: 'what others wait while a household moves in (SQLite)' },
  uploads: { what: 'health beside the worst uploads, and memory of stalled ones (SQLite)' },
  'mail-outage': { what: 'mail servers that are away, slow or refuse (SQLite, F-14)', short: { BENCH_ROUNDS: '40' } },
  slow: { what: 'who sends or takes slowly, and what others wait meanwhile (SQLite, F-12)' },
  live: { what: 'fan-out to open screens, both engines (L-3)', short: { BENCH_ADDS: '200' } },
  steady: { what: '800 screens, 50 requests a second, both engines (L-1)', short: { BENCH_MINUTES: '1' } },
  streams: { what: 'thousands of screens on one process, both engines', short: { BENCH_STREAMS: '1000', BENCH_SECONDS: '20' } },
  burst: { what: 'a burst into which 800 screens come back, both engines (L-5)', short: { BENCH_SECONDS: '15' } },
  rolling: { what: '800 screens, 50 requests a second, restarts (PostgreSQL, F-08)', short: { BENCH_RESTARTS: '6' } },
  restore: { what: 'backup and restore, both engines' },
  soak: { what: 'what grows (SQLite, L-2)', short: { SOAK_MINUTES: '3' } },
  'soak-postgres': { what: 'what grows (PostgreSQL, L-2)', program: 'soak', given: ['postgres'], short: { SOAK_MINUTES: '3' } },
}
/** Measurements that need an argument, a browser or a model: run only by name. */
const named: Record<string, string> = {
  'alerts-month': 'waste/alerts-month',
  catalog: 'catalog',
  feel: 'feel',
  replica: 'replica',
  rows: 'rows',
  scan: 'scan',
  waste: 'waste/score',
  'pack-advice': 'waste/packs',
  'waste-questions': 'waste/questions',
  'waste-report': 'waste/report',
  'waste-speed': 'waste/speed',
}
const [first, ...args] = process.argv.slice(2)
if (first === '--list') {
  for (const [name, { what }] of Object.entries(measurements)) console.log(`${name}: ${what}`)
  for (const name of Object.keys(named)) console.log(name)
  process.exit(0)
}
// A single measurement runs at full length with its own arguments; several are shortened.
const program =
  first === undefined ? undefined : (named[first] ?? measurements[first]?.program ?? (measurements[first] ? first : undefined))
if (first !== undefined && program === undefined) {
  console.error(`There is no measurement "${first}"; npm run bench -- --list names them.`)
  process.exit(1)
}
if (first !== undefined && args.every((arg) => !(arg in measurements))) {
  const { status } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `${program}.ts`), ...(measurements[first]?.given ?? []), ...args],
    { stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
const names = first === undefined ? Object.keys(measurements) : [first, ...args]
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-all-'))
const file = join(folder, 'figures')
const load = () => loadavg()[0]?.toFixed(1)
console.log(`${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.version}, load ${load()} at the beginning`)
const ended: string[] = []
/** Returns the tables printed so far. JSON turns a missing figure (NaN) into null. */
function tables(): { title: string; figures: Figure[] }[] {
  if (!existsSync(file)) return []
  const parsed = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { title: string; figures: Figure[] })
  for (const { figures } of parsed) for (const figure of figures) figure.value ??= Number.NaN
  return parsed
}
for (const name of names) {
  const { what = '', program: source = name, given = [], short = {} } = measurements[name] ?? {}
  console.log(`\n── ${name}: ${what}`)
  const env = { ...short, ...process.env, BENCH_FIGURES: file }
  const before = tables().length
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${source}.ts`), ...given], {
    stdio: 'inherit',
    // No timeout if the duration was set explicitly.
    ...(process.env['BENCH_MINUTES'] || process.env['SOAK_MINUTES'] ? {} : { timeout: 1_800_000 }),
    env,
  })
  const missed = tables()
    .slice(before)
    .flatMap(({ figures }) => figures)
    .filter((figure) => !reached(figure)).length
  if (missed > 0) ended.push(`${name}: ${missed} ${missed === 1 ? 'target' : 'targets'} missed`)
  else if (status !== 0) ended.push(`${name} ended with ${status ?? 'nothing: it took too long, or was stopped'}`)
}
const all = tables()
rmSync(folder, { recursive: true })
console.log(`\n── all figures, load ${load()} at the end\n\n| Measurement | Figure | Value | Target |\n|---|---|---|---|`)
for (const { title, figures } of all) {
  for (const figure of figures) {
    const { atLeast, atMost } = figure.target ?? {}
    const target = atLeast !== undefined ? `≥ ${atLeast}` : atMost !== undefined ? `≤ ${atMost}` : ''
    const value = `${Math.round(figure.value * 100) / 100} ${figure.unit ?? ''}`.trim()
    console.log(`| ${title} | ${figure.what} | ${value} | ${target && `${target} ${reached(figure) ? '✓' : '✗'}`} |`)
  }
}
for (const end of ended) console.error(end)
process.exitCode = ended.length === 0 ? 0 : 1
