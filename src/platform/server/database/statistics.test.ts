import { expect, it, vi } from 'vitest'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'

it('updates the statistics of a table after a large import, where plans depend on them', async () => {
  const { testApp, close } = await openTestApp()
  const { database } = testApp.server
  try {
    const rows = Array.from({ length: 600 }, (_, i) => `('test', '${i}', '2030-01-01T00:00:00.000Z')`).join(', ')
    await asOwner(database, `insert into lookups (source, code, expires_at) values ${rows}`)
    if (database.engine === 'postgres') {
      const known = async () => {
        const [row] = await asOwner<{ rows: number }>(database, `select reltuples as rows from pg_class where relname = 'lookups'`)
        return row?.rows
      }
      expect(await known()).toBe(-1)
      // An idle connection reports what it wrote after ten seconds, a busy one after one.
      await vi.waitFor(
        async () => {
          await database.refreshStatistics()
          expect(await known()).toBe(600)
        },
        { timeout: 60_000, interval: 250 },
      )
    } else {
      await database.refreshStatistics()
      const plan = await asOwner<{ detail: string }>(
        database,
        `explain query plan select * from lots where household_id = 'a' and id in ('b', 'c') and state = 'active'`,
      )
      expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('(household_id=? AND id=?)')])
    }
  } finally {
    await close()
  }
})
