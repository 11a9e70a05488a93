import { afterEach, describe, expect, test } from 'vitest'
import { codeOf, wrongCode } from '#tests/support/browser/second-factors.ts'
import { type AccountsApp, credentialsOf, deviceOf, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'

let desk: AccountsApp
afterEach(() => desk?.close())

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const post = (url: string, remoteAddress: string, body: object, cookie?: string) =>
  desk.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  })
type Keys = Parameters<typeof credentialsOf>[0]
const challengeOf = async (keys: Keys, ip: string, cookie?: string): Promise<string> =>
  (await post('/api/auth/sign-in/email', ip, credentialsOf(keys), cookie)).json().twoFactor.challenge
const secondStep = async (keys: Keys, ip: string, code: string, { method = 'app', cookie }: { method?: string; cookie?: string } = {}) =>
  post('/api/auth/two-factor', ip, { challenge: await challengeOf(keys, ip, cookie), method, code }, cookie)
const statusOf = async (...args: Parameters<typeof secondStep>) => (await secondStep(...args)).statusCode
const stranger = (n: number) => `198.51.100.${n}`

/** Creates a user with two-factor sign-in, signed out everywhere. */
async function inUse() {
  desk = await openAccountsApp({ rateLimits: 'on' })
  const person = signUpData()
  const response = await desk.post('/api/auth/sign-up/email', person)
  const token = tokenOf(response)
  const begun = (await desk.post('/api/users/two-factor', { password: person.password }, as(token))).json()
  await desk.post('/api/users/two-factor/confirm', { code: codeOf(begun.secret) }, as(token))
  await desk.post('/api/auth/sign-out', {}, as(token))
  return { person, secret: String(begun.secret), recoveryCodes: begun.recoveryCodes as string[], cookie: deviceOf(response) }
}

describe('guessing codes with the correct password', () => {
  test('allows ten attempts from unknown addresses, then one from each new address', async () => {
    const { person, secret } = await inUse()
    for (let i = 1; i <= 11; i++) expect(await statusOf(person, stranger(i), wrongCode(secret))).toBe(422)
    const refused = await secondStep(person, stranger(1), codeOf(secret))
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
  })

  test('doesn’t lock the owner out, at a new address or with a known device', async () => {
    const { person, secret, recoveryCodes, cookie } = await inUse()
    for (let i = 1; i <= 12; i++) await secondStep(person, stranger(i), wrongCode(secret))
    for (let i = 1; i <= 12; i++) await secondStep(person, stranger(i), 'aaaaa-bbbbb', { method: 'recovery' })
    expect(await statusOf(person, stranger(1), recoveryCodes[0] ?? '', { method: 'recovery', cookie })).toBe(200)
    expect(await statusOf(person, '203.0.113.1', recoveryCodes[1] ?? '', { method: 'recovery' })).toBe(200)
    expect(await statusOf(person, '203.0.113.2', codeOf(secret))).toBe(200)
  })

  test('requires a recovery code, a known device or a new password after a hundred app codes in a day', async () => {
    const { person, secret, recoveryCodes, cookie } = await inUse()
    for (let round = 0; round < 20; round++) {
      const challenge = await challengeOf(person, stranger(round))
      for (let i = 0; i < 5; i++) {
        const body = { challenge, method: 'app', code: wrongCode(secret) }
        expect((await post('/api/auth/two-factor', `192.0.2.${round * 5 + i}`, body)).statusCode).toBe(422)
      }
    }
    expect(await statusOf(person, '203.0.113.1', codeOf(secret))).toBe(429)
    expect(await statusOf(person, '203.0.113.1', recoveryCodes[0] ?? '', { method: 'recovery' })).toBe(200)
    const opened = await secondStep(person, stranger(1), codeOf(secret), { cookie })
    expect(opened.statusCode).toBe(200)
    const password = 'sage and 43 pears'
    await desk.post('/api/users/password', { currentPassword: person.password, newPassword: password }, as(tokenOf(opened)))
    expect(await statusOf({ ...person, password }, '203.0.113.9', wrongCode(secret))).toBe(422)
  })

  test('doesn’t count correct codes', async () => {
    const { person, recoveryCodes } = await inUse()
    for (const [i, code] of recoveryCodes.entries()) expect(await statusOf(person, stranger(i), code, { method: 'recovery' })).toBe(200)
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push(await statusOf(person, '203.0.113.1', 'aaaaa-bbbbb', { method: 'recovery' }))
    expect(statuses).toEqual([422, 422, 422])
  })
})
