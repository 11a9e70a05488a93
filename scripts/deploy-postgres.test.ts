import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratePostgres } from '#platform/server/database/migrate.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { type Cluster, startCluster } from '#tests/support/database/postgres.ts'

const script = join(import.meta.dirname, '../deploy/postgres-roles.sh')
let cluster: Cluster | undefined
beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)
afterAll(() => cluster?.stop())

async function asked(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

it('runs with the compose file’s roles: neither is a superuser, and requests can neither change a table nor become the owner', async () => {
  const admin = new URL(cluster?.url('postgres') ?? '')
  // The image's superuser is called postgres; in tests the owner needs that name.
  await asked(admin.href, `create role postgres superuser login password '${admin.password}'`)
  admin.username = 'postgres'
  await asked(admin.href, 'alter role larder rename to first')
  const { status, stderr } = spawnSync(script, {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      PGHOST: admin.hostname,
      PGPORT: admin.port,
      PGPASSWORD: admin.password,
      POSTGRES_USER: admin.username,
      POSTGRES_OWNER_PASSWORD: 'owners',
      POSTGRES_APP_PASSWORD: 'apps',
    },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  // Over TCP, as between containers: every login needs its password.
  const address = (login: string, password: string) => `postgres://${login}:${password}@127.0.0.1:${admin.port}/larder`
  const [owner, app] = [address('larder', 'owners'), address('larder_app', 'apps')]
  await migratePostgres(owner)
  const database = await openPostgres(owner, () => {}, { appUrl: app })
  try {
    await database.ping()
  } finally {
    await database.close()
  }
  const client = new pg.Client({ connectionString: app })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select rolname from pg_roles where rolname in ('larder', 'larder_app') and not (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb) order by 1`,
    )
    expect(rows).toEqual([{ rolname: 'larder' }, { rolname: 'larder_app' }])
    for (const text of [
      'alter table lots no force row level security',
      'drop policy household on lots',
      'set role larder',
      'create table mine (id text)',
      'create temporary table sessions (id text)',
    ])
      await expect(client.query(text), text).rejects.toMatchObject({ code: '42501' })
    expect((await client.query('select * from households')).rows).toEqual([])
  } finally {
    await client.end()
  }
})
