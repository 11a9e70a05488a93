/**
 * Puts one small mistake after the other into the production code and runs the tests, which should fail: `npm run test:long mutants`.
 *
 *   --area rules | server | platform | web   where the mistakes are; the server's are in use cases and stores
 *   --pieces N                               how many mistakes; 150 by default
 *   --seed N                                 which; the same seed draws the same from the same sources
 *   --log FILE                               a line of JSON for each; those that are there are skipped
 *
 * Works on a copy of the sources. A mutant that its domain's tests don't notice is compiled, and what the compiler rejects isn't counted; the
 * others meet the wider tests. `equivalent-mutants.json` lists, with a reason, those that change nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { randomFrom } from '#tests/support/data/random.ts'
import { applyMutant, drawMutants, listMutants, type Mutant } from './list-mutants.ts'

interface Area {
  sources: string[]
  /** Projects and folders whose tests run first, for a file. */
  near(file: string): string[][]
  /** What runs for a mutant that survived these. */
  wide(file: string): string[][]
  /** Share of killed mutants that we want. */
  target: number
}

const projects = (...names: string[]) => names.flatMap((name) => ['--project', name])
const run = (names: string[], ...files: string[]) => ['run', ...projects(...names), ...files]
const related = (names: string[], file: string) => ['related', '--run', ...projects(...names), file]
const domainOf = (file: string) => file.split('/').slice(0, 3).join('/')

const areas: Record<string, Area> = {
  rules: {
    sources: ['src/domains/*/rules/**/*.ts'],
    near: (file) => [run(['rules'], `${domainOf(file)}/`)],
    wide: (file) => [related(['rules', 'web'], file), run(['server:sqlite'], `${domainOf(file)}/`)],
    target: 0.88,
  },
  server: {
    sources: ['src/domains/*/server/{use-cases,store}{.ts,/**/*.ts}'],
    near: (file) => [run(['server:sqlite'], `${domainOf(file)}/`)],
    wide: (file) => [run(['server:postgres'], `${domainOf(file)}/`), run(['server:sqlite'])],
    target: 0.85,
  },
  platform: {
    sources: ['src/platform/server/**/*.ts'],
    near: (file) => [run(['server:sqlite'], `${dirname(file)}/`)],
    wide: () => [run(['server:sqlite']), run(['server:postgres'], 'src/platform/')],
    target: 0.88,
  },
  web: {
    sources: ['src/domains/*/web/**/*.{ts,tsx}', 'src/platform/web/**/*.{ts,tsx}', 'src/app/screens/**/*.{ts,tsx}'],
    near: (file) => [run(['web'], `${dirname(file)}/`)],
    wide: (file) => [related(['web'], file)],
    target: 0.75,
  },
}

interface Equivalent {
  file: string
  original: string
  replacement: string
  reason: string
}
type Outcome = 'killed' | 'survived' | 'rejected by the compiler' | 'equivalent'
interface Tried extends Omit<Mutant, 'start' | 'end'> {
  area: string
  seed: number
  index: number
  outcome: Outcome
  seconds: number
}

const project = join(import.meta.dirname, '..')
/** A mutant may loop without end. */
const maxMs = 20 * 60_000
const number = { type: 'string' } as const
const { values } = parseArgs({
  options: { area: { type: 'string', default: 'rules' }, pieces: number, seed: number, log: { type: 'string' } },
  allowPositionals: true,
})
const area = areas[values.area]
if (!area) {
  console.error(`There is no area "${values.area}"; there are ${Object.keys(areas).join(', ')}.`)
  process.exit(1)
}
const pieces = Number(values.pieces ?? 150)
const seed = Number(values.seed ?? 1)
const { log } = values
const equivalents = JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent-mutants.json'), 'utf8')) as Equivalent[]
const isEquivalent = (mutant: Mutant) =>
  equivalents.some(
    ({ file, original, replacement }) => file === mutant.file && original === mutant.original && replacement === mutant.replacement,
  )

/** Copies what git knows or would add. The packages stay where they are. */
function copySources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'larder-mutants-'))
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of stdout.split('\0')) {
    const from = join(project, file)
    if (file !== '' && existsSync(from)) cpSync(from, join(folder, file))
  }
  for (const built of ['node_modules', 'dist']) if (existsSync(join(project, built))) symlinkSync(join(project, built), join(folder, built))
  return folder
}

/** Returns whether the program ends with 0 in time. */
function passes(folder: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', LARDER_FUZZ_SEED: '1' },
      stdio: 'ignore',
      detached: true,
    })
    // Its workers end with it.
    const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), maxMs)
    child.once('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}
const vitest = (args: string[]) => [join('node_modules', 'vitest', 'vitest.mjs'), ...args, '--bail', '1', '--passWithNoTests']
const compiler = [join('node_modules', 'typescript7', 'bin', 'tsc'), '-b', '--singleThreaded']

async function outcomeOf(folder: string, { near, wide }: Area, mutant: Mutant): Promise<Outcome> {
  if (isEquivalent(mutant)) return 'equivalent'
  const file = join(folder, mutant.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, applyMutant(text, mutant))
  try {
    for (const args of near(mutant.file)) if (!(await passes(folder, vitest(args)))) return 'killed'
    // Takes less time than the wider tests.
    if (!(await passes(folder, compiler))) return 'rejected by the compiler'
    for (const args of wide(mutant.file)) if (!(await passes(folder, vitest(args)))) return 'killed'
    return 'survived'
  } finally {
    writeFileSync(file, text)
  }
}

const sources = area.sources
  .flatMap((pattern) => globSync(pattern, { cwd: project }))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|d)\.tsx?$/.test(path))
  .sort()
const all = sources.flatMap((file) => listMutants(file, readFileSync(join(project, file), 'utf8')))
const drawn = drawMutants(all, pieces, randomFrom(seed))
const lines = log !== undefined && existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : []
const tried = lines.map((line) => JSON.parse(line) as Tried).filter((one) => one.area === values.area && one.seed === seed)
const folder = copySources()
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))

// Tests that fail anyway would count as noticing, and a compiler that fails as rejecting.
for (const args of drawn[0] ? [...area.near(drawn[0].file).map(vitest), compiler] : []) {
  if (await passes(folder, args)) continue
  console.error(`Without a mistake, ${args.join(' ')} fails.`)
  process.exit(1)
}
for (const [index, mutant] of drawn.entries()) {
  if (tried.some((one) => one.index === index)) continue
  const began = performance.now()
  const outcome = await outcomeOf(folder, area, mutant)
  const { start: _start, end: _end, ...what } = mutant
  const one: Tried = { area: values.area, seed, index, ...what, outcome, seconds: Math.round((performance.now() - began) / 1000) }
  tried.push(one)
  console.log(JSON.stringify(one))
  if (log !== undefined) appendFileSync(log, `${JSON.stringify(one)}\n`)
}

const count = (outcome: Outcome) => tried.filter((one) => one.outcome === outcome).length
const survivors = tried.filter(({ outcome }) => outcome === 'survived')
for (const { file, line, original, replacement } of survivors) console.log(`survived ${file}:${line}: ${original} → ${replacement}`)
const share = count('killed') / Math.max(1, count('killed') + survivors.length)
console.log(
  `mutants in ${values.area}, seed ${seed}: ${count('killed')} of ${count('killed') + survivors.length} killed (${Math.round(share * 100)} %, wanted ${area.target * 100} %); ${count('equivalent')} equivalent, ${count('rejected by the compiler')} rejected by the compiler`,
)
process.exitCode = share >= area.target ? 0 : 1
