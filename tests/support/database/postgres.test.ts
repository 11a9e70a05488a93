import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, startCluster } from './postgres.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
})
afterAll(() => cluster.stop())

const ask = async (url: string, sql: string) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('a test database sorts by bytes and uses UTF-8', async () => {
  const url = await cluster.createDatabase()
  expect(await ask(url, `select v from unnest(array['b', 'é', 'B', 'a']) v order by v`)).toEqual([
    { v: 'B' },
    { v: 'a' },
    { v: 'b' },
    { v: 'é' },
  ])
  expect(await ask(url, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
})

test('a database is a copy of its template, separate from other copies', async () => {
  const first = await cluster.createDatabase()
  await ask(first, 'create table jar (id int)')
  const second = await cluster.createDatabase(new URL(first).pathname.slice(1))
  await ask(second, 'insert into jar values (1)')
  expect(await ask(first, 'select * from jar')).toEqual([])
  await cluster.dropDatabase(first)
  await expect(ask(first, 'select 1')).rejects.toThrow('does not exist')
})

test('a connection without the password is rejected', async () => {
  const url = new URL(cluster.url('postgres'))
  // No other user may enter the socket's folder.
  expect(statSync(url.searchParams.get('host') ?? '').mode & 0o777).toBe(0o700)
  url.search = ''
  expect(await ask(url.href, 'select 1 as one')).toEqual([{ one: 1 }])
  url.password = 'guess'
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('a cluster whose run was killed is stopped and removed by the next run', async () => {
  const orphaned = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startCluster } from '#tests/support/database/postgres.ts'; console.log((await startCluster()).url('postgres'))`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const url = await new Promise<string>((resolve) => orphaned.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())))
  expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  orphaned.kill('SIGKILL')
  await new Promise((resolve) => orphaned.once('exit', resolve))
  const next = await startCluster()
  await next.stop()
  await expect
    .poll(() =>
      ask(url, 'select 1').then(
        () => 'answers',
        () => 'gone',
      ),
    )
    .toBe('gone')
})
