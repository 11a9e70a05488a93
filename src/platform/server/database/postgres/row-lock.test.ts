import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, it, vi } from 'vitest'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { useSecondServer, useTestApp } from '#tests/support/server/test-app.ts'
import { openPostgres } from './database.ts'

const testApp = useTestApp()
const second = useSecondServer(testApp)
afterEach(() => vi.restoreAllMocks())

const nameOf = async (tx: Transaction, id: string) =>
  (await tx.rows<{ name: string }>('select name from households where id = ?', [id]))[0]?.name
const rename = (tx: Transaction, id: string, name: string) => tx.rows('update households set name = ? where id = ?', [name, id])

/**
 * Runs read-then-write transactions, alternating between the databases, each of which awaits `beforeWriting`. Returns how many of the writes
 * survive.
 */
async function keptThrough(databases: readonly Database[], count: number, beforeWriting: () => Promise<unknown>): Promise<number> {
  const { id } = await testApp().household(await testApp().person())
  const write = <T>(i: number, work: (tx: Transaction) => Promise<T>) =>
    (databases[i % databases.length] as Database).write(id as HouseholdId, 'count', work)
  await write(0, (tx) => rename(tx, id, '0'))
  await Promise.all(
    Array.from({ length: count }, (_, i) =>
      write(i, async (tx) => {
        const before = Number(await nameOf(tx, id))
        await beforeWriting()
        await rename(tx, id, String(before + 1))
      }),
    ),
  )
  return Number(await write(0, (tx) => nameOf(tx, id)))
}

it('serializes writers of one household across processes', async () => {
  expect(await keptThrough([testApp().server.database, second.server().database], 40, turn)).toBe(40)
})

if (process.env['LARDER_TEST_ENGINE'] === 'postgres')
  it("twin: loses a write where the row isn't locked first", async () => {
    const { query } = pg.Client.prototype
    const unlocked = function (this: pg.Client, text: unknown, ...rest: unknown[]) {
      return Reflect.apply(query, this, [
        typeof text === 'string' ? text.replace(/select larder_lock_households[^;]+;/, '') : text,
        ...rest,
      ])
    }
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(unlocked as typeof query)
    const url = testApp().config.databaseUrl ?? ''
    const databases = await Promise.all([openPostgres(url, () => {}), openPostgres(url, () => {})])
    const bothHaveRead = Promise.withResolvers<void>()
    let readers = 0
    const untilBothHaveRead = () => {
      readers += 1
      if (readers === databases.length) bothHaveRead.resolve()
      return bothHaveRead.promise
    }
    try {
      expect(await keptThrough(databases, databases.length, untilBothHaveRead)).toBe(1)
    } finally {
      await Promise.all(databases.map((database) => database.close()))
    }
  })
