import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { createHousehold, refreshInvite } from '../contract/index.ts'

const testApp = useTestApp()

it('stores no readable invite code, not even in stored responses, and still replays it', async () => {
  const ana = await testApp().person('Ana')
  const headers = { 'idempotency-key': 'first' }
  const household = await ana.must(createHousehold, { body: { name: 'Elm Street' }, headers })
  const { inviteCode } = await ana.must(refreshInvite, { params: { id: household.id }, headers: { 'idempotency-key': 'second' } })
  expect(await ana.must(createHousehold, { body: { name: 'Elm Street' }, headers })).toEqual(household)

  const { identity, engine } = testApp().server.database
  const scoped = (id: string) => testApp().server.database.read(id as never, (q) => q.rows<object>('select * from answers', []))
  const rows = [
    ...(await scoped(household.id)),
    ...(engine === 'sqlite' ? (await sql`select * from answers`.execute(identity)).rows : []),
    ...(await testApp().server.database.read(household.id as never, (q) => q.rows<object>('select * from households', []))),
  ]
  expect(rows.length).toBeGreaterThan(1)
  const text = JSON.stringify(rows)
  expect(text).not.toContain(inviteCode)
  expect(text).not.toContain(household.inviteCode)
})
