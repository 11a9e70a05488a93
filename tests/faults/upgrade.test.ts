import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { openDatabase } from '#app/open-database.ts'
import { restoreBackup, verifyBackup } from '#platform/server/backup/create-and-restore.ts'
import { openPostgresSnapshot, openPostgresTarget } from '#platform/server/database/postgres/backup.ts'
import { createSqliteTarget, openSqliteSnapshot } from '#platform/server/database/sqlite/backup.ts'
import { checksumsOf, type DatabaseSnapshot, type Row, type Table } from '#platform/server/database/table-schema.ts'
import { randomFrom } from '#tests/support/data/random.ts'
import { brokenInvariants } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { idsIn, type Release, releases } from '#tests/support/database/releases.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'

// Backups made by earlier releases: their data must survive every later migration. `LARDER_UPGRADE_KILLS` kills more often.

const root = join(import.meta.dirname, '..', '..')
const kills = Number(process.env['LARDER_UPGRADE_KILLS'] ?? 2)
// `npm run test:long upgrade`: 50,000 unusual rows, and ten million ledger entries.
const dirtyRows = Number(process.env['LARDER_UPGRADE_ROWS'] ?? 300)
const ledgerRows = Number(process.env['LARDER_UPGRADE_LEDGER'] ?? 3_000)
const seed = Number(process.env['LARDER_FUZZ_SEED'] ?? Date.now() % 1e9)
const folder = mkdtempSync(join(tmpdir(), 'larder-test-upgrade-'))
const databases: string[] = []
afterEach(async () => {
  for (const url of databases.splice(0)) await sharedCluster().dropDatabase(url)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One release's data on the engine under test. */
interface Place {
  LARDER_DATA_DIR: string
  DATABASE_URL: string
}

async function restored({ backup }: Release): Promise<Place> {
  const place = { LARDER_DATA_DIR: mkdtempSync(join(folder, 'place-')), DATABASE_URL: '' }
  if (engine === 'postgres') {
    place.DATABASE_URL = await sharedCluster().createDatabase()
    databases.push(place.DATABASE_URL)
  }
  await restoreBackup(backup, null, async (migrations) =>
    place.DATABASE_URL
      ? openPostgresTarget(place.DATABASE_URL, migrations)
      : createSqliteTarget(join(place.LARDER_DATA_DIR, 'larder.db'), migrations),
  )
  return place
}

async function copyOf(place: Place): Promise<Place> {
  const copy = { LARDER_DATA_DIR: mkdtempSync(join(folder, 'place-')), DATABASE_URL: '' }
  if (place.DATABASE_URL) {
    copy.DATABASE_URL = await sharedCluster().createDatabase(new URL(place.DATABASE_URL).pathname.slice(1))
    databases.push(copy.DATABASE_URL)
  } else cpSync(place.LARDER_DATA_DIR, copy.LARDER_DATA_DIR, { recursive: true })
  return copy
}

async function look<T>(place: Place, work: (source: DatabaseSnapshot) => Promise<T>): Promise<T> {
  const source = place.DATABASE_URL
    ? await openPostgresSnapshot(place.DATABASE_URL)
    : openSqliteSnapshot(join(place.LARDER_DATA_DIR, 'larder.db'))
  try {
    return await work(source)
  } finally {
    await source.close()
  }
}
const everything = (place: Place) =>
  look(place, async (source) => ({
    migrations: source.migrations,
    schema: source.tables.map(({ name, columns }) => `${name} ${columns.map((column) => `${column.name}:${column.kind}`).join()}`),
    sums: await checksumsOf(source),
  }))

/** Runs one statement on stored data. */
async function run(place: Place, statement: string): Promise<void> {
  if (!place.DATABASE_URL) {
    const db = new DatabaseSync(join(place.LARDER_DATA_DIR, 'larder.db'))
    db.exec(statement)
    db.close()
    return
  }
  const client = new pg.Client({ connectionString: place.DATABASE_URL })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** Migrates in a separate process. Returns the number of statements, or null if it was killed. */
function migrate(place: Place, killBefore = 0): number | null {
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, ['tests/faults/support/migrate-killed.ts'], {
    cwd: root,
    env: { ...process.env, ...place, LARDER_TEST_KILL_BEFORE: String(killBefore) },
    encoding: 'utf8',
  })
  if (signal === 'SIGKILL') return null
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

/** Returns the rows of a table, with only the columns that `table` had. `as` maps each. */
async function rowsOf(
  source: DatabaseSnapshot,
  table: Table,
  as: (table: Table, row: Row) => Row = (_table, row) => row,
): Promise<string[]> {
  const now = source.tables.find(({ name }) => name === table.name)
  if (!now) return []
  const at = table.columns.map(({ name }) => now.columns.findIndex((column) => column.name === name))
  const rows: string[] = []
  for await (const batch of source.rows(now))
    for (const row of batch as readonly Row[]) rows.push(JSON.stringify(at.map((i) => as(now, row)[i] ?? null)))
  return rows.toSorted()
}

/** Tables to which a migration adds rows. Everything else must be unchanged, including their old rows. */
const added: Record<string, string> = {
  migrations: 'the record of the steps themselves',
  cursors: 'a reader that is new begins at the end of the log',
}

/** Values that a migration rewrites deliberately, by table and column, and their result. */
const rewritten: Record<string, Record<string, (value: unknown, id: unknown) => unknown>> = {
  // 0030: shorter invite codes end. The server creates new ones.
  households: { invite_hash: (value, id) => (String(value).startsWith('gone ') ? value : `ended ${id}`) },
  circles: { code_hash: (_value, id) => `ended ${id}` },
  circle_invites: { state: (value) => (value === 'open' ? 'revoked' : value) },
  // 0032: session tokens are stored as hashes.
  sessions: { token: (value) => createHash('sha256').update(String(value)).digest('hex') },
}

/** Returns how the migrations should leave a row of an older release. */
function afterMigration({ name, columns }: Table, row: Row): Row {
  const rules = rewritten[name]
  if (!rules) return row
  const id = row[columns.findIndex((column) => column.name === 'id')]
  return row.map((value, i) => rules[columns[i]?.name ?? '']?.(value, id) ?? value) as Row
}

interface Digest {
  table: Table
  name: string
  rows: number
  hash: string
}
const describeDigest = ({ name, rows, hash }: Digest) => `${name}: ${rows} ${hash}`

/** Returns the row count and hash of each table over the named columns, without tables to which a migration adds. */
async function digests(
  source: DatabaseSnapshot,
  tables: readonly Table[],
  as: (table: Table, row: Row) => Row = (_table, row) => row,
): Promise<Digest[]> {
  const found: Digest[] = []
  for (const table of tables) {
    const now = source.tables.find(({ name }) => name === table.name)
    if (!now || table.name in added) continue
    const at = table.columns.map(({ name }) => now.columns.findIndex((column) => column.name === name))
    const hash = createHash('sha256')
    let rows = 0
    for await (const batch of source.rows(now))
      for (const row of batch as readonly Row[]) {
        rows++
        hash.update(JSON.stringify(at.map((i) => as(now, row)[i] ?? null)))
      }
    found.push({ table, name: table.name, rows, hash: hash.digest('hex') })
  }
  return found
}

const oddTexts = ['', ' ', 'Ａｐｆｅｌ\u200D👩‍🍳 e\u0301', "'; drop table lots; --", '\u202Eesrever', '﷽', 'x'.repeat(20_000)]

/** Adds ingredients and lots with all kinds of unusual texts, and so many ledger entries with their changes. */
async function soil(place: Place, rows: number, ledger: number): Promise<void> {
  const there = await look(place, async ({ tables }) => tables)
  const client = place.DATABASE_URL ? new pg.Client({ connectionString: place.DATABASE_URL }) : null
  const file = client ? null : new DatabaseSync(join(place.LARDER_DATA_DIR, 'larder.db'))
  await client?.connect()
  const run = async (text: string): Promise<Record<string, unknown>[]> =>
    client ? (await client.query(text)).rows : (file?.prepare(text).all() ?? [])
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
  const odd = `case i % ${oddTexts.length} ${oddTexts.map((text, i) => `when ${i} then ${quote(text)}`).join(' ')} end`
  /** Inserts copies of one row of a table, one per number up to `max`, with other values in some columns. */
  const copies = async (table: string, where: string, max: number, others: Record<string, string>) => {
    const names = there.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? []
    await run(`insert into ${table} (${names.join(', ')}) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${max})
      select ${names.map((name) => others[name] ?? `one.${name}`).join(', ')} from n cross join (select * from ${table} where ${where} limit 1) as one`)
  }
  const [lot] = await run(`select lots.household_id, lots.id, lots.ingredient_id, households.seq from lots
    join households on households.id = lots.household_id where lots.state = 'active' limit 1`)
  const [home, from] = [quote(String(lot?.['household_id'])), Number(lot?.['seq'])]
  const ofLot = `household_id = ${home} and id = ${quote(String(lot?.['id']))}`
  await run('begin')
  await copies('ingredients', `household_id = ${home} and id = ${quote(String(lot?.['ingredient_id']))}`, rows, {
    id: `'dirty ' || i`,
    name: `(${odd}) || i`,
    name_key: `'dirty ' || i`,
    category: odd,
  })
  await copies('lots', ofLot, rows, { id: `'dirty ' || i`, ingredient_id: `'dirty ' || i`, location: odd })
  const turns = Math.ceil(ledger / rows)
  await copies('changes', `household_id = ${home}`, turns, { seq: `${from} + i`, undo: 'null' })
  await run(`update households set seq = ${from + turns} where id = ${home}`)
  await run(`insert into ledger (household_id, seq, lot_id, kind, delta, unit, on_date)
    select ${home}, changes.seq, lots.id, 'correct', case changes.seq % 2 when 0 then 1 else -1 end, lots.unit, '2026-01-01'
    from changes cross join lots where changes.household_id = ${home} and changes.seq > ${from} and lots.household_id = ${home} and lots.id like 'dirty %'`)
  await run('commit')
  await client?.end()
  file?.close()
}

const kept = ['lots', 'ledger', 'shopping_items', 'recipes', 'recipe_photos', 'plan_entries', 'barcodes', 'avatars'].concat([
  'circles',
  'circle_members',
  'circle_households',
  'reservations',
  'offers',
  'borrow_requests',
  'webhooks',
  'access_keys',
])

describe.each(releases().map((release) => [release.name, release] as const))('a backup of release %s', (_name, release) => {
  it('B-4 G-1 is restored and migrated to the current schema with every row unchanged', async () => {
    const place = await restored(release)
    const before = await look(place, async (source) => {
      const tables: [Table, string[]][] = []
      for (const table of source.tables) tables.push([table, await rowsOf(source, table, afterMigration)])
      return tables
    })
    expect(before.find(([{ name }]) => name === 'lots')?.[1].length).toBeGreaterThan(50)
    migrate(place)
    await look(place, async (source) => {
      for (const [table, rows] of before) {
        const now = await rowsOf(source, table)
        expect(table.name in added ? now.filter((row) => rows.includes(row)) : now, table.name).toEqual(rows)
      }
    })
  })

  it('G-5 shows each person what they saw then', async () => {
    const place = await restored(release)
    const { testApp, close } = await openTestApp({ ...place })
    try {
      expect(await brokenInvariants(testApp.server.database)).toEqual([])
      for (const { email, password, household, sees } of release.fixture.people) {
        const signIn = await testApp.inject({
          method: 'POST',
          url: '/api/auth/sign-in/email',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({ email, password }),
        })
        expect(signIn.status, email).toBe(200)
        const headers = {
          authorization: `Bearer ${signIn.headers['set-auth-token']}`,
          ...(household === null ? {} : { 'x-household-id': household }),
        }
        const now: Record<string, string[]> = {}
        for (const path of Object.keys(sees)) {
          const { body } = await testApp.inject({ method: 'GET', url: path, headers })
          now[path] = idsIn(body)
          if (!path.startsWith('/api/history')) continue
          // A household whose invite code ended gets a new one, which adds a history entry.
          const newest = Math.max(0, ...(sees[path] ?? []).map(Number))
          const added = now[path].filter((seq) => Number(seq) > newest)
          const entries = body as { seq: number; name: string }[]
          expect(entries.filter(({ seq }) => seq > newest).map(({ name }) => name)).toEqual(added.map(() => 'invite.refreshed'))
          expect(added.length, email).toBeLessThanOrEqual(1)
          now[path] = now[path].filter((seq) => !added.includes(seq))
          // A full page no longer shows the oldest entry.
          const isFull = (sees[path] ?? []).length === 200
          const oldest = String(Math.min(...(sees[path] ?? []).map(Number)))
          if (isFull && added.length > 0) sees[path] = (sees[path] ?? []).filter((seq) => seq !== oldest)
        }
        expect(now, email).toEqual(sees)
      }
    } finally {
      await close()
    }
  })
})

it('the newest kept release has every kind of household data', async () => {
  const newest = releases().at(-1) as Release
  const place = await restored(newest)
  const empty = await look(place, async (source) => {
    const names: string[] = []
    for (const table of source.tables) if ((await rowsOf(source, table)).length === 0) names.push(table.name)
    return names
  })
  for (const name of kept) expect(empty).not.toContain(name)
})

describe('an upgrade', () => {
  const [oldest] = releases() as [Release, ...Release[]]

  it.each(releases().map((release) => [release.name, release] as const))(
    'G-1 G-8 of release %s keeps unusual rows and a ledger of any length exactly',
    async (_name, release) => {
      const place = await restored(release)
      await soil(place, dirtyRows, ledgerRows)
      const before = await look(place, (source) => digests(source, source.tables, afterMigration))
      const counted = before.reduce((sum, { rows }) => sum + rows, 0)
      const ledger = before.find(({ name }) => name === 'ledger')?.rows ?? 0
      expect(ledger).toBeGreaterThanOrEqual(ledgerRows)
      const began = performance.now()
      migrate(place)
      console.log(
        `${engine}: ${release.name} with ${counted} rows, ${ledger} of the ledger, in ${((performance.now() - began) / 1000).toFixed(1)} s`,
      )
      const then = before.map(({ table }) => table)
      expect((await look(place, (source) => digests(source, then))).map(describeDigest)).toEqual(before.map(describeDigest))
    },
    3_600_000,
  )

  it('G-2 G-3 killed anywhere stops between two migrations, and the next try completes it', async () => {
    const random = randomFrom(seed)
    const first = await restored(oldest)
    const straight = await copyOf(first)
    const steps = migrate(straight)
    const goal = await everything(straight)
    expect(steps).toBeGreaterThan(9)
    for (let i = 0; i < kills; i++) {
      const place = await copyOf(first)
      const at = 2 + random.below((steps ?? 0) - 1)
      expect(migrate(place, at), `seed ${seed}: was to be killed before statement ${at} of ${steps}`).toBeNull()
      // A migration and its record are atomic: otherwise repeating it would fail.
      migrate(place)
      const { migrations, schema, sums } = await everything(place)
      const ours = ({ name }: { name: string }) => name !== 'migrations'
      expect([migrations, schema, sums.filter(ours)], `seed ${seed}, killed before statement ${at}`).toEqual([
        goal.migrations,
        goal.schema,
        goal.sums.filter(ours),
      ])
    }
  })

  it('G-4 makes a verified backup first, once; without one it changes nothing and says why', async () => {
    const place = await restored(oldest)
    const { migrations } = await everything(place)
    writeFileSync(join(place.LARDER_DATA_DIR, 'backups'), 'in the way')
    const open = () => openDatabase(readConfig({ ...place }), '0.0.0', () => {})
    await expect(open()).rejects.toThrow('Nothing was changed; the previous version still starts.')
    expect((await everything(place)).migrations).toEqual(migrations)

    rmSync(join(place.LARDER_DATA_DIR, 'backups'))
    for (let start = 0; start < 2; start++) await (await open()).close()
    const made = readdirSync(join(place.LARDER_DATA_DIR, 'backups'))
    expect(made).toHaveLength(1)
    const kept = await verifyBackup(join(place.LARDER_DATA_DIR, 'backups', made[0] ?? ''), null)
    const old = await look(await restored(oldest), async ({ tables }) => tables.map(({ name }) => name))
    expect(kept.counts.map(({ name }) => name).toSorted()).toEqual(old.toSorted())
  })

  it('G-4 whose last migration fails at every start displaces no daily backup, makes its own and says how to go back', async () => {
    const place = await restored(oldest)
    const before = await everything(place)
    await run(place, 'create view server_settings as select 1 as one')
    const folder = join(place.LARDER_DATA_DIR, 'backups')
    mkdirSync(folder)
    const daily = Array.from({ length: 7 }, (_, i) => `larder-2026010${i + 1}T030000000Z.backup`)
    for (const name of daily) writeFileSync(join(folder, name), 'a daily one')
    const open = () => openDatabase(readConfig({ ...place }), '0.0.0', () => {})
    let own: string[] = []
    for (let start = 0; start < 8; start++) {
      const failure = await open().then(
        () => '',
        (error: Error) => error.message,
      )
      own = readdirSync(folder).filter((name) => name.endsWith('.backup') && !daily.includes(name))
      expect(own).toEqual([expect.stringContaining(`-of-${before.migrations.at(-1)}`)])
      expect(failure).toContain(`is at migration ${(await everything(place)).migrations.at(-1)}`)
      expect(failure).toContain(`restore ${join(folder, own[0] ?? '')}`)
    }
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(daily))
    const back = { LARDER_DATA_DIR: mkdtempSync(join(place.LARDER_DATA_DIR, 'back-')), DATABASE_URL: '' }
    await restoreBackup(join(folder, own[0] ?? ''), null, async (migrations) =>
      createSqliteTarget(join(back.LARDER_DATA_DIR, 'larder.db'), migrations),
    )
    const found = await everything(back)
    expect([found.migrations, found.sums]).toEqual([before.migrations, before.sums])

    // Without the obstacle the upgrade completes, and the next one starts with its own backup.
    await run(place, 'drop view server_settings')
    await (await open()).close()
    expect(readdirSync(folder).toSorted()).toEqual([...daily, ...own].toSorted())
  })

  it('G-4 whose first migration fails says that the previous version still starts', async () => {
    const place = await restored(oldest)
    const { migrations } = await everything(place)
    const [next = ''] = readdirSync(join(root, 'migrations'))
      .filter((name) => !/\.(postgres|sqlite)\.sql$/.test(name) && !migrations.includes(name.slice(0, -'.sql'.length)))
      .toSorted()
    const table = /create table (\w+)/.exec(readFileSync(join(root, 'migrations', next), 'utf8'))?.[1]
    await run(place, `create view ${table} as select 1 as one`)
    for (let start = 0; start < 2; start++)
      await expect(openDatabase(readConfig({ ...place }), '0.0.0', () => {})).rejects.toThrow(
        'Nothing was changed; the previous version still starts',
      )
    expect((await everything(place)).migrations).toEqual(migrations)
    expect(readdirSync(join(place.LARDER_DATA_DIR, 'backups')).filter((name) => name.endsWith('.backup'))).toHaveLength(1)
  })
})
