import { describe, expect, it } from 'vitest'
import { signIn, signUp } from '#domains/account/contract/index.ts'
import { createCalendarLink, createToken } from '#domains/households/contract/access-tokens.ts'
import { listLots } from '#domains/inventory/contract.ts'
import { createPeople, createPerson } from '#tests/support/data/people.ts'
import { openTestApp, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { changeAccount, changeServerSettings, getServerOverview, listAccounts, signOutAccount } from '../contract.ts'

const testApp = useTestApp()

// The first account is the server admin if none is configured.
let first: Person | undefined
const overseer = async () => {
  first ??= await testApp().signUp('Olga')
  return first
}
const setLocked = async (person: Person, isLocked: boolean) =>
  (await overseer()).must(changeAccount, { params: { userId: person.userId }, body: { isLocked } })
const isIn = async (person: Person) => (await person.call(listLots)).status
const enter = ({ email }: Person, password = 'purple kettle 42') =>
  testApp().inject({
    method: 'POST',
    url: signIn.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ email, password }),
  })

describe('a locked account', () => {
  it('has no session, token, calendar or sign-in until it is unlocked, and keeps its data', async () => {
    await overseer()
    const [ben, ada] = [await testApp().signUp('Ben'), await createPerson(testApp(), 'Ada')]
    await testApp().household(ben, ada)
    const params = { id: ben.home ?? '' }
    const { token } = await ben.must(createToken, { params, body: { name: 'Dashboard', scope: 'read' } })
    const { path: calendar } = await ben.must(createCalendarLink, { params })
    const byToken = () =>
      testApp().inject({ method: 'GET', url: listLots.path, headers: { authorization: `Bearer ${token}`, 'x-household-id': params.id } })
    const modes = async () => [await isIn(ben), (await byToken()).status, (await testApp().inject({ method: 'GET', url: calendar })).status]
    expect(await modes()).toEqual([200, 200, 200])

    expect(await setLocked(ben, true)).toMatchObject({ id: ben.userId, lockedAt: expect.stringMatching(/^\d{4}-/), seenAt: null })
    expect(await modes()).toEqual([401, 401, 404])
    expect(await enter(ben)).toMatchObject({ status: 403, body: { code: 'account_locked' } })
    // Only a correct password reveals it.
    expect(await enter(ben, 'not the password')).toMatchObject({ status: 401, body: { code: 'invalid_email_or_password' } })
    expect(await isIn(ada)).toBe(200)
    // Locking it again changes nothing, not even the instant.
    const { lockedAt } = await setLocked(ben, true)
    expect((await (await overseer()).must(listAccounts, { query: { search: ben.email } }))[0]).toMatchObject({ lockedAt })

    expect(await setLocked(ben, false)).toMatchObject({ lockedAt: null })
    // The old session has ended; access tokens work again.
    expect(await modes()).toEqual([401, 200, 200])
    expect((await enter(ben)).status).toBe(200)
  })

  it('rejects a session that began while it was being locked', async () => {
    const [ben] = (await createPeople(testApp(), 1, 'Ben')) as [Person]
    await testApp().household(ben)
    const { identity } = testApp().server.database
    // Simulates a sign-in that checked just before.
    await identity
      .withTables<{ users: { id: string; locked_at: string } }>()
      .updateTable('users')
      .set({ locked_at: new Date().toISOString() })
      .where('id', '=', ben.userId)
      .execute()
    expect(await isIn(ben)).toBe(401)
  })

  it('loses its live streams, including those of access tokens', async () => {
    const ben = await createPerson(testApp(), 'Ben')
    await testApp().household(ben)
    const messages: [topic: string, id: string][] = []
    for (const topic of ['account-locked', 'session-ended']) testApp().server.database.onMessage(topic, (id) => messages.push([topic, id]))
    await setLocked(ben, true)
    await expect.poll(() => messages.map(([topic]) => topic).toSorted()).toEqual(['account-locked', 'session-ended'])
    expect(messages).toContainEqual(['account-locked', ben.userId])
  })

  it('can’t be a server admin’s or a missing one', async () => {
    const olga = await overseer()
    const refused = await olga.call(changeAccount, { params: { userId: olga.userId }, body: { isLocked: true } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'administrator_stays' } })
    const userId = '00000000-0000-4000-8000-000000000000'
    expect(await olga.call(changeAccount, { params: { userId }, body: { isLocked: true } })).toMatchObject({ status: 404 })
    expect(await olga.call(signOutAccount, { params: { userId } })).toMatchObject({ status: 404 })
  })
})

it('ends all of a user’s sessions and no one else’s', async () => {
  const olga = await overseer()
  const [ben, ada] = (await createPeople(testApp(), 2, 'Ben')) as [Person, Person]
  await testApp().household(ben, ada)
  expect((await olga.call(signOutAccount, { params: { userId: ben.userId } })).status).toBe(204)
  expect([await isIn(ben), await isIn(ada)]).toEqual([401, 200])
})

describe('who may sign up', () => {
  const join = (form: object = {}) =>
    testApp().inject({
      method: 'POST',
      url: signUp.path,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({
        email: `new${Math.random()}@kitchen.example`,
        password: 'purple kettle 42',
        firstName: 'Nina',
        lastName: 'New',
        ...form,
      }),
    })

  it('is set on the Server page and applies to the next sign-up', async () => {
    const olga = await overseer()
    expect(await olga.must(getServerOverview)).toMatchObject({ signUp: 'open', isSignUpFixed: false, namesAdministrators: false })
    expect(await olga.must(changeServerSettings, { body: { signUp: 'closed' } })).toEqual({ signUp: 'closed' })
    expect(await join()).toMatchObject({ status: 403, body: { code: 'sign_up_closed' } })
    await olga.must(changeServerSettings, { body: { signUp: 'invite' } })
    expect(await join()).toMatchObject({ status: 403, body: { code: 'sign_up_by_invite' } })
    const { inviteCode } = await testApp().household(await createPerson(testApp()))
    expect((await join({ inviteCode })).status).toBe(200)
    await olga.must(changeServerSettings, { body: { signUp: 'open' } })
    expect((await join()).status).toBe(200)
  })

  it('can’t be changed there if the environment sets it', async () => {
    const { testApp: fixed, close } = await openTestApp({ LARDER_SIGNUP: 'closed' })
    try {
      const olga = await fixed.signUp('Olga')
      expect(await olga.must(getServerOverview)).toMatchObject({ signUp: 'closed', isSignUpFixed: true })
      expect(await olga.call(changeServerSettings, { body: { signUp: 'open' } })).toMatchObject({
        status: 409,
        body: { code: 'sign_up_fixed' },
      })
      await expect(fixed.signUp('Ben')).rejects.toThrow('sign_up_closed')
    } finally {
      await close()
    }
  })
})
