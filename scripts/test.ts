/**
 * Runs everything a fresh machine can, fastest failures first: checks and build, rules and screens, use cases on both engines, faults and
 * journeys. A failed stage ends the run, unless `--keep-going`. Words select stages: `npm test -- server`, `npm test -- checks journeys`.
 */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clusterVariable, startClusters } from '#tests/support/database/postgres.ts'
import { workers } from '#tests/support/runner/machine.ts'
import { chromiumProgram } from '#tests/support/server/programs.ts'
import { describeOutcome, runChecks } from './check.ts'
import type { Tally } from './summary-reporter.ts'

const project = join(import.meta.dirname, '..')
/** Only ends a stage that hangs; a slow machine needs half an hour for the last one. */
const longestStage = 60 * 60_000

/**
 * Vitest projects that run together: those that wait for processes and disks with those that keep a browser busy. Each must have a test.
 */
const stages = [
  ['rules', 'tooling', 'web'],
  ['server:sqlite', 'server:postgres'],
  ['faults:sqlite', 'faults:postgres', 'journeys'],
]

const words = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const keepGoing = process.argv.includes('--keep-going')
const wanted = (name: string) => words.length === 0 || words.some((word) => name === word || name.startsWith(`${word}:`))

type Remarks = Pick<Tally, 'failures' | 'flaky' | 'notRun'>

/** Results so far, by their name in the summary; what `Tally` lists is printed at the end. */
const results: ({ name: string; passed: number; failed: number; seconds: number } & Remarks)[] = []

function note(name: string, passed: number, failed: number, seconds: number, remarks: Partial<Remarks> = {}): boolean {
  results.push({ name, passed, failed, seconds, failures: [], flaky: [], notRun: [], ...remarks })
  return failed === 0
}

const since = (start: number) => (performance.now() - start) / 1000

async function check(): Promise<boolean> {
  console.log('\n── checks and build')
  const start = performance.now()
  const outcomes = await runChecks((outcome) => console.log(describeOutcome(outcome)))
  const passed = outcomes.filter((outcome) => outcome.passed).length
  return note('checks', passed, outcomes.length - passed, since(start), {
    failures: outcomes.filter((outcome) => !outcome.passed).map(({ name }) => name),
  })
}

/** The journeys use the production build; a run of only them must build it. */
async function build(): Promise<boolean> {
  const start = performance.now()
  const built = (await run([process.execPath, 'scripts/ensure.cjs', 'start'], {})) === 0
  return built || note('build of the screens', 0, 1, since(start))
}

function run([program = '', ...args]: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: project,
      env: { ...process.env, NODE_COMPILE_CACHE: join(project, 'node_modules', '.cache', 'compiled'), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: longestStage,
    })
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
}

/** Where a stage keeps its data: in memory if there is room, so that commits don't wait for a shared disk. */
function quickFolder(): string {
  let parent = tmpdir()
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > 2 ** 31) parent = '/dev/shm'
  } catch {}
  const folder = mkdtempSync(join(parent, 'larder-tests-'))
  // A cluster running as another user has its folder in here.
  chmodSync(folder, 0o711)
  return folder
}

async function test(projects: string[], folder: string): Promise<boolean> {
  console.log(`\n── ${projects.join(', ')}`)
  const start = performance.now()
  const file = join(folder, `${projects[0]?.replace(':', '-')}.json`)
  const data = quickFolder()
  const vitest = [
    join(project, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--reporter=default',
    '--reporter=./scripts/summary-reporter.ts',
  ]
  const code = await run([process.execPath, ...vitest, ...projects.map((name) => `--project=${name}`)], {
    LARDER_TEST_TALLY: file,
    TMPDIR: data,
  })
  rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  const tallies: Tally[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []
  const faults = tallies
    .filter((tally) => tally.skipped > 0)
    .map((tally) => `${tally.project} skipped ${tally.skipped}: no test may be skipped`)
  for (const name of projects) {
    const tally = tallies.find((one) => one.project === name)
    if (!tally || tally.passed + tally.failed === 0) faults.push(`${name} ran no test`)
  }
  if (code !== 0 && tallies.every((tally) => tally.failed === 0)) faults.push(`vitest ended with code ${code}`)
  const sum = (key: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[key], 0)
  const list = (key: keyof Remarks) => tallies.flatMap((tally) => tally[key].map((remark) => `${tally.project}: ${remark}`))
  const remarks = { failures: [...list('failures'), ...faults], flaky: list('flaky'), notRun: list('notRun') }
  return note(projects.join(', '), sum('passed'), sum('failed') + faults.length, since(start), remarks)
}

async function everything(): Promise<void> {
  const chosen = stages.map((projects) => projects.filter(wanted)).filter((projects) => projects.length > 0)
  const all = chosen.flat()
  const goesOn = (passed: boolean) => passed || keepGoing
  // Found or installed before anything else, so that a machine without one fails early.
  if (all.includes('journeys')) chromiumProgram()
  const clusters = all.some((name) => name.endsWith(':postgres')) ? await startClusters(workers) : undefined
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-tally-'))
  if (clusters) process.env[clusterVariable] = clusters.addresses
  try {
    if (wanted('checks') && !goesOn(await check())) return
    if (!wanted('checks') && all.includes('journeys') && !goesOn(await build())) return
    for (const projects of chosen) if (!goesOn(await test(projects, folder))) return
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await clusters?.stop()
  }
}

function sumUp(): void {
  const sum = (key: 'passed' | 'failed') => results.reduce((total, result) => total + result[key], 0)
  console.log('\n── summary')
  for (const { name, passed, failed, seconds, failures, flaky, notRun } of results) {
    console.log(`${failed === 0 ? '✓' : '✗'} ${name}: ${passed} passed, ${failed} failed, in ${seconds.toFixed(0)} s`)
    for (const failure of failures) console.log(`  ✗ ${failure}`)
    for (const test of flaky) console.log(`  ! failed once, passed when repeated: ${test}`)
    for (const reason of notRun) console.log(`  – not run here: ${reason}`)
  }
  console.log(`All in ${since(0).toFixed(0)} s.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130))
try {
  await everything()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  note('preparation', 0, 1, since(0))
}
sumUp()
