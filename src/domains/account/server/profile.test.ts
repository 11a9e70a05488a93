import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import { defaultPreferences, type Preferences, User } from '../contract/index.ts'

let desk: AccountsApp
beforeAll(async () => {
  desk = await openAccountsApp()
})
afterAll(() => desk?.close())

const signedUp = async () => tokenOf(await desk.post('/api/auth/sign-up/email', signUpData()))
const change = (token: string | null, preferences: unknown, headers: Record<string, string> = {}) =>
  desk.app.inject({
    method: 'PATCH',
    url: '/api/users/preferences',
    headers: { ...headers, 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload: JSON.stringify({ preferences }),
  })

const metric: Preferences = {
  massUnit: 'g',
  volumeUnit: 'ml',
  countUnit: 'piece',
  unitDisplay: {
    ...defaultPreferences.unitDisplay,
    regional: 'metric',
    mass: { preferred: 'g', precision: 0 },
    volume: { preferred: 'ml', precision: 0 },
    count: { preferred: 'piece', precision: 0 },
  },
}

describe('the signed-in user', () => {
  test('has the contract’s fields and the default preferences', async () => {
    const me = (await desk.get('/api/users/me', await signedUp())).json()
    expect(User.parse(me)).toEqual(me)
    expect(me).toMatchObject({ firstName: 'Ada', lastName: 'Cook', avatar: null, preferences: defaultPreferences })
    expect(me.createdAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/)
  })

  test('requires a token', async () => {
    expect((await desk.get('/api/users/me')).statusCode).toBe(401)
    expect((await change(null, metric)).statusCode).toBe(401)
  })
})

describe('preferences', () => {
  test('are replaced and stored per user', async () => {
    const [mine, theirs] = [await signedUp(), await signedUp()]
    const response = await change(mine, metric)
    expect([response.statusCode, response.json().preferences]).toEqual([200, metric])
    expect((await desk.get('/api/users/me', mine)).json().preferences).toEqual(metric)
    expect((await desk.get('/api/users/me', theirs)).json().preferences).toEqual(defaultPreferences)
  })

  test('C-08: are not overwritten if they changed since: 412 with the current user', async () => {
    const token = await signedUp()
    const seen = (await desk.get('/api/users/me', token)).headers.etag as string
    expect(seen).toMatch(/^"\d{13}"$/)
    const first = await change(token, metric, { 'if-match': seen })
    expect([first.statusCode, first.json().preferences]).toEqual([200, metric])
    const late = await change(token, defaultPreferences, { 'if-match': seen })
    expect(late.json()).toMatchObject({ status: 412, code: 'changed_meanwhile', current: { preferences: metric } })
    const name = await desk.app.inject({
      method: 'PATCH',
      url: '/api/users/profile',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'if-match': seen },
      payload: '{"firstName":"Eve"}',
    })
    expect([name.statusCode, (await desk.get('/api/users/me', token)).json()]).toMatchObject([
      412,
      { firstName: 'Ada', preferences: metric },
    ])
    const now = (await desk.get('/api/users/me', token)).headers.etag as string
    const both = await Promise.all([
      change(token, defaultPreferences, { 'if-match': now }),
      change(token, defaultPreferences, { 'if-match': now }),
    ])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 412])
  })

  test('use unitDisplay over the three short fields', async () => {
    const token = await signedUp()
    const response = await change(token, { ...metric, massUnit: 'oz', volumeUnit: 'gal', countUnit: 'each' })
    expect(response.json().preferences).toEqual(metric)
  })

  test.each([
    ['an unknown key', { ...metric, theme: 'dark' }],
    ['a unit of another family', { ...metric, unitDisplay: { ...metric.unitDisplay, mass: { preferred: 'ml', precision: 0 } } }],
    ['too many decimals', { ...metric, unitDisplay: { ...metric.unitDisplay, count: { preferred: 'each', precision: 3 } } }],
    ['a part left out', { unitDisplay: metric.unitDisplay }],
    ['nothing', undefined],
  ])('reject %s with 422 and change nothing', async (_what, preferences) => {
    const token = await signedUp()
    expect((await change(token, preferences)).statusCode).toBe(422)
    expect((await desk.get('/api/users/me', token)).json().preferences).toEqual(defaultPreferences)
  })

  test('become the defaults if the stored ones are unreadable', async () => {
    const token = await signedUp()
    await desk.database.identity
      .withTables<{ users: { preferences: string } }>()
      .updateTable('users')
      .set({ preferences: '{"unitDisplay":1}' })
      .execute()
    expect((await desk.get('/api/users/me', token)).json().preferences).toEqual(defaultPreferences)
  })
})

test('two changes of one name each at the same time both count', async () => {
  const token = await signedUp()
  const rename = (payload: object) =>
    desk.app.inject({
      method: 'PATCH',
      url: '/api/users/profile',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      payload: JSON.stringify(payload),
    })
  for (let i = 0; i < 10; i++) {
    const [firstName, lastName] = [`First ${i}`, `Last ${i}`]
    await Promise.all([rename({ firstName }), rename({ lastName })])
    expect((await desk.get('/api/users/me', token)).json()).toMatchObject({ firstName, lastName })
  }
})
