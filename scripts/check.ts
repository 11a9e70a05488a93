import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const project = join(import.meta.dirname, '..')
const tool = (...parts: string[]) => join(project, 'node_modules', ...parts)

type Check = { name: string; command: string[] }
export type Outcome = { name: string; passed: boolean; seconds: number; output: string }

const node = (file: string, ...args: string[]) => [process.execPath, file, ...args]

// The Go compiler needs a third of the time, and half as much with one thread as with several. dependency-cruiser needs the programming
// interface of the older one.
const compiler = join(fileURLToPath(import.meta.resolve('typescript7/package.json')), '..', 'bin', 'tsc')

const biome = join(fileURLToPath(import.meta.resolve('@biomejs/biome/package.json')), '..', 'bin', 'biome')

/** Checks that don't run the product. */
const sourceChecks: Check[] = [
  { name: 'types (tsc -b)', command: node(compiler, '-b', '--singleThreaded') },
  { name: 'format and lint (biome)', command: node(biome, 'check', '.') },
  { name: 'who imports whom (dependency-cruiser)', command: node('scripts/check-architecture.ts') },
  { name: 'layout and file names', command: node('scripts/check-layout.ts') },
  { name: 'words', command: node('scripts/check-language.ts') },
  { name: 'long functions and repeated names', command: node('scripts/check-structure.ts') },
  { name: 'data access', command: node('scripts/check-data-access.ts') },
  { name: 'nothing unused (knip)', command: node(tool('knip', 'bin', 'knip.js'), '--no-progress') },
]
const build: Check = { name: 'build of the screens', command: node('scripts/ensure.cjs', 'start') }
const sizes: Check = { name: 'size of the first load (size-limit)', command: node(tool('size-limit', 'bin.js')) }

function perform({ name, command: [program = '', ...args] }: Check): Promise<Outcome> {
  const start = performance.now()
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: project, env: { ...process.env, FORCE_COLOR: '0' }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const done = (passed: boolean) => resolve({ name, passed, seconds: (performance.now() - start) / 1000, output })
    child.once('error', (error) => {
      output += error.message
      done(false)
    })
    child.once('close', (code) => done(code === 0))
  })
}

/** Runs every check, two at a time, and reports each as it ends. Builds the screens if they are stale. */
export async function runChecks(report: (outcome: Outcome) => void): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const run = async (check: Check) => {
    const outcome = await perform(check)
    outcomes.push(outcome)
    report(outcome)
    return outcome.passed
  }
  const waiting = [...sourceChecks]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
  }
  const screens = async () => {
    if (await run(build)) await run(sizes)
    await lane()
  }
  await Promise.all([lane(), screens()])
  return outcomes
}

/** Returns `✓ name 1.2 s`, followed by the output if the check failed. */
export function describeOutcome({ name, passed, seconds, output }: Outcome): string {
  const line = `${passed ? '✓' : '✗'} ${name}  ${seconds.toFixed(1)} s`
  return passed ? line : `${line}\n${output.trimEnd().replaceAll(/^/gm, '    ')}`
}

if (import.meta.main) {
  const outcomes = await runChecks((outcome) => console.log(describeOutcome(outcome)))
  process.exitCode = outcomes.every((outcome) => outcome.passed) ? 0 : 1
}
