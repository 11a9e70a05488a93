import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { listLots } from '#domains/inventory/contract.ts'
import type { HouseholdId, UserId } from '#platform/shared/ids.ts'
import type { SeededHouseholds } from '#tests/support/data/seeded-households.ts'
import { columnsOf, tablesOf } from '#tests/support/database/digest.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { appLogin } from '#tests/support/database/postgres.ts'
import { seededHouseholdsOf, useSeededApp } from '#tests/support/server/seeded-app.ts'

const testApp = useSeededApp()
let seeded: SeededHouseholds
const database = () => testApp().server.database
beforeAll(async () => {
  seeded = seededHouseholdsOf(testApp())
})

describe('two households on one database', () => {
  it('M-RLS: never mixes 1,000 concurrent reads of both', async () => {
    const homes = [seeded.a, seeded.b]
    const ask = async (i: number) => {
      const home = homes[i % 2] ?? seeded.a
      const answer = await home.people.VIEWER.must(listLots, { query: { householdId: home.id } })
      const lots = Array.isArray(answer) ? [] : answer.items
      return lots.length > 0 && lots.every(({ location }) => location.startsWith(home.marker))
    }
    for (let round = 0; round < 10; round++) {
      const all = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(round * 100 + i)))
      expect(all.every(Boolean)).toBe(true)
    }
  })
})

