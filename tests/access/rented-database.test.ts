import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createCircle, listMyCircles } from '#domains/circles/contract.ts'
import { listHistory } from '#domains/households/contract/index.ts'
import { listLots, useLot } from '#domains/inventory/contract.ts'
import { generateList } from '#domains/shopping/contract/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { applyPostgres, migratePostgres } from '#platform/server/database/migrate.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { ensureAppRole } from '#platform/server/database/postgres/role.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { addSomeLot, openTestApp } from '#tests/support/server/test-app.ts'

it('enforces row-level security in a database whose owner is a plain role', async () => {
  const { testApp, close } = await openTestApp(engine === 'postgres' ? { DATABASE_URL: await sharedCluster().createOwned() } : {})
  try {
    const [ana, ben, cleo] = [await testApp.person('Ana'), await testApp.person('Ben'), await testApp.person('Cleo')]
    await testApp.household(ana, ben)
    await testApp.household(cleo)
    const lot = await addSomeLot(ana)
    await ben.must(useLot, { params: { id: lot.id }, body: { quantity: 0.5 } })
    expect(await ana.must(listLots)).toMatchObject([{ id: lot.id, quantity: 1.5 }])
    expect((await ana.must(listHistory, { query: {} })).length).toBeGreaterThan(1)
    await ana.must(generateList)
    await ana.must(createCircle, { body: { name: 'The street' } })
    expect(await ana.must(listMyCircles)).toHaveLength(1)
    expect(await cleo.must(listMyCircles)).toEqual([])
    expect((await cleo.call(listLots, { household: ana.home })).status).toBe(404)
    const unscoped = await testApp.server.database.identity.withTables<{ lots: { id: string } }>().selectFrom('lots').select('id').execute()
    expect(unscoped).toHaveLength(engine === 'postgres' ? 0 : 1)
  } finally {
    await close()
  }
})

