import { expect, it } from 'vitest'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()

it("doesn't report a write as done if one of its statements failed and the work ignored it", async () => {
  const { database } = testApp().server
  const ana = await testApp().person()
  const { id } = await testApp().household(ana)
  const renamed = async () =>
    (
      await database.identity
        .withTables<{ households: { id: string; name: string } }>()
        .selectFrom('households')
        .select('name')
        .where('id', '=', id)
        .execute()
    )[0]?.name
  const before = await renamed()
  const writing = database.write(id as HouseholdId, 'a name', async (tx) => {
    await tx.rows('update households set name = ? where id = ?', ['Lost', id])
    await tx.rows('select 1 from nowhere', []).catch(() => {})
  })
  // SQLite undoes only the failed statement.
  const outcome = await writing.then(
    () => 'done',
    () => 'refused',
  )
  expect([outcome, await renamed()]).toEqual(database.engine === 'postgres' ? ['refused', before] : ['done', 'Lost'])
})
