import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { createBackup, restoreBackup, verifyBackup } from '#platform/server/backup/create-and-restore.ts'
import { openPostgresSnapshot } from '#platform/server/database/postgres/backup.ts'
import { createSqliteTarget, openSqliteSnapshot } from '#platform/server/database/sqlite/backup.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import type { TableDigest } from '#platform/server/database/table-checksum.ts'
import { checksumsOf, type DatabaseSnapshot } from '#platform/server/database/table-schema.ts'
import { type SeededHouseholds, seedHouseholds } from '#tests/support/data/seeded-households.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { addSomeLot, openTestApp, type Person, personOf, type TestApp } from '#tests/support/server/test-app.ts'

// `npm run test:long damage`: 200 files, half of them with a flipped bit, half of them truncated.
const damaged = Number(process.env['LARDER_DAMAGED_BACKUPS'] ?? 80)
const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'larder-test-backup-'))
let testApp: TestApp
let seeded: SeededHouseholds
let ana: Person
let close: () => Promise<void>
let file: string
let kept: readonly TableDigest[]

const placeSource = async (place: Record<string, string>): Promise<DatabaseSnapshot> =>
  place['DATABASE_URL']
    ? openPostgresSnapshot(place['DATABASE_URL'])
    : openSqliteSnapshot(join(String(place['LARDER_DATA_DIR']), 'larder.db'))
const sourceOf = async ({ config }: TestApp): Promise<DatabaseSnapshot> =>
  config.databaseUrl ? openPostgresSnapshot(config.databaseUrl) : openSqliteSnapshot(join(config.dataDir, 'larder.db'))

async function backUp(name: string, passphrase: string | null = null) {
  const source = await sourceOf(testApp)
  const made = await createBackup(source, join(folder, name), '0.0.0', passphrase)
  await source.close()
  return made
}

/** Creates an empty data location. */
async function createLocation(): Promise<Record<string, string>> {
  const LARDER_DATA_DIR = mkdtempSync(join(folder, 'place-'))
  return { LARDER_DATA_DIR, DATABASE_URL: engine === 'postgres' ? await sharedCluster().createDatabase() : '' }
}

/** Runs a command as an operator does. */
function run(script: string, args: string[], place: Record<string, string | undefined>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join('scripts', script), ...args], {
    cwd: root,
    env: { ...process.env, ...place },
    encoding: 'utf8',
  })
  return { status, text: stdout + stderr }
}

/** Packs lines as a valid archive, whatever they contain. */
function packed(lines: string[], magic = 'LARDER-ARCHIVE 1\n'): Buffer {
  const body = Buffer.concat([Buffer.from(magic), gzipSync(lines.map((line) => `${line}\n`).join(''))])
  return Buffer.concat([body, createHash('sha256').update(body).digest()])
}
const linesOf = (archive: string): string[] =>
  gunzipSync(readFileSync(archive).subarray('LARDER-ARCHIVE 1\n'.length, -32)).toString().split('\n').filter(Boolean)