// SQLite is protected only by the stores' queries, which the matrix tests.
if (process.env['LARDER_TEST_ENGINE'] === 'postgres') {
  /** Tables without policies, and why. */
  const withoutPolicies: Record<string, string> = {
    migrations: 'names of the steps that the schema has been through; the app may not read it either',
  }
  /** Tables without a household's rows: sign-in and the server's own. */
  const withoutHousehold = [
    'accounts',
    'avatars',
    'job_runs',
    'last_seen',
    'leases',
    'lookups',
    'passkeys',
    'secrets',
    'server_settings',
    'sessions',
    'tries',
    'two_factors',
    'users',
    'verifications',
  ]

  const owner = () => connectedTo(testApp().config.databaseUrl)
  const app = () => connectedTo(testApp().config.appDatabaseUrl)
  const connectedTo = (url: string | null) =>
    new Kysely<unknown>({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url ?? '', max: 1 }) }) })

  /** Runs statements on a separate connection in a transaction that is rolled back. */
  const undone = async <T>(db: Kysely<unknown>, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> => {
    try {
      return await db.connection().execute(async (connection) => {
        await sql`begin`.execute(connection)
        return work(connection).finally(() => sql`rollback`.execute(connection))
      })
    } finally {
      await db.destroy()
    }
  }

  /** Runs statements as the role for requests. */
  const asApp = <T>(setting: readonly [name: string, value: string] | null, work: (db: Kysely<unknown>) => Promise<T>): Promise<T> =>
    undone(app(), async (db) => {
      if (setting) await sql`select set_config(${`larder.${setting[0]}`}, ${setting[1]}, true)`.execute(db)
      return work(db)
    })
  const rowsAffected = async (db: Kysely<unknown>, text: string) => Number((await sql.raw(text).execute(db)).numAffectedRows ?? 0)
  const sampleOfType: Record<string, unknown> = {
    text: 'x',
    bigint: 1,
    smallint: 1,
    integer: 1,
    boolean: true,
    'timestamp with time zone': '2026-11-21',
    bytea: '\\x78',
  }

  /**
   * Tries everything the app's role may do on a row of household A in this table, in one transaction of the owner that is rolled back.
   * Drops
   * the table's checks in it, so that a row can be created without its references.
   */
  async function probe(table: string): Promise<string[]> {
    const { a, b } = seeded
    const key = table === 'households' ? 'id' : 'household_id'
    const mine = `${key} = '${a.id}-row'`
    const findings: string[] = []
    await undone(owner(), async (db) => {
      const run = async (text: string) => sql.raw<Record<string, unknown>>(text).execute(db)
      const refusalOf = async (text: string) => {
        await run('savepoint here')
        const code = await run(text).then(() => 'taken', codeOf)
        await run('rollback to here')
        return code
      }
      const as = async (household: string | null) => {
        await run(`set local role ${appLogin}`)
        await run(`select set_config('larder.household', '${household ?? ''}', true)`)
      }
      await run('set local role none')
      const checks = await run(`select conname from pg_constraint where conrelid = '${table}'::regclass and contype in ('c', 'f')`)
      for (const { conname } of checks.rows) await run(`alter table ${table} drop constraint ${conname}`)
      const columns = await run(
        `select column_name as name, data_type as type from information_schema.columns where table_name = '${table}' and table_schema = 'public'`,
      )
      const row = Object.fromEntries(columns.rows.map(({ name, type }) => [name, sampleOfType[String(type)]]))
      const insert = (values: object) =>
        `insert into ${table} select * from json_populate_record(null::${table}, '${JSON.stringify(values)}')`
      await run(insert({ ...row, [key]: `${a.id}-row` }))
      expect((await run(`select 1 from ${table} where ${mine}`)).rows, `the owner, whom nothing binds, sees ${table}`).toHaveLength(1)

      for (const household of [b.id, '', null]) {
        await as(household)
        const seen = (await run(`select 1 from ${table} where ${mine}`)).rows.length
        const changed = await rowsAffected(db, `update ${table} set ${key} = ${key} where ${mine}`)
        const deleted = await rowsAffected(db, `delete from ${table} where ${mine}`)
        const code = await refusalOf(insert({ ...row, [key]: `${a.id}-other` }))
        if (seen + changed + deleted > 0 || code !== '42501')
          findings.push(`${table} as ${household ?? 'nobody'}: saw ${seen}, changed ${changed}, deleted ${deleted}, insert ${code}`)
      }
      // The role must see its own row, or the zeros above would prove nothing; but it can't move it to another household.
      await as(`${a.id}-row`)
      const own = (await run(`select 1 from ${table} where ${mine}`)).rows.length
      const pushed = await refusalOf(`update ${table} set ${key} = '${b.id}' where ${mine}`)
      if (own !== 1 || pushed !== '42501') findings.push(`${table} as A: sees ${own}, pushes ${pushed}`)
    })
    return findings
  }

  const countOf = async (db: Kysely<unknown>, text: string) => (await sql.raw(text).execute(db)).rows.length
  const codeOf = (error: unknown) => (error as { code?: string }).code

  describe('M-RLS: row-level security', () => {
    let tables: string[] = []
    beforeAll(async () => {
      const all = await tablesOf(database())
      const withColumn = await Promise.all(
        all.map(async (name) => ((await columnsOf(database(), name)).includes('household_id') ? [name] : [])),
      )
      tables = withColumn.flat()
    })

    it('is enabled for every table, except for a short list', async () => {
      const unguarded = await asOwner<{ name: string }>(
        database(),
        `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity) order by 1`,
      )
      expect(unguarded.map(({ name }) => name)).toEqual(Object.keys(withoutPolicies))
      expect(tables.length).toBeGreaterThanOrEqual(7)
      expect(withoutHousehold.filter((name) => tables.includes(name))).toEqual([])
      const others = (await tablesOf(database())).filter((name) => ![...tables, ...withoutHousehold].includes(name))
      expect(others).toEqual(
        [
          'circle_asks',
          'circle_invites',
          'circle_members',
          'circle_news',
          'circles',
          'households',
          'message_targets',
          'migrations',
          'notification_settings',
          'push_devices',
          'deliveries',
          // Of no household until a member enters its code.
          'tablet_pairings',
        ].toSorted(),
      )
    })

    it('shows nothing to a statement without a scope, or in the scope of backups', async () => {
      const all = await tablesOf(database())
      const filled = await Promise.all(
        all.map(async (table) => ((await asOwner(database(), `select 1 from ${table} limit 1`)).length > 0 ? [table] : [])),
      )
      expect(filled.flat()).toEqual(expect.arrayContaining(['users', 'sessions', 'secrets', 'households', 'lots']))
      const seen = async (setting: readonly [string, string] | null) => {
        const counts = await Promise.all(
          all.map((table) =>
            asApp(setting, (db) => countOf(db, `select 1 from ${table} limit 1`)).catch((error) => {
              if (codeOf(error) === '42501' && table in withoutPolicies) return 0
              throw error
            }),
          ),
        )
        return all.filter((_, i) => counts[i] !== 0)
      }
      for (const setting of [null, ['door', 'archive'], ['door', ''], ['household', ''], ['user', '']] as const)
        expect(await seen(setting), `${setting}`).toEqual([])
    })

    it('binds the role for requests: it owns nothing, is a member of nothing, and can’t become another', async () => {
      const refused = async (text: string) =>
        asApp(null, (db) =>
          sql
            .raw(text)
            .execute(db)
            .then(() => 'done', codeOf),
        )
      const [role] = await asApp(
        null,
        async (db) =>
          (
            await sql<{ name: string; can: boolean }>`
        select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication or
          exists (select 1 from pg_auth_members where member = pg_roles.oid) as can from pg_roles where rolname = session_user`.execute(db)
          ).rows,
      )
      expect(role).toEqual({ name: appLogin, can: false })
      expect(await asOwner(database(), `select tablename from pg_tables where tableowner = '${appLogin}'`)).toEqual([])
      // `none` is the login itself.
      expect(
        await asApp(null, async (db) => {
          await sql`select set_config('role', 'none', true)`.execute(db)
          return countOf(db, 'select 1 from lots')
        }),
      ).toBe(0)
      const ownerName = new URL(testApp().config.databaseUrl ?? '').username
      for (const text of [
        'alter table lots no force row level security',
        'alter table lots disable row level security',
        'drop policy household on lots',
        `create policy everything on lots using (true)`,
        `set role ${ownerName}`,
        `set session authorization ${ownerName}`,
        'set role larder_app',
        'create table mine (id text)',
        'create temporary table sessions (id text)',
        'create function mine() returns int language sql as $$ select 1 $$',
        'truncate lots',
        'select * from migrations',
      ])
        expect(await refused(text), text).toMatch(/^(42501|22023)$/)
    })

    it('has a scope for the identity library and one for admins, each for their tables only', async () => {
      const own = withoutHousehold.filter((name) => name !== 'lookups')
      const visible = (scope: string) =>
        asApp(['door', scope], async (db) => {
          const seen: string[] = []
          for (const table of own) if ((await countOf(db, `select 1 from ${table}`)) > 0) seen.push(table)
          return seen
        })
      expect(await visible('identity')).toEqual(expect.arrayContaining(['secrets', 'sessions', 'users']))
      expect(
        (await visible('admin')).filter((name) => ['accounts', 'secrets', 'passkeys', 'two_factors', 'verifications'].includes(name)),
      ).toEqual([])
      expect((await visible('jobs')).filter((name) => !['avatars', 'last_seen', 'server_settings', 'users'].includes(name))).toEqual([])
    })

    it('prevents reads and writes of other households’ rows, and of all rows without a scope', async () => {
      const findings: string[] = []
      for (const table of [...tables, 'households']) findings.push(...(await probe(table)))
      expect(findings).toEqual([])
    })

    it('shows only the rows of a scope', async () => {
      const visible = (setting: readonly [string, string]) =>
        asApp(setting, async (db) => {
          const seen: string[] = []
          for (const table of [...tables, 'households']) if ((await countOf(db, `select 1 from ${table}`)) > 0) seen.push(table)
          return seen.toSorted()
        })
      await seeded.a.people.OWNER.must(addIngredient, { headers: { 'idempotency-key': 'rows' }, body: { name: 'Barley' } })
      expect(await visible(['door', 'invites'])).toEqual(['households'])
      expect(await visible(['door', 'circles'])).toEqual(['borrow_requests', 'circle_households', 'households', 'members', 'offers'])
      expect(await visible(['door', 'sharing'])).toEqual([
        'borrow_requests',
        'circle_households',
        'debts',
        'household_links',
        'households',
        'ingredients',
        'lots',
        'members',
        'offers',
        'reservations',
      ])
      expect(await visible(['door', 'jobs'])).toEqual([
        'answers',
        'circle_households',
        'cursors',
        'household_links',
        'households',
        'imports',
        'members',
        'notifications',
        'webhook_deliveries',
      ])
      // The circles they are in, but only their own households.
      expect(await visible(['user', seeded.a.people.VIEWER.userId])).toEqual([
        'borrow_requests',
        'circle_households',
        'households',
        'members',
        'notifications',
        'offers',
      ])
    })

    it('isolates 1,000 unfiltered reads on the pool, and leaves no scope set', async () => {
      const look = (household: string) =>
        database().read(household as HouseholdId, (q) => q.rows<{ household_id: string }>('select distinct household_id from lots', []))
      for (let round = 0; round < 10; round++) {
        const seen = await Promise.all(
          Array.from({ length: 100 }, async (_, i) => {
            const home = [seeded.a, seeded.b, seeded.c][i % 3] ?? seeded.a
            return [home.id, await look(home.id)] as const
          }),
        )
        for (const [id, rows] of seen) expect(rows).toEqual([{ household_id: id }])
      }
      const withoutHouseholds = await database().read({ user: 'nobody' as UserId }, (q) => q.rows('select 1 from lots', []))
      expect(withoutHouseholds).toEqual([])
    })
  })
}
