import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openPostgres } from '#platform/server/database/postgres/database.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { createAppWithContext, endpointContextOf } from '#tests/support/server/http-app.ts'
import { engine } from '#tests/support/server/server-processes.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { createToken } from '../contract/access-tokens.ts'
import { listMembers, removeMember } from '../contract/index.ts'
import { liveStreamAccess } from './index.ts'

const testApp = useTestApp()
const sql = <Row>(text: string) => asOwner<Row>(testApp().server.database, text)

it('keeps the subscribers with a valid session or token in their own household', async () => {
  const people = (await createPeople(testApp(), 6)) as [Person, Person, Person, Person, Person, Person]
  const [ana, ben, locked, removed, late, stranger] = people
  const { id: here } = await testApp().household(ana, ben, locked, removed, late)
  const { id: there } = await testApp().household(stranger)
  await openSession(testApp().server.database, late.userId, -1000)
  const token = async (person: Person, id: string) =>
    (await person.must(createToken, { params: { id }, body: { name: 'Shelf', scope: 'read' } })).id
  const [key, keyOfLocked, keyThere] = [await token(ana, here), await token(locked, here), await token(stranger, there)]
  await sql(`update users set locked_at = '2031-05-04T12:00:00.000Z' where id = '${locked.userId}'`)
  await ana.must(removeMember, { params: { id: here, userId: removed.userId } })

  const sessions = async ({ userId }: Person) =>
    (await sql<{ id: string }>(`select id from sessions where user_id = '${userId}' order by expires_at`)).map(({ id }) => id)
  const [ofLate] = await sessions(late)
  const cases: [who: string, sessionId: string | undefined, householdId: string, stays: boolean][] = [
    ['a member', (await sessions(ana))[0], here, true],
    ['another member', (await sessions(ben))[0], here, true],
    ['a member elsewhere', (await sessions(ana))[0], there, false],
    ['a member of the other', (await sessions(stranger))[0], there, true],
    ['a stranger', (await sessions(stranger))[0], here, false],
    ['a token', key, here, true],
    ['a token elsewhere', key, there, false],
    ['a token of the other', keyThere, there, true],
    ['a locked user', (await sessions(locked))[0], here, false],
    ['a token of a locked user', keyOfLocked, here, false],
    ['a removed member', (await sessions(removed))[0], here, false],
    ['an ended session', ofLate, here, false],
    ['an unknown session', 'no-session', here, false],
  ]
  const watching = cases.map(([who, sessionId, householdId]) => ({
    who,
    sessionId: String(sessionId),
    householdId: householdId as HouseholdId,
  }))
  const ids = [here, there] as HouseholdId[]
  const { database } = testApp().server
  const still = await database.read(ids, (q) => liveStreamAccess(database).filterAllowed(q, watching))
  expect([...still].map(({ who }) => who)).toEqual(cases.filter(([, , , stays]) => stays).map(([who]) => who))
})

describe('F-10: a process with a wrong clock', () => {
  const hourMs = 3_600_000
  // Ended sessions would be deleted during the test.
  beforeAll(() => testApp().server.jobs.close())
  afterEach(() => void vi.useRealTimers())

  it.each([1, 24, -1, -24])('starts and ends sessions by the database’s clock if it is %s hours off', async (hours) => {
    const [ana] = (await createPeople(testApp(), 1)) as [Person]
    const { id } = await testApp().household(ana)
    const { database } = testApp().server
    const soon = await openSession(database, ana.userId, 30 * 60_000)
    const over = await openSession(database, ana.userId, -30 * 60_000)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * hourMs })
    // SQLite has a single process, so there is no other clock.
    const its = engine === 'postgres' ? await openPostgres(testApp().config.databaseUrl ?? '', () => {}) : database
    const app = await createAppWithContext(
      testApp(),
      await endpointContextOf({ ...testApp(), server: { ...testApp().server, database: its } }),
    )
    try {
      const statusFor = async (token: string) =>
        (await app.inject({ method: 'GET', url: listMembers.path.replace('{id}', id), headers: { authorization: `Bearer ${token}` } }))
          .statusCode
      const expectedOk = (isOver: boolean) => (engine === 'postgres' ? !isOver : hours < 0)
      expect([await statusFor(soon), await statusFor(over)]).toEqual([expectedOk(false) ? 200 : 401, expectedOk(true) ? 200 : 401])

      const sessions = await sql<{ id: string }>(`select id from sessions where user_id = '${ana.userId}' order by expires_at`)
      const watching = sessions.map((session) => ({ sessionId: session.id, householdId: id as HouseholdId }))
      const still = await its.read(id as HouseholdId, (q) => liveStreamAccess(its).filterAllowed(q, watching))
      expect(watching.map((one) => still.has(one))).toEqual([expectedOk(true), expectedOk(false), true])

      const before = its.now().getTime()
      const { userId } = await testApp().signUp()
      const [begun] = await sql<{ expires_at: string | Date }>(`select expires_at from sessions where user_id = '${userId}'`)
      const lasts = new Date(begun?.expires_at ?? 0).getTime() - before
      expect(lasts).toBeGreaterThan(8 * 24 * hourMs - 60_000)
      expect(lasts).toBeLessThan(8 * 24 * hourMs + 60_000)
      expect(Math.abs(before - Date.now()) > 30 * 60_000).toBe(engine === 'postgres')
    } finally {
      await app.close()
      if (its !== database) await its.close()
    }
  })
})