beforeAll(async () => {
  ;({ testApp, close } = await openTestApp())
  seeded = await seedHouseholds(testApp)
  ana = await testApp.signUp('Ana')
  await testApp.household(ana)
  await addSomeLot(ana)
  ;({ file, counts: kept } = await backUp('quiet.backup'))
})
afterAll(async () => {
  await close?.()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('B-1 made while eight people write is consistent, and is verified by a trial restore', async () => {
    const stop = new AbortController()
    let added = 0
    const people = [...Object.values(seeded.a.people), ...Object.values(seeded.b.people)].filter((_, i) => i % 4 !== 0)
    const writing = people.map(async (person) => {
      while (!stop.signal.aborted) {
        await new Promise((next) => setTimeout(next, 20))
        await person.call(addLot, { body: { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg' } })
        added++
      }
    })
    try {
      for (let i = 0; i < 3; i++) {
        const before = added
        const made = await backUp(`busy-${i}.backup`)
        const place = await createLocation()
        await restoreBackup(made.file, null, async (migrations) =>
          createSqliteTarget(join(String(place['LARDER_DATA_DIR']), 'larder.db'), migrations),
        )
        const database = openSqlite(String(place['LARDER_DATA_DIR']), () => {})
        expect(await brokenInvariants(database)).toEqual([])
        await database.close()
        while (added === before) await new Promise((next) => setTimeout(next, 5))
      }
    } finally {
      stop.abort()
      await Promise.all(writing)
    }
    expect(added).toBeGreaterThan(10)
  })

  it('B-2 restored to an empty location has every row; everyone signs in again and finds their data', async () => {
    const place = await createLocation()
    const { status, text } = run('restore.ts', [file], place)
    expect([text, status]).toEqual([expect.stringContaining('matching counts and sums'), 0])
    const source = await placeSource(place)
    expect(await checksumsOf(source)).toEqual(kept)
    await source.close()
    const restored = await openTestApp(place)
    try {
      expect((await personOf(restored.testApp, ana).call(listLots, { household: ana.home })).status).toBe(401)
      const signIn = await restored.testApp.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ email: ana.email, password: 'purple kettle 42' }),
      })
      const back = personOf(restored.testApp, { ...ana, token: String(signIn.headers['set-auth-token']) })
      expect(await back.must(listLots, { household: ana.home })).toEqual(await ana.must(listLots))
    } finally {
      await restored.close()
    }
  })

  it('replaces nothing without the option, and keeps what it replaces', async () => {
    const place = await createLocation()
    expect(run('restore.ts', [file], place).status).toBe(0)
    const again = run('restore.ts', [file], place)
    expect([again.status, again.text]).toEqual([1, expect.stringContaining('--replace')])
    expect(run('restore.ts', [file, '--replace'], place).status).toBe(0)
    if (engine === 'sqlite') expect(readdirSync(String(place['LARDER_DATA_DIR'])).join()).toMatch(/larder\.db\.before-/)
  })

  it('can’t be moved from a running server, which would lose later changes', async () => {
    const place = await createLocation()
    const to = mkdtempSync(join(folder, 'moved-'))
    const running = await openTestApp(place)
    const { database } = running.testApp.server
    // On PostgreSQL a process is detected once it holds a lease.
    if (engine === 'postgres')
      await expect.poll(() => database.identity.withTables<{ leases: object }>().selectFrom('leases').selectAll().execute()).not.toEqual([])
    const answer = run('move.ts', ['--to', to], place)
    await running.close()
    expect([answer.status, answer.text]).toEqual([1, expect.stringMatching(/is already running|is running/)])
    expect(readdirSync(to)).not.toContain('larder.db')
  })

  it('keeps the given number of newest files', () => {
    const { databaseUrl, dataDir } = testApp.config
    const place = { LARDER_DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
    const to = join(folder, 'many')
    mkdirSync(to)
    writeFileSync(join(to, 'mine.txt'), 'not a backup')
    for (let i = 0; i < 3; i++) expect(run('backup.ts', ['--to', to, '--keep', '2'], place)).toMatchObject({ status: 0 })
    expect(readdirSync(to)).toHaveLength(3)
    expect(readdirSync(to)).toContain('mine.txt')
  })

  describe('an encrypted backup in another folder', () => {
    const key = 'a passphrase of many words'
    const place = () => ({
      LARDER_DATA_DIR: testApp.config.dataDir,
      DATABASE_URL: testApp.config.databaseUrl ?? '',
      LARDER_BACKUP_KEY: key,
    })
    const start = (to: string) =>
      spawn(process.execPath, ['scripts/backup.ts', '--to', to], { cwd: root, env: { ...process.env, ...place() }, stdio: 'ignore' })
    const trials = () => readdirSync(testApp.config.dataDir).filter((name) => name.startsWith('.larder-trial-'))
    /** Starts a backup and sends it a signal during the trial restore. */
    async function stopped(to: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      const child = start(to)
      const ended = once(child, 'exit')
      const isHeld = () => trials().some((name) => existsSync(join(testApp.config.dataDir, name, 'larder.lock')))
      while (child.exitCode === null && !isHeld()) await new Promise((next) => setTimeout(next, 5))
      child.kill(signal)
      await ended
    }

    /** The bytes of a file, none where the backup has renamed it since the folder was read. */
    function readIfThere(path: string): Buffer {
      try {
        return readFileSync(path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
        throw error
      }
    }

    it('writes only itself, and nothing readable', async () => {
      const to = mkdtempSync(join(folder, 'elsewhere-'))
      const seen = new Set<string>()
      const readable: string[] = []
      const watcher = watch(to, { recursive: true }, (_event, name) => {
        seen.add(String(name))
        for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile()) continue
          const bytes = readIfThere(join(entry.parentPath, entry.name))
          if (bytes.includes('SQLite format 3') || bytes.includes(seeded.a.marker)) readable.push(entry.name)
        }
      })
      const [status] = await once(start(to), 'exit')
      watcher.close()
      expect(status).toBe(0)
      expect([...seen].filter((name) => !/^larder-\w+\.backup(\.unproved)?(\.unfinished)?$/.test(name))).toEqual([])
      expect(seen.size).toBeGreaterThan(1)
      expect(readable).toEqual([])
      expect(trials()).toEqual([])
    })

    it('deletes its trial restore on a stop signal, and the next backup deletes that of a killed one', async () => {
      const to = mkdtempSync(join(folder, 'elsewhere-'))
      await stopped(to, 'SIGTERM')
      expect([trials(), readdirSync(to).filter((name) => name.endsWith('.backup'))]).toEqual([[], []])
      await stopped(to, 'SIGKILL')
      expect(trials()).toHaveLength(1)
      expect(run('backup.ts', ['--to', to], place()).status).toBe(0)
      expect(trials()).toEqual([])
    })
  })

  it('B-7 contains no session, no mailed token and no invite code', async () => {
    const text = gunzipSync(readFileSync(file).subarray('LARDER-ARCHIVE 1\n'.length, -32)).toString()
    const people = [seeded.a, seeded.b, seeded.c].flatMap((home) => Object.values(home.people))
    for (const { token } of people) expect(text).not.toContain(token.split('.')[0])
    for (const home of [seeded.a, seeded.b, seeded.c]) expect(text).not.toContain(home.targets.inviteCode)
    expect(text).not.toContain('purple kettle')
    expect(kept.find(({ name }) => name === 'sessions')?.rows).toBe(0)
    expect(kept.find(({ name }) => name === 'verifications')?.rows).toBe(0)
    expect(kept.find(({ name }) => name === 'leases')?.rows).toBe(0)
    expect(kept.find(({ name }) => name === 'lots')?.rows).toBeGreaterThan(10)
  })
})

