/**
 * Long runs in pieces that can be stopped, resumed and read while they run: `npm run test:long NAME`.
 *
 *   --engine sqlite | postgres   one engine only
 *   --pieces N                   how many pieces in total (for each engine)
 *   --size N                     size of a piece: kills, writes, rounds, cases a route
 *   --seed N                     first random seed; piece i has seed N + i × size, since it may need as many
 *   --log FILE                   a line of JSON for each piece; pieces that passed there are skipped
 *
 * `mutants` has options of its own, see `mutants.ts`.
 *
 * Exits with 1 at the first piece that fails. A piece that doesn't report what it did fails too.
 */
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'

interface Run {
  what: string
  files: string[]
  layers: ('faults' | 'server' | 'rules' | 'tooling')[]
  /** Both by default. */
  engines?: string[]
  /** What a piece does `size` times. */
  size: number
  pieces: number
  env(size: number, seed: number): Record<string, string>
  /** Runs each test `size` times in one server. */
  repeated?: boolean
  /** Output lines to keep. */
  said: RegExp
}

/** Cases per route in one server. */
const fuzzRound = 400

const rowOfRace = /C-\d\d|M-RT reaches/
/** Every test file with a concurrency row, except those with their own rounds (in `races`). */
const racing = globSync(['src/**/server/**/*.test.ts', 'tests/{access,faults}/*.test.ts']).filter((file) => {
  const text = readFileSync(file, 'utf8')
  return rowOfRace.test(text) && !/RACE_ROUNDS|HISTORY_SEEDS/.test(text)
})

