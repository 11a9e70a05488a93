import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { listLots } from '#domains/inventory/contract.ts'
import { DatabaseUnavailableError, type Reader } from '#platform/server/database/index.ts'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import { asOwner, brokenInvariants } from '#tests/support/database/invariants.ts'
import { sharedCluster } from '#tests/support/database/postgres.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'
import { newStore } from '#tests/support/server/server-processes.ts'
import { portOf, Writers } from './support/writers.ts'

/** Longer than anyone waits for a pooled connection. */
const heldMs = 12_000
/** Far above that wait, and half of the time a dead connection may take. */
const maxWaitMs = 30_000

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** Connects as a role that may lock any table of the database at `url`. */
async function holderAt(url: string) {
  const holder = new pg.Client({ connectionString: url })
  await holder.connect()
  cleanUps.push(() => holder.end())
  return holder
}

describe('a database at its limits', () => {
  it('F-06 with a locked table and all connections waiting for it: responds 503 in time, then recovers and loses nothing', async () => {
    const store = await newStore()
    cleanUps.push(() => store.remove())
    const server = await store.start()
    const people = new Writers()
    await people.begin(server.url)
    const cook = await signUp(server.url)
    await shareHousehold(cook)
    const [name] = await store.look((database) => asOwner<{ name: string }>(database, 'select current_database() as name'))
    const holder = await holderAt(sharedCluster().url(name?.name ?? ''))
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
    const writing = people.write(portOf(server.url), 8, stopped)

    await holder.query('begin; lock table lots in access exclusive mode')
    const reads = Array.from({ length: 40 }, async () => {
      const began = performance.now()
      const { status, headers } = await cook.call(listLots)
      return { status, again: Number(headers.get('retry-after')), waitedMs: performance.now() - began }
    })
    await pause(heldMs)
    await holder.query('commit')
    const answers = await Promise.all(reads)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, again } of refused) expect([status, again >= 1 && again <= 5]).toEqual([503, true])
    expect(Math.max(...answers.map(({ waitedMs }) => waitedMs))).toBeLessThan(maxWaitMs)

    await cook.must(listLots)
    stop()
    expect((await writing).filter((status) => status !== 503)).toEqual([])
    await people.repeat(portOf(server.url))
    expect(await server.stop()).toBe(0)
    const [verdict, broken] = await store.look(
      async (database) => [await people.judge(database), await brokenInvariants(database)] as const,
    )
    expect(verdict).toMatchObject({ lost: [], torn: [], storedUnacknowledged: 0 })
    expect(broken).toEqual([])
  })

  it.each<[limit: string, ms: number, work: (q: Reader) => Promise<unknown>]>([
    ['idle_in_transaction_session_timeout', 20, (q) => pause(300).then(() => q.rows('select 1', []))],
    ['statement_timeout', 50, (q) => q.rows('select pg_sleep(5)', [])],
    ['lock_timeout', 50, (q) => q.rows('select count(*) from lots', [])],
  ])('F-06 at a %s of %i ms: reports unavailable, not a failure, and does the next work', async (limit, ms, work) => {
    const url = await sharedCluster().createMigrated()
    cleanUps.push(() => sharedCluster().dropDatabase(url))
    const database = await openPostgres(url, () => {})
    cleanUps.push(() => database.close())
    const holder = await holderAt(url)
    await holder.query('begin; lock table lots in access exclusive mode')
    const limited = database.read({ crossHousehold: 'jobs' }, async (q) => {
      await q.rows('select set_config(?, ?, true)', [limit, String(ms)])
      await work(q)
    })
    await expect(limited).rejects.toMatchObject({ constructor: DatabaseUnavailableError, reason: 'connection' })
    await holder.query('commit')
    expect(await database.read({ crossHousehold: 'jobs' }, (q) => q.rows('select count(*) as lots from lots', []))).toEqual([{ lots: 0 }])
  })
})
