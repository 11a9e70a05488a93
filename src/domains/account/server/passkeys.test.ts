import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '#tests/support/browser/second-factors.ts'
import { type AccountsApp, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'

const origin = 'https://larder.test'
const page = { origin, host: 'larder.test' }
let desk: AccountsApp
beforeAll(async () => {
  desk = await openAccountsApp({ publicUrl: origin })
})
afterAll(() => desk?.close())

type Key = ReturnType<typeof createAuthenticator>
const as = (token: string) => ({ ...page, authorization: `Bearer ${token}` })
async function person() {
  const form = signUpData()
  return { ...form, token: tokenOf(await desk.post('/api/auth/sign-up/email', form)) }
}
const begin = async ({ token, password }: { token: string; password: string }) =>
  (await desk.post('/api/passkeys/options', { password }, as(token))).json()
async function add(who: { token: string; password: string }, key: Key, name = 'Phone') {
  const { options, challenge } = await begin(who)
  return desk.post('/api/passkeys', { challenge, name, response: key.make(options.challenge) }, as(who.token))
}
const asked = async () => (await desk.post('/api/auth/passkey/options', {}, page)).json()
const show = (challenge: string, response: object, headers: Record<string, string> = page) =>
  desk.post('/api/auth/passkey', { challenge, response }, headers)
async function enter(key: Key) {
  const { options, challenge } = await asked()
  return show(challenge, key.show(options.challenge))
}
const list = async (token: string) => (await desk.get('/api/passkeys', token)).json()
const refused = [401, 'passkey_refused']

describe('a passkey', () => {
  test('signs in without a password repeatedly and can be renamed', async () => {
    const ana = await person()
    const key = createAuthenticator(origin)
    const added = await add(ana, key)
    expect([added.statusCode, added.json()]).toEqual([201, { id: expect.any(String), name: 'Phone', createdAt: expect.any(String) }])
    for (let i = 0; i < 2; i++) {
      const answer = await enter(key)
      expect([answer.statusCode, answer.json().user?.email]).toEqual([200, ana.email])
      expect((await desk.get('/api/users/me', tokenOf(answer))).json().email).toBe(ana.email)
    }
    const [{ id }] = await list(ana.token)
    const url = `/api/passkeys/${id}`
    const renamed = await desk.app.inject({ method: 'PATCH', url, headers: as(ana.token), payload: { name: 'Old phone' } })
    expect(renamed.json()).toMatchObject({ id, name: 'Old phone' })
    expect(await list(ana.token)).toMatchObject([{ id, name: 'Old phone' }])
  })

  test('is rejected after its removal with the message for an unknown one', async () => {
    const ana = await person()
    const key = createAuthenticator(origin)
    const { id } = (await add(ana, key)).json()
    expect((await desk.app.inject({ method: 'DELETE', url: `/api/passkeys/${id}`, headers: as(ana.token) })).statusCode).toBe(204)
    const [gone, never] = [await enter(key), await enter(createAuthenticator(origin))]
    expect([gone.statusCode, gone.json().code]).toEqual(refused)
    expect(never.json().detail).toBe(gone.json().detail)
    expect(await list(ana.token)).toEqual([])
  })

  test('requires the password to be created, and belongs to the caller', async () => {
    const [ana, ben] = [await person(), await person()]
    const wrong = await desk.post('/api/passkeys/options', { password: 'wrong one' }, as(ana.token))
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong_password'])
    const { options, challenge } = await begin(ana)
    const response = createAuthenticator(origin).make(options.challenge)
    const stolen = await desk.post('/api/passkeys', { challenge, name: 'x', response }, as(ben.token))
    expect([stolen.statusCode, stolen.json().code]).toEqual([422, 'passkey_refused'])
    expect([await list(ana.token), await list(ben.token)]).toEqual([[], []])
  })

  test('can’t be renamed or removed by another user', async () => {
    const [ana, ben] = [await person(), await person()]
    const { id } = (await add(ana, createAuthenticator(origin))).json()
    const url = `/api/passkeys/${id}`
    expect((await desk.app.inject({ method: 'DELETE', url, headers: as(ben.token) })).statusCode).toBe(404)
    expect((await desk.app.inject({ method: 'PATCH', url, headers: as(ben.token), payload: { name: 'Mine' } })).statusCode).toBe(404)
    expect(await list(ana.token)).toMatchObject([{ name: 'Phone' }])
  })

  test('is rejected without user verification, when created and when used', async () => {
    const ana = await person()
    expect((await add(ana, createAuthenticator(origin, { isVerified: false }))).json().code).toBe('passkey_refused')
    const device = { isVerified: true }
    const key = createAuthenticator(origin, device)
    expect((await add(ana, key)).statusCode).toBe(201)
    device.isVerified = false
    expect((await enter(key)).json().code).toBe('passkey_refused')
  })

  test('answers a challenge once, and none of another kind or user', async () => {
    const ana = await person()
    const key = createAuthenticator(origin)
    await add(ana, key)
    const { options, challenge } = await asked()
    const response = key.show(options.challenge)
    expect((await show(challenge, response)).statusCode).toBe(200)
    const again = await show(challenge, response)
    expect([again.statusCode, again.json().code]).toEqual(refused)
    const forMaking = await begin(ana)
    expect((await show(forMaking.challenge, key.show(forMaking.options.challenge))).json().code).toBe('passkey_refused')
    const [one, other] = [await asked(), await asked()]
    expect((await show(one.challenge, key.show(other.options.challenge))).json().code).toBe('passkey_refused')
    expect((await show('no challenge of ours', response)).statusCode).toBe(422)
  })

  test('is rejected from another origin', async () => {
    const ana = await person()
    await add(ana, createAuthenticator(origin))
    const elsewhere = createAuthenticator('https://evil.test')
    expect((await add(ana, elsewhere)).json().code).toBe('passkey_refused')
    const { options, challenge } = await asked()
    const strange = await show(challenge, elsewhere.show(options.challenge), { origin: 'https://evil.test', host: 'larder.test' })
    expect([strange.statusCode, strange.json().code]).toEqual([403, 'invalid_origin'])
  })

  test('is rejected without a server error if its signature or form is invalid', async () => {
    const ana = await person()
    const [key, other] = [createAuthenticator(origin), createAuthenticator(origin)]
    await add(ana, key)
    const { options, challenge } = await asked()
    const forged = { ...other.show(options.challenge), id: key.show('x').id, rawId: key.show('x').id }
    const answer = await show(challenge, forged)
    expect([answer.statusCode, answer.json().code]).toEqual(refused)
    const begun = await begin(ana)
    const made = createAuthenticator(origin).make(begun.options.challenge)
    const broken = { ...made, response: { ...made.response, attestationObject: 'AAAA' } }
    const kept = await desk.post('/api/passkeys', { challenge: begun.challenge, name: 'x', response: broken }, as(ana.token))
    expect([kept.statusCode, kept.json().code]).toEqual([422, 'passkey_refused'])
    expect(desk.logged.join()).not.toContain(ana.email)
  })
})