if (engine === 'sqlite') {
  describe('B-5 an altered backup', () => {
    const refused = async (bytes: Buffer, passphrase: string | null = null): Promise<string> => {
      const bad = join(folder, 'bad.backup')
      writeFileSync(bad, bytes)
      return verifyBackup(bad, passphrase).then(
        () => '',
        (error: Error) => error.message,
      )
    }
    const places = (bytes: Buffer, count: number) =>
      Array.from({ length: count }, (_, i) => Math.floor((i * (bytes.length - 1)) / (count - 1)))

    // The format and its encryption don't depend on the engine.
    const locked = 'a passphrase of many words'
    let lockedFile: string
    beforeAll(async () => {
      lockedFile = (await backUp('locked.backup', locked)).file
    })
    it.each([null, locked])(
      'is rejected with a flipped bit and truncated at any point (key: %s)',
      async (key) => {
        const bytes = readFileSync(key === null ? file : lockedFile)
        const taken: string[] = []
        // Each try with an encrypted file costs a second of key stretching.
        for (const at of key === null ? places(bytes, Math.ceil(damaged / 2)) : [bytes.length >> 1]) {
          const flipped = Buffer.from(bytes)
          flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
          if ((await refused(flipped, key)) === '') taken.push(`flip at ${at}`)
          if ((await refused(bytes.subarray(0, at), key)) === '') taken.push(`cut at ${at}`)
        }
        expect(taken).toEqual([])
        expect(await refused(bytes, key)).toBe('')
      },
      120_000,
    )

    it('is rejected with the wrong key, without the key, and if it’s another kind of file', async () => {
      const bytes = readFileSync(lockedFile)
      expect(await refused(bytes, 'another passphrase of words')).toContain('key does not fit')
      expect(await refused(bytes)).toContain('LARDER_BACKUP_KEY')
      expect(bytes.includes(seeded.a.marker)).toBe(false)
      for (const other of [
        Buffer.alloc(0),
        Buffer.from('PK\u0003\u0004 a zip'),
        packed(['{}']),
        packed(['{"larder":"1"}'], 'OTHER-ARCHIVE 1\n'),
      ])
        expect(await refused(other)).toMatch(/damaged|no backup/)
    })

    it('is rejected if a newer release made it, if it has unknown rows or tables, and if it never ends', async () => {
      const lines = linesOf(file)
      expect(await refused(packed(lines))).toBe('')
      const head = JSON.parse(lines[0] ?? '')
      const newer = JSON.stringify({ ...head, migrations: [...head.migrations, '9999_later'] })
      expect(await refused(packed([newer, ...lines.slice(1)]))).toContain('newer Larder')
      const row = lines.findIndex((line) => line.startsWith('['))
      expect(await refused(packed(lines.toSpliced(row, 1)))).toContain('rows were said to be there')
      expect(await refused(packed(lines.toSpliced(row, 0, lines[row] ?? '')))).not.toBe('')
      expect(await refused(packed(lines.slice(0, -1)))).toContain('no end')
      expect(await refused(packed(lines.map((line) => line.replace('"table":"lots"', '"table":"../lots"'))))).toContain('does not know')
      expect(await refused(packed(lines.map((line) => line.replace('"milli"', '"milli) values (1); --"'))))).toContain('has no column')
    })

    it('is rejected as a decompression bomb before it fills the disk', async () => {
      const bomb = packed([JSON.stringify({ larder: '1', at: 'x', migrations: [] }), `["${'0'.repeat(200_000_000)}"]`])
      expect(bomb.length).toBeLessThan(400_000)
      expect(await refused(bomb)).toContain('unpacks to more')
      const lines = packed([
        JSON.stringify({ larder: '1', at: 'x', migrations: [] }),
        ...Array<string>(2_000).fill(`["${'0'.repeat(10_000)}"]`),
      ])
      writeFileSync(join(folder, 'bad.backup'), lines)
      const room = restoreBackup(join(folder, 'bad.backup'), null, async (migrations) => createSqliteTarget(':memory:', migrations), 10_000)
      await expect(room).rejects.toThrow('unpacks to more')
    })

    it('is created and restored for a household of the longest recipes of one letter', async () => {
      const place = join(mkdtempSync(join(folder, 'long-')), 'larder.db')
      await restoreBackup(file, null, async (migrations) => createSqliteTarget(place, migrations))
      const db = new DatabaseSync(place)
      const columns = db
        .prepare(`select name from pragma_table_info('recipes')`)
        .all()
        .map(({ name }) => String(name))
      const others: Record<string, string> = {
        id: `'long ' || i`,
        instructions: `'["' || replace(hex(zeroblob(400000)), '0', 'a') || '"]'`,
      }
      db.exec(`insert into recipes (${columns.join()}) with recursive n(i) as (select 1 union all select i + 1 from n where i < 80)
        select ${columns.map((name) => others[name] ?? `one.${name}`).join()} from n cross join (select * from recipes limit 1) as one`)
      db.close()
      const source = openSqliteSnapshot(place)
      const made = await createBackup(source, join(folder, 'long.backup'), '0.0.0', null)
      await source.close()
      const { size } = statSync(made.file)
      expect(800_000 * 80).toBeGreaterThan(size * 300 + 1_000_000)
      expect((await verifyBackup(made.file, null)).counts).toEqual(made.counts)
    })
  })
}