if (engine === 'postgres') {
  const as = async (url: string, work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await work(client).finally(() => client.end())
  }

  it('ends old invite codes in an upgrade by a plain owner, and restores every policy', async () => {
    const url = await sharedCluster().createOwned()
    await as(url, async (client) => {
      const steps = readdirSync(join(import.meta.dirname, '../../migrations')).map((file) => file.replace(/(\.postgres)?\.sql$/, ''))
      await applyPostgres(
        client,
        [...new Set(steps)].filter((name) => name < '0030'),
      )
      await client.query(`begin; select set_config('larder.household', 'h', true)`)
      await client.query(`insert into users (id, name, email, email_verified, first_name, last_name, preferences, created_at, updated_at)
        values ('u', 'U', 'u@kitchen.example', true, 'U', 'U', '{}', now(), now())`)
      await client.query(`insert into households (id, name, time_zone, currency, invite_hash, invite_box, seq, version, created_at)
        values ('h', 'H', 'UTC', 'USD', 'old hash', 'box', 0, 1, '2026-01-01T00:00:00.000Z')`)
      await client.query(
        `insert into members (household_id, user_id, role, joined_at) values ('h', 'u', 'MEMBER', '2026-01-01T00:00:00.000Z')`,
      )
      await client.query(`insert into webhooks (household_id, id, url, secret_box, created_by, created_at)
        values ('h', 'w', 'https://example.org', 'box', 'u', '2026-01-01T00:00:00.000Z')`)
      await client.query('commit')
    })
    await migratePostgres(url)
    await as(url, async (client) => {
      const walls = await client.query(`select relname from pg_class where relkind = 'r' and relrowsecurity <> relforcerowsecurity`)
      expect(walls.rows).toEqual([])
      await client.query(`begin; select set_config('larder.household', 'h', true)`)
      expect((await client.query('select invite_hash from households')).rows).toEqual([{ invite_hash: 'ended h' }])
      expect((await client.query('select id from webhooks')).rows).toEqual([])
    })
  })

  /** Creates a database whose owner is a plain role that may act as `larder_app`, which a superuser created. */
  async function createHanded(): Promise<{ url: string; owner: string }> {
    const url = await sharedCluster().createOwned()
    const owner = new URL(url).username
    const superuser = sharedCluster().url('postgres')
    const role = await ensureAppRole(superuser)
    await as(superuser, (client) => client.query(`grant ${role} to ${owner}`))
    return { url, owner }
  }

  it('works as a granted role, which owns no table and is bound by every policy', async () => {
    const { url, owner } = await createHanded()
    expect(await ensureAppRole(url)).toBe('larder_app')
    const { testApp, close } = await openTestApp({ DATABASE_URL: url })
    try {
      const [ana, cleo] = [await testApp.person('Ana'), await testApp.person('Cleo')]
      await testApp.household(ana)
      await testApp.household(cleo)
      const lot = await addSomeLot(ana)
      expect(await ana.must(listLots)).toMatchObject([{ id: lot.id }])
      expect((await cleo.call(listLots, { household: ana.home })).status).toBe(404)
      const { identity } = testApp.server.database
      const { rows } = await sql<{ owner: string; me: string }>`
        select distinct tableowner as owner, current_user as me from pg_tables where schemaname = 'public'`.execute(identity)
      expect(rows).toEqual([{ owner, me: 'larder_app' }])
      for (const lifting of ['alter table lots no force row level security', 'drop policy household on lots', 'drop table ledger'])
        await expect(sql.raw(lifting).execute(identity)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await close()
    }
  })

  it('rejects a role of that name that isn’t granted, or that bypasses policies', async () => {
    expect(await ensureAppRole(await sharedCluster().createOwned())).toBeNull()
    const { url } = await createHanded()
    const superuser = sharedCluster().url('postgres')
    await as(superuser, (client) => client.query('alter role larder_app bypassrls'))
    try {
      await expect(ensureAppRole(url)).rejects.toThrow('passes row-level security by')
      await expect(ensureAppRole(superuser)).rejects.toThrow('passes row-level security by')
    } finally {
      await as(superuser, (client) => client.query('alter role larder_app nobypassrls'))
    }
  })

  /** Returns the role of a pooled connection, and how many households it sees without a scope. */
  async function seenBy(database: Database): Promise<{ role: string; seen: number; timeout: string }> {
    const { rows } = await sql<{ role: string; seen: number; timeout: string }>`
      select current_user as role, (select count(*) from households) as seen, current_setting('statement_timeout') as timeout
    `.execute(database.identity)
    return rows[0] ?? { role: '', seen: -1, timeout: '' }
  }

  it('keeps the URL’s options, which don’t bypass policies', async () => {
    const { testApp, close } = await openTestApp()
    const url = testApp.config.databaseUrl ?? ''
    const superuser = decodeURIComponent(new URL(url).username)
    try {
      await testApp.household(await testApp.person('Ana'))
      for (const options of ['-c statement_timeout=4321', `-c role=${superuser} -c statement_timeout=4321`]) {
        const database = await openPostgres(`${url}&application_name=test&options=${encodeURIComponent(options)}`, () => {})
        try {
          expect(await seenBy(database)).toEqual({ role: 'larder_app', seen: 0, timeout: '4321ms' })
        } finally {
          await database.close()
        }
      }
    } finally {
      await close()
    }
  })

  it('doesn’t start without a role bound by row-level security', async () => {
    const url = await sharedCluster().createMigrated()
    await ensureAppRole(url)
    const database = await openPostgres(url, () => {})
    const admin = (text: string) => asOwner(database, text)
    const unbound = expect.objectContaining({ message: expect.stringContaining('Row-level security does not bind the role larder_app') })
    try {
      await admin('alter role larder_app bypassrls')
      await expect(openPostgres(url, () => {})).rejects.toThrow('passes row-level security by')
      const attempts = await Promise.allSettled(Array.from({ length: 4 }, () => seenBy(database)))
      expect(attempts.filter(({ status }) => status === 'rejected').map((answer) => 'reason' in answer && answer.reason)).toContainEqual(
        unbound,
      )
    } finally {
      await admin('alter role larder_app nobypassrls')
      await database.close()
    }
  })

  it('gives every process its role if several start at once, on one database and on others of the cluster', async () => {
    const databases = await Promise.all(Array.from({ length: 3 }, () => sharedCluster().createMigrated()))
    const roles = await Promise.all(Array.from({ length: 24 }, (_, i) => ensureAppRole(databases[i % 3] ?? '')))
    expect(new Set(roles)).toEqual(new Set(['larder_app']))
  })

  it('retries after losing a deadlock', async () => {
    const url = await sharedCluster().createMigrated()
    await as(url, async (rival) => {
      const { rows: tables } = await rival.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by ctid`,
      )
      const [first, last] = [tables.at(0)?.name, tables.at(-1)?.name]
      await rival.query('begin')
      await rival.query(`grant select on ${last} to public`)
      const role = ensureAppRole(url)
      const waiting = 'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
      await expect.poll(async () => (await rival.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
      // PostgreSQL looks for deadlocks after a second, in the process that waited first.
      await rival.query(`grant select on ${first} to public`)
      await rival.query('rollback')
      expect(await role).toBe('larder_app')
    })
  })
}
