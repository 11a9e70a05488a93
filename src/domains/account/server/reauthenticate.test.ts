import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/support/browser/second-factors.ts'
import { openSession } from '#tests/support/data/accounts.ts'
import { type AccountsApp, credentialsOf, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'

const origin = 'https://larder.test'
const page = { origin, host: 'larder.test' }
let desk: AccountsApp
beforeAll(async () => {
  desk = await openAccountsApp({ publicUrl: origin })
})
afterAll(() => desk?.close())

const as = (token: string) => ({ ...page, authorization: `Bearer ${token}` })
async function person() {
  const form = signUpData()
  const answer = await desk.post('/api/auth/sign-up/email', form)
  return { ...form, token: tokenOf(answer), userId: answer.json().user.id as string }
}
/** Creates a session whose user authenticated half an hour ago. */
const oldSession = ({ userId }: { userId: string }) => openSession(desk.database, userId, undefined, new Date(Date.now() - 30 * 60_000))
async function addKey(who: { token: string; password: string }, key = createAuthenticator(origin)) {
  const { options, challenge } = (await desk.post('/api/passkeys/options', { password: who.password }, as(who.token))).json()
  const added = await desk.post('/api/passkeys', { challenge, name: 'Phone', response: key.make(options.challenge) }, as(who.token))
  return { key, id: added.json().id as string }
}
async function show(key: ReturnType<typeof createAuthenticator>, token: string) {
  const { options, challenge } = (await desk.post('/api/auth/passkey/options', {}, page)).json()
  return desk.post('/api/users/reauthenticate', { passkey: { challenge, response: key.show(options.challenge) } }, as(token))
}
const remove = async (id: string, token: string) => {
  const answer = await desk.app.inject({ method: 'DELETE', url: `/api/passkeys/${id}`, headers: as(token) })
  return [answer.statusCode, answer.statusCode === 204 ? null : answer.json().code]
}
const refused = [403, 'recent_auth_required']

describe('recent authentication', () => {
  test('is renewed by the password, for this session only', async () => {
    const ana = await person()
    const { id } = await addKey(ana)
    const [old, other] = [await oldSession(ana), await oldSession(ana)]
    expect(await remove(id, old)).toEqual(refused)
    expect((await desk.post('/api/users/reauthenticate', { password: ana.password }, as(old))).statusCode).toBe(204)
    expect(await remove(id, other)).toEqual(refused)
    expect(await remove(id, old)).toEqual([204, null])
  })

  test('is renewed by a passkey without opening a session', async () => {
    const ana = await person()
    const { key, id } = await addKey(ana)
    const old = await oldSession(ana)
    const before = (await desk.rows('sessions')).length
    expect((await show(key, old)).statusCode).toBe(204)
    expect(await desk.rows('sessions')).toHaveLength(before)
    expect(await remove(id, old)).toEqual([204, null])
  })

  test('is not renewed by another user’s passkey or without one', async () => {
    const [ana, ben] = [await person(), await person()]
    const { id } = await addKey(ana)
    const { key } = await addKey(ben)
    const old = await oldSession(ana)
    const before = (await desk.rows('sessions')).length
    for (const wrong of [key, createAuthenticator(origin)]) {
      const answer = await show(wrong, old)
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'passkey_refused'])
    }
    for (const body of [{}, { password: ana.password, passkey: { challenge: 'x', response: key.show('x') } }])
      expect((await desk.post('/api/users/reauthenticate', body, as(old))).statusCode).toBe(422)
    expect(await desk.rows('sessions')).toHaveLength(before)
    expect(await remove(id, old)).toEqual(refused)
  })

  test('is renewed by the password in another route’s body', async () => {
    const ana = await person()
    const { id } = await addKey(ana)
    const old = await oldSession(ana)
    await desk.post('/api/passkeys/options', { password: ana.password }, as(old))
    expect(await remove(id, old)).toEqual([204, null])
  })

  test('starts at sign-in for sessions from before the upgrade', async () => {
    const ana = await person()
    const { id } = await addKey(ana)
    const fresh = tokenOf(await desk.post('/api/auth/sign-in/email', credentialsOf(ana), page))
    const sessions = desk.database.identity.withTables<{ sessions: { authenticated_at: Date | null; user_id: string; created_at: Date } }>()
    await sessions.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', ana.userId).execute()
    const { id: second } = await addKey(ana)
    await sessions.updateTable('sessions').set({ authenticated_at: null }).where('user_id', '=', ana.userId).execute()
    expect(await remove(id, fresh)).toEqual([204, null])
    const long = new Date(Date.now() - 30 * 60_000)
    await sessions.updateTable('sessions').set({ created_at: long }).where('user_id', '=', ana.userId).execute()
    expect(await remove(second, fresh)).toEqual(refused)
  })

  test('allows ten attempts at the password', async () => {
    const limited = await openAccountsApp({ rateLimits: 'on' })
    const token = tokenOf(await limited.post('/api/auth/sign-up/email', signUpData()))
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push(
        (await limited.post('/api/users/reauthenticate', { password: `guess ${i}` }, { authorization: `Bearer ${token}` })).statusCode,
      )
    await limited.close()
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})