const runs: Record<string, Run> = {
  kill: {
    what: 'servers are killed while they write; nothing acknowledged is lost',
    // Without the twins, which must fail.
    files: ['tests/faults/kill.test.ts', '-t', 'F-01'],
    layers: ['faults'],
    size: 50,
    pieces: 20,
    env: (size) => ({ LARDER_KILL_ROUNDS: String(size) }),
    said: /^(sqlite|postgres): \d+ kills/,
  },
  federation: {
    what: 'histories of two linked servers with cuts, repeats and restored backups',
    files: ['src/domains/federation'],
    layers: ['rules', 'server'],
    size: 2500,
    pieces: 4,
    env: (size, seed) => ({
      LARDER_FEDERATION_SEEDS: String(size),
      LARDER_FEDERATION_ROUNDS: String(Math.ceil(size / 100)),
      LARDER_FEDERATION_SEED: String(seed),
    }),
    said: /^federation/,
  },
  order: {
    what: 'no response before its write is on disk',
    files: ['tests/faults/kill.test.ts', '-t', 'F-02'],
    layers: ['faults'],
    // PostgreSQL's log isn't ours.
    engines: ['sqlite'],
    size: 1000,
    pieces: 1,
    env: (size) => ({ LARDER_ORDERED_WRITES: String(size) }),
    said: /^sqlite: \d+ answers in order/,
  },
  inside: {
    what: 'the server is killed at every point inside every action',
    files: ['tests/faults/killed-inside.test.ts'],
    layers: ['faults'],
    // Every act at every point, once.
    size: 1,
    pieces: 1,
    env: (_size, seed) => ({ LARDER_KILL_POINTS: 'all', LARDER_FUZZ_SEED: String(seed) }),
    said: /^(sqlite|postgres): killed inside/,
  },
  list: {
    what: 'random days of a list that writes itself',
    files: [
      'src/domains/shopping/server/restock.test.ts',
      'src/domains/recipes/server/plan-list.test.ts',
      'src/domains/recipes/server/self-writing-list.test.ts',
      '-t',
      'random days',
    ],
    layers: ['server'],
    size: 250,
    pieces: 4,
    env: (size, seed) => ({ LARDER_LIST_DAYS: String(size), LARDER_LIST_SEED: String(seed) }),
    said: /^list: /,
  },
  races: {
    what: 'races and random histories of loans and lots',
    files: ['tests/faults/loans.test.ts', 'tests/faults/histories.test.ts', 'tests/faults/races.test.ts'],
    layers: ['faults'],
    size: 20,
    pieces: 10,
    env: (size, seed) => ({
      LARDER_RACE_ROUNDS: String(size),
      LARDER_HISTORY_SEEDS: String(size),
      LARDER_HISTORY_ACTS: '500',
      LARDER_FUZZ_SEED: String(seed),
    }),
    said: /^(loans|C-02|histories): /,
  },
  rounds: {
    what: 'every other race, many times',
    files: [...racing, '-t', rowOfRace.source],
    layers: ['server', 'faults'],
    size: 20,
    pieces: 10,
    repeated: true,
    env: () => ({ LARDER_FOREIGN_SCREENS: '200', LARDER_UNHEARD_CHANGES: '50' }),
    said: /^ *Tests {2}\d+ passed/,
  },
  fuzz: {
    what: 'random requests to every route',
    files: ['tests/access/fuzz.test.ts', 'src/domains/inventory/server/random-history.test.ts'],
    layers: ['server'],
    size: 2000,
    pieces: 25,
    // In rounds: a household's lists grow with every case, and so does the time of a case.
    env: (size, seed) => ({
      LARDER_FUZZ_CASES: String(Math.min(size, fuzzRound)),
      LARDER_FUZZ_ROUNDS: String(Math.ceil(size / fuzzRound)),
      LARDER_HISTORY_RUNS: String(Math.max(12, Math.ceil(size / 40))),
      LARDER_FUZZ_SEED: String(seed),
    }),
    said: /^(fuzz|random history): /,
  },
  upgrade: {
    what: 'every released schema, a large ledger, killed upgrades',
    // Every release, 50,000 unusual rows, a ledger of ten million entries; `size` is the number of killed upgrades.
    files: ['tests/faults/upgrade.test.ts'],
    layers: ['faults'],
    size: 20,
    pieces: 1,
    env: (size) => ({ LARDER_UPGRADE_ROWS: '50000', LARDER_UPGRADE_LEDGER: '10000000', LARDER_UPGRADE_KILLS: String(size) }),
    said: /^ *Tests {2}\d+ passed/,
  },
  storm: {
    what: '800 screens reconnect during a burst of requests',
    // `size` requests.
    files: ['tests/faults/load-storm.test.ts'],
    layers: ['faults'],
    size: 5000,
    pieces: 1,
    env: (size) => ({ LARDER_STORM_SCREENS: '800', LARDER_STORM_REQUESTS: String(size) }),
    said: /^ *Tests {2}\d+ passed/,
  },
  failover: {
    what: 'the database host drops connections and is unreachable',
    // `size` connections are cut during work; the database host is unreachable for 30 s.
    files: ['tests/faults/database-host.test.ts', 'tests/faults/unavailable.test.ts', '-t', 'F-06'],
    layers: ['faults'],
    engines: ['postgres'],
    size: 500,
    pieces: 1,
    env: (size) => ({ LARDER_DROPPED_CONNECTIONS: String(size), LARDER_FAILOVER_MS: '30000' }),
    said: /^ *Tests {2}\d+ passed/,
  },
  converge: {
    what: 'random days of devices that go offline and come back',
    // `size` days; no database.
    files: ['tests/offline'],
    layers: ['rules'],
    engines: ['none'],
    size: 20000,
    pieces: 1,
    env: (size) => ({ LARDER_OFFLINE_SEEDS: String(size) }),
    said: /^O-1: /,
  },
  histories: {
    what: 'random days of phones that write every table offline, and of one that leaves the household',
    files: ['src/platform/server/sync/offline-histories.test.ts'],
    layers: ['server'],
    size: 100,
    pieces: 2,
    env: (size, seed) => ({ LARDER_OFFLINE_DAYS: String(size), LARDER_OFFLINE_SEED: String(seed) }),
    said: /^offline: /,
  },
  push: {
    what: 'browsers whose push subscription has ended',
    files: ['src/domains/notifications/server/outages.test.ts'],
    layers: ['server'],
    size: 10000,
    pieces: 1,
    env: (size) => ({ LARDER_DEAD_BROWSERS: String(size) }),
    said: /^ *Tests {2}\d+ passed/,
  },
  restore: {
    what: 'a killed restore',
    // Killed `size` times.
    files: ['tests/faults/restore-killed.test.ts'],
    layers: ['faults'],
    size: 50,
    pieces: 1,
    env: (size) => ({ LARDER_RESTORE_KILLS: String(size) }),
    said: /^ *Tests {2}\d+ passed/,
  },
  damage: {
    what: 'damaged backups, none of which may be restored',
    files: ['tests/faults/backup.test.ts', '-t', 'B-5'],
    layers: ['faults'],
    size: 200,
    pieces: 1,
    env: (size) => ({ LARDER_DAMAGED_BACKUPS: String(size) }),
    said: /^ *Tests {2}\d+ passed/,
  },
  image: {
    what: 'the container image is built and started',
    // As root on Debian, with debootstrap and buildah; no database.
    files: ['scripts/image.test.ts'],
    layers: ['tooling'],
    engines: ['none'],
    size: 1,
    pieces: 1,
    env: () => ({ LARDER_BUILD_IMAGE: 'yes' }),
    said: /^image: \d+ MB|^ *Tests {2}\d+ passed/,
  },
}