describe('B-5 a damaged backup', () => {
  it('of any kind, restored over existing data, changes none of it', async () => {
    const key = 'a passphrase of many words'
    const place = await createLocation()
    expect(run('restore.ts', [file], place).status).toBe(0)
    const lockedBytes = readFileSync((await backUp('to-damage.backup', key)).file)
    const [head = '', ...rest] = linesOf(file)
    const { migrations, ...others } = JSON.parse(head)
    const row = rest.findLastIndex((line) => line.startsWith('['))
    const cases: [string, Buffer, string | undefined, string][] = [
      ['wrong key', lockedBytes, 'another passphrase of words', 'key does not fit'],
      ['no key', lockedBytes, undefined, 'LARDER_BACKUP_KEY'],
      ['locked and cut', lockedBytes.subarray(0, -1000), key, 'damaged'],
      ['newer', packed([JSON.stringify({ ...others, migrations: [...migrations, '9999_later'] }), ...rest]), undefined, 'newer Larder'],
      ['one row too few', packed([head, ...rest.toSpliced(row, 1)]), undefined, 'rows were said to be there'],
      ['one bad row', packed([head, ...rest.with(row, rest[row]?.replace(/\d/, 'x') ?? '')]), undefined, ''],
    ]
    for (const [what, bytes, LARDER_BACKUP_KEY, why] of cases) {
      const bad = join(folder, 'bad.backup')
      writeFileSync(bad, bytes)
      const { status, text } = run('restore.ts', [bad, '--replace'], { ...place, LARDER_BACKUP_KEY })
      expect([what, status, text]).toEqual([what, 1, expect.stringContaining(why)])
      const source = await placeSource(place)
      expect([what, await checksumsOf(source)]).toEqual([what, kept])
      await source.close()
    }
  })

  it('leaves existing data as it is, even if damaged', async () => {
    const place = await createLocation()
    expect(run('restore.ts', [file], place).status).toBe(0)
    const bad = readFileSync(file)
    bad[bad.length >> 1] = (bad[bad.length >> 1] ?? 0) ^ 4
    writeFileSync(join(folder, 'bad.backup'), bad)
    const answer = run('restore.ts', [join(folder, 'bad.backup'), '--replace'], place)
    expect([answer.status, answer.text]).toEqual([1, expect.stringContaining('Nothing was changed')])
    const source =
      engine === 'postgres'
        ? await openPostgresSnapshot(String(place['DATABASE_URL']))
        : openSqliteSnapshot(join(String(place['LARDER_DATA_DIR']), 'larder.db'))
    expect(await checksumsOf(source)).toEqual(kept)
    await source.close()
    if (engine === 'postgres') return
    writeFileSync(join(String(place['LARDER_DATA_DIR']), 'larder.db'), 'this was a database once')
    expect(run('restore.ts', [file, '--replace'], place).status).toBe(0)
    const healed = openSqliteSnapshot(join(String(place['LARDER_DATA_DIR']), 'larder.db'))
    expect(await checksumsOf(healed)).toEqual(kept)
    await healed.close()
  })
})

