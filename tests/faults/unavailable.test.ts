import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { DatabaseUnavailableError } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { ready } from '#platform/shared/system-endpoints.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { notRunHere } from '#tests/support/runner/machine.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { engine, newStore, startServer } from '#tests/support/server/server-processes.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'
import { openDatabaseProxy } from './support/database-proxy.ts'
import { bigLot, expectFullDiskHandling, fillDisk, mountSmallDisk, problem } from './support/full-disk.ts'
import { portOf, Writers } from './support/writers.ts'

/** Connections cut during work; 500 in the long run. */
const maxDrops = Number(process.env['LARDER_DROPPED_CONNECTIONS'] ?? 150)

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function soundFile(folder: string): Promise<void> {
  const database = openSqlite(folder, () => {})
  expect(database.reader.run('PRAGMA integrity_check', []).rows).toMatchObject([{ integrity_check: 'ok' }])
  expect(await brokenInvariants(database)).toEqual([])
  await database.close()
}

if (engine === 'sqlite') {
  describe('a full disk', () => {
    it('F-04 rejects writes with the reason, serves reads, and recovers without a restart', async () => {
      const data = await newStore()
      cleanUps.push(() => data.remove())
      const preload = join(import.meta.dirname, 'support', 'small-disk.ts')
      const server = await data.start({ NODE_OPTIONS: `--import ${preload}`, LARDER_TEST_PAGES: '60' })
      const cook = await signUp(server.url)
      await shareHousehold(cook)
      await expectFullDiskHandling(cook, () => process.kill(server.pid, 'SIGUSR2'))
      expect(await server.stop()).toBe(0)
      await soundFile(data.dataFolder)
    })

    it('F-04 does so on a real full file system, and reports degraded health', async ({ annotate }) => {
      const folder = mkdtempSync(join(tmpdir(), 'larder-test-disk-'))
      cleanUps.push(() => rmSync(folder, { recursive: true }))
      if (!mountSmallDisk(folder)) return notRunHere(annotate, 'this process may not mount a file system')
      cleanUps.push(() => execFileSync('umount', [folder]))
      const server = await startServer({ dataFolder: folder })
      const cook = await signUp(server.url)
      await shareHousehold(cook)
      const makeRoom = fillDisk(folder)
      expect(await cook.must(ready)).toMatchObject({ status: 'degraded' })
      await expectFullDiskHandling(cook, makeRoom)
      fillDisk(folder)
      expect(await server.stop()).toBe(0)
      rmSync(join(folder, 'ballast'))
      await soundFile(folder)
    })
  })

  describe('a disk whose sync failed', () => {
    it('F-05 rejects writes with the reason, serves reads, and reports degraded health until the next start', async () => {
      const data = await newStore()
      cleanUps.push(() => data.remove())
      const sign = join(data.dataFolder, 'sync-fails')
      const server = await data.start({
        NODE_OPTIONS: `--import ${join(import.meta.dirname, 'support', 'failing-sync.ts')}`,
        LARDER_TEST_SYNC_FAILS: sign,
      })
      const cook = await signUp(server.url)
      await shareHousehold(cook)
      await cook.must(addLot, { body: bigLot })
      expect(await cook.must(ready)).toEqual({ status: 'ok' })
      writeFileSync(sign, '')
      expect(await cook.call(addLot, { body: bigLot })).toMatchObject(problem(503, 'disk_failed'))
      rmSync(sign)
      // A later successful sync doesn't prove that the failed one's data was written.
      expect(await cook.call(addLot, { body: bigLot })).toMatchObject(problem(503, 'disk_failed'))
      expect(await cook.must(ready)).toEqual({ status: 'degraded', reason: expect.stringContaining('until the next start') })
      const there = ((await cook.must(listLots, { query: {} })) as unknown[]).length
      expect(there).toBeGreaterThan(0)
      expect(await server.stop()).toBe(0)
      await soundFile(data.dataFolder)
    })
  })

  describe('a file system that turned read-only', () => {
    it('F-05 rejects writes with the reason, serves reads, reports degraded health, and recovers without a restart', async () => {
      const data = await newStore()
      cleanUps.push(() => data.remove())
      const server = await data.start({ NODE_OPTIONS: `--import ${join(import.meta.dirname, 'support', 'read-only.ts')}` })
      const cook = await signUp(server.url)
      await shareHousehold(cook)
      await cook.must(addLot, { body: bigLot })
      process.kill(server.pid, 'SIGUSR2')
      await expect.poll(() => cook.call(addLot, { body: bigLot })).toMatchObject(problem(503, 'unavailable'))
      const shown = async () => ((await cook.must(listLots, { query: {} })) as unknown[]).length
      const there = await shown()
      process.kill(server.pid, 'SIGUSR2')
      await expect.poll(async () => (await cook.call(addLot, { body: bigLot })).status).toBe(201)
      expect(await shown()).toBe(there + 1)
      renameSync(data.dataFolder, `${data.dataFolder}-gone`)
      try {
        expect(await cook.must(ready)).toEqual({ status: 'degraded', reason: 'The data folder cannot be written.' })
      } finally {
        renameSync(`${data.dataFolder}-gone`, data.dataFolder)
      }
      expect(await cook.must(ready)).toEqual({ status: 'ok' })
      expect(await server.stop()).toBe(0)
      await soundFile(data.dataFolder)
    })
  })
} else {
  describe('an unresponsive database', () => {
    const silentTabChannel = { statementMs: 3_000, askMs: 200, answerMs: 3_000 }

    it('is reported as unavailable, and used and listened to again once reachable', async () => {
      const url = await sharedCluster().createMigrated()
      cleanUps.push(() => sharedCluster().dropDatabase(url))
      const proxy = await openDatabaseProxy(url)
      cleanUps.push(() => proxy.close())
      const logged: string[] = []
      const database = await openPostgres(proxy.url, (line) => logged.push(line), silentTabChannel)
      cleanUps.push(() => database.close())
      const other = await openPostgres(url, () => {})
      cleanUps.push(() => other.close())
      let received = 0
      database.onMessage('test', () => {
        received += 1
      })
      const read = () => database.read({ crossHousehold: 'jobs' }, (q) => q.rows('select 7 as seven', []))
      const receives = async () => {
        const before = received
        await other.publish('test', 'hello')
        await pause(50)
        return received > before
      }
      await expect.poll(receives).toBe(true)
      expect(await read()).toEqual([{ seven: 7 }])

      proxy.dropTraffic()
      await expect(read()).rejects.toMatchObject({ constructor: DatabaseUnavailableError, reason: 'connection' })
      await expect.poll(() => logged.join()).toContain('database notifications lost')
      proxy.resume()
      await expect.poll(() => read().catch(() => null)).toEqual([{ seven: 7 }])
      await expect.poll(receives).toBe(true)
    })
  })

  describe('a database whose connections break', () => {
    it('F-07 right after a commit: returns the first result for the same key, and does nothing twice', async () => {
      const { query } = pg.Client.prototype
      const hasLogged = new WeakSet<pg.Client>()
      let breaks = 0
      pg.Client.prototype.query = function broken(this: pg.Client, ...given: unknown[]) {
        const answer: unknown = Reflect.apply(query, this, given)
        const [first] = given
        const text = typeof first === 'string' ? first : String((first as { text?: string }).text)
        if (/insert into\s+"?changes/i.test(text)) hasLogged.add(this)
        // A connection serves many transactions: jobs commit on it too.
        const commitsChange = text === 'commit' && hasLogged.delete(this)
        if (!commitsChange || breaks === 0 || !(answer instanceof Promise)) return answer
        breaks--
        return answer.then(() => {
          throw new Error('Connection terminated unexpectedly')
        })
      } as typeof query
      cleanUps.push(() => {
        pg.Client.prototype.query = query
      })
      const { testApp, close } = await openTestApp()
      cleanUps.push(close)
      const cook = await testApp.person()
      await testApp.household(cook)
      const add = () => cook.call(addLot, { body: bigLot, headers: { 'idempotency-key': 'one-bag-of-flour' } })
      breaks = 1
      expect(await add()).toMatchObject(problem(503, 'unavailable'))
      expect(breaks).toBe(0)
      const [first, again] = [await add(), await add()]
      expect([first.status, again.text]).toEqual([201, first.text])
      expect(await cook.must(listLots)).toHaveLength(1)
    })

    it('F-06 responds 503 or completes the work, and recovers requests and streams without help', async () => {
      const data = await newStore()
      cleanUps.push(() => data.remove())
      const server = await data.start()
      const people = new Writers()
      await people.begin(server.url)
      const watcher = await signUp(server.url, 'Ben')
      await shareHousehold(watcher)
      const stream = await openStream(watcher)

      const url = await data
        .look((database) => asOwner<{ name: string }>(database, 'select current_database() as name'))
        .then(([row]) => row?.name ?? '')
      const admin = new pg.Client({ connectionString: sharedCluster().url('postgres') })
      await admin.connect()
      const { promise: stopped, resolve } = Promise.withResolvers<void>()
      const writing = people.write(portOf(server.url), 16, stopped)
      for (let drops = 0; drops < maxDrops; await pause(50)) {
        const { rows } = await admin.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid() order by random() limit 4`,
          [url],
        )
        drops += rows.length
      }
      resolve()
      const refused = await writing
      await admin.end()
      expect(new Set(refused)).toEqual(new Set([503]))

      await people.repeat(portOf(server.url))
      await watcher.must(addLot, { body: bigLot })
      await stream.next((frame) => frame.event === 'item.added')
      stream.close()
      expect(await server.stop()).toBe(0)
      const [verdict, broken] = await data.look(
        async (database) => [await people.judge(database), await brokenInvariants(database)] as const,
      )
      expect(verdict).toMatchObject({ lost: [], torn: [], storedUnacknowledged: 0 })
      expect(broken).toEqual([])
    })
  })
}
