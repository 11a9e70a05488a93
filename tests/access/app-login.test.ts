import pg from 'pg'
import { expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { migratePostgres } from '#platform/server/database/migrate.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { engine } from '#tests/support/server/server-processes.ts'

const databaseUrl = 'postgres://larder:x@localhost/larder'

it('warns if and only if requests share the login that owns the tables', () => {
  const warning = expect.stringContaining('LARDER_APP_DATABASE_URL')
  expect(readConfig({ DATABASE_URL: databaseUrl }).warnings).toEqual([warning])
  expect(readConfig({ DATABASE_URL: databaseUrl, LARDER_APP_DATABASE_URL: 'postgres://larder_app:x@localhost/larder' }).warnings).toEqual(
    [],
  )
  expect(readConfig({}).warnings).toEqual([])
  expect(() => readConfig({ LARDER_APP_DATABASE_URL: databaseUrl })).toThrow('requires DATABASE_URL')
})

if (engine === 'postgres') {
  const as = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return work(client).finally(() => client.end())
  }

  it('refuses to start if the login for requests could become the owner or is for another database', async () => {
    const cluster = sharedCluster()
    const owner = await cluster.createOwned()
    await migratePostgres(owner)
    const superuser = cluster.url(new URL(owner).pathname.slice(1))
    const name = `rising_${new URL(owner).username.slice(6)}`
    const login = Object.assign(new URL(owner), { username: name, password: 'x' }).href
    const open = async (appUrl: string) => (await openPostgres(owner, () => {}, { appUrl })).close()
    await as(superuser, (client) => client.query(`create role ${name} login password 'x'`))
    await open(login)
    for (const rise of ['superuser', 'bypassrls', 'createrole']) {
      await as(superuser, (client) => client.query(`alter role ${name} ${rise}`))
      await expect(open(login), rise).rejects.toThrow('which could act as the owner')
      await as(superuser, (client) => client.query(`alter role ${name} no${rise}`))
    }
    await as(superuser, (client) => client.query(`grant ${new URL(owner).username} to ${name}`))
    await expect(open(login)).rejects.toThrow('which could act as the owner')
    await expect(open(owner)).rejects.toThrow('which could act as the owner')
    await as(superuser, (client) => client.query(`revoke ${new URL(owner).username} from ${name}`))
    await open(login)
    await expect(open(cluster.appUrl(await cluster.createDatabase()))).rejects.toThrow('different databases')
  })

  it('revokes the backup scope from every other role if an earlier release granted it to all', async () => {
    const owner = await sharedCluster().createOwned()
    await migratePostgres(owner)
    const endpoints = () =>
      as(
        owner,
        async (client) =>
          (await client.query(`select distinct roles::text as roles from pg_policies where policyname = 'archive_door'`)).rows,
      )
    await as(owner, (client) =>
      client.query(`drop policy archive_door on lots; create policy archive_door on lots using (larder_door('archive'))`),
    )
    expect(await endpoints()).toHaveLength(2)
    await migratePostgres(owner)
    expect(await endpoints()).toEqual([{ roles: `{${new URL(owner).username}}` }])
  })
}