if (engine === 'postgres') {
  describe('B-3 moving', () => {
    it('from PostgreSQL to SQLite, to another PostgreSQL and back changes no row, and people stay signed in', async () => {
      // Scheduled jobs go on here; undelivered messages are retried, but their number stays.
      const byTheClock = ['cursors', 'job_runs', 'last_seen', 'leases']
      const lasting = (sums: readonly TableDigest[]) =>
        sums
          .filter(({ name }) => !byTheClock.includes(name))
          .map((sum) => (sum.name === 'webhook_deliveries' ? { ...sum, sha256: 'tried again' } : sum))
      const sumsNow = async (source: DatabaseSnapshot) => lasting(await checksumsOf(source))
      const sumsIn = async (place: string) => {
        const source = openSqliteSnapshot(join(place, 'larder.db'))
        try {
          return await checksumsOf(source)
        } finally {
          await source.close()
        }
      }
      const running = run('move.ts', ['--to', mkdtempSync(join(folder, 'moved-'))], { DATABASE_URL: testApp.config.databaseUrl ?? '' })
      expect([running.status, running.text]).toEqual([1, expect.stringContaining('running')])
      await close()
      close = async () => {}
      const here = await sourceOf(testApp)
      const before = await sumsNow(here)
      await here.close()
      expect(before.find(({ name }) => name === 'sessions')?.rows).toBeGreaterThan(0)
      const first = mkdtempSync(join(folder, 'moved-'))
      const second = await sharedCluster().createDatabase()
      const third = mkdtempSync(join(folder, 'moved-'))
      const steps = [
        { from: { LARDER_DATA_DIR: '', DATABASE_URL: testApp.config.databaseUrl ?? '' }, to: first },
        { from: { LARDER_DATA_DIR: first, DATABASE_URL: '' }, to: second },
        { from: { LARDER_DATA_DIR: '', DATABASE_URL: second }, to: third },
      ]
      for (const { from, to } of steps) expect(run('move.ts', ['--to', to], from)).toMatchObject({ status: 0 })
      expect(lasting(await sumsIn(third))).toEqual(before)
      expect(await sumsIn(third)).toEqual(await sumsIn(first))
      const again = run('move.ts', ['--to', third], steps[0]?.from ?? {})
      expect([again.status, again.text]).toEqual([1, expect.stringContaining('already')])
      const moved = await openTestApp({ DATABASE_URL: second })
      const owner = personOf(moved.testApp, seeded.a.people.OWNER)
      expect((await owner.call(listLots, { household: seeded.a.id })).status).toBe(200)
      await moved.close()
    })

    it('and restoring leave another program’s tables alone', async () => {
      const url = await sharedCluster().createDatabase()
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('create table invoices as select 1 as total; create table migrations (id serial, migration text)')
      for (const answer of [
        run('restore.ts', [file], { DATABASE_URL: url }),
        run('restore.ts', [file, '--replace'], { DATABASE_URL: url }),
        run('move.ts', ['--to', url], { DATABASE_URL: testApp.config.databaseUrl ?? '' }),
      ])
        expect([answer.status, answer.text]).toEqual([1, expect.stringContaining('another program (invoices, migrations)')])
      expect((await client.query('select total from invoices')).rows).toEqual([{ total: 1 }])
      await client.end()
    })

    it('and backing up work for a role that row-level security binds', async () => {
      const DATABASE_URL = await sharedCluster().createOwned()
      expect(run('restore.ts', [file], { DATABASE_URL })).toEqual({ status: 0, text: expect.stringContaining('matching counts') })
      const plain = await openPostgresSnapshot(DATABASE_URL)
      expect(await checksumsOf(plain)).toEqual(kept)
      await plain.close()
    })
  })
}