interface Piece {
  run: string
  engine: string
  piece: number
  size: number
  seed: number
  seconds: number
  passed: boolean
  said: string[]
}

const project = join(import.meta.dirname, '..')
if (process.argv[2] === 'mutants') {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'mutants.ts'), ...process.argv.slice(3)], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
const number = { type: 'string' } as const
const { values, positionals } = parseArgs({
  options: { engine: { type: 'string' }, pieces: number, size: number, seed: number, log: { type: 'string' } },
  allowPositionals: true,
})
const name = positionals[0] ?? ''
const run = runs[name]
if (!run) {
  const mutants = { what: 'small mistakes in the code that tests should notice' }
  const list = Object.entries({ ...runs, mutants }).map(([key, { what }]) => `  ${key.padEnd(10)}${what}`)
  console.error(`Choose a long test, for example npm run test:long kill:\n${list.join('\n')}`)
  process.exit(1)
}
const engines = values.engine === undefined ? (run.engines ?? ['sqlite', 'postgres']) : [values.engine]
const size = Number(values.size ?? run.size)
const pieces = Number(values.pieces ?? run.pieces)
const firstSeed = Number(values.seed ?? 1)
const { log } = values
const before: Piece[] =
  log !== undefined && existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Piece)
    : []
const isDone = (engine: string, piece: number) =>
  before.some((one) => one.run === name && one.engine === engine && one.piece === piece && one.size === size && one.passed)

function perform({ files, layers, env, said, repeated }: Run, engine: string, seed: number): Promise<Pick<Piece, 'passed' | 'said'>> {
  const projects = layers.flatMap((layer) => ['--project', layer === 'rules' || layer === 'tooling' ? layer : `${layer}:${engine}`])
  const repeats = repeated ? ['--repeats', String(size - 1)] : []
  const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...repeats, ...files]
  return new Promise((resolve) => {
    const child = spawn(process.execPath, vitest, {
      cwd: project,
      env: { ...process.env, NO_COLOR: '1', LARDER_TEST_TIMEOUT_FACTOR: '20', ...env(size, seed) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (more: string) => (text += more))
    child.once('close', (code) => {
      if (code !== 0) console.error(text)
      const lines = stripVTControlCharacters(text)
        .split('\n')
        .filter((line) => said.test(line))
      resolve({ passed: code === 0 && lines.length > 0, said: lines })
    })
  })
}

for (let piece = 0; piece < pieces; piece++) {
  for (const engine of engines) {
    if (isDone(engine, piece)) continue
    const seed = firstSeed + piece * size
    const began = performance.now()
    const outcome = await perform(run, engine, seed)
    const line: Piece = { run: name, engine, piece, size, seed, seconds: Math.round((performance.now() - began) / 1000), ...outcome }
    console.log(JSON.stringify(line))
    if (log !== undefined) appendFileSync(log, `${JSON.stringify(line)}\n`)
    if (!outcome.passed) process.exit(1)
  }
}
console.log(`${name}: all ${pieces} pieces of ${size} passed on ${engines.join(' and ')}.`)
