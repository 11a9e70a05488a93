import { afterEach, describe, expect, test } from 'vitest'
import { codeOf, fromBase32, wrongCode } from '#tests/support/browser/second-factors.ts'
import { type AccountsApp, credentialsOf, linkIn, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import { totpCodeAt } from './use-cases/two-factor.ts'

let desk: AccountsApp
afterEach(() => desk?.close())

const as = (token: string) => ({ authorization: `Bearer ${token}` })
const signIn = (keys: { email: string; password: string }, more = {}) =>
  desk.post('/api/auth/sign-in/email', { ...credentialsOf(keys), ...more })
const secondStep = (challenge: string, code: string, method = 'app') => desk.post('/api/auth/two-factor', { challenge, method, code })
const challengeOf = async (keys: { email: string; password: string }, more = {}): Promise<string> =>
  (await signIn(keys, more)).json().twoFactor.challenge

async function setUp() {
  const person = signUpData()
  const token = tokenOf(await desk.post('/api/auth/sign-up/email', person))
  const begun = (await desk.post('/api/users/two-factor', { password: person.password }, as(token))).json()
  return { person, token, secret: begun.secret as string, recoveryCodes: begun.recoveryCodes as string[], uri: begun.uri as string }
}
async function inUse() {
  const set = await setUp()
  expect((await desk.post('/api/users/two-factor/confirm', { code: codeOf(set.secret) }, as(set.token))).statusCode).toBe(204)
  return set
}

describe('a second step at sign-in', () => {
  test('is not required before a code is confirmed', async () => {
    desk = await openAccountsApp()
    const { person, token, secret, uri } = await setUp()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Larder:/)
    expect((await signIn(person)).json().token).toEqual(expect.any(String))
    const wrong = await desk.post('/api/users/two-factor/confirm', { code: wrongCode(secret) }, as(token))
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'invalid_code'])
    expect((await desk.get('/api/users/two-factor', token)).json()).toEqual({ isEnabled: false, recoveryCodesLeft: 0 })
  })

  test('returns no token, session or user for the password alone', async () => {
    desk = await openAccountsApp()
    const { person } = await inUse()
    const before = await desk.rows('sessions')
    const answer = await signIn(person)
    expect(answer.json()).toEqual({ token: null, user: null, twoFactor: { challenge: expect.any(String) } })
    expect(answer.headers['set-auth-token']).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await desk.rows('sessions')).toEqual(before)
  })

  test('opens a session with an app code and keeps the current one', async () => {
    desk = await openAccountsApp()
    const { person, token, secret } = await inUse()
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(200)
    const answer = await secondStep(await challengeOf(person), ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().user.email).toBe(person.email)
    expect((await desk.get('/api/users/me', tokenOf(answer))).statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(/^larder-device=[^,]*$/)
  })

  test('accepts an app code once, even concurrently', async () => {
    desk = await openAccountsApp()
    const { person, token, secret } = await inUse()
    const code = codeOf(secret)
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challengeOf(person)))
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, code)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422, 422, 422])
    for (const { statusCode, json } of answers) if (statusCode === 422) expect(json().code).toBe('invalid_code')
    // The previous period's code is rejected too.
    const before = totpCodeAt(fromBase32(secret), Date.now() / 1000 - 30)
    expect((await secondStep(await challengeOf(person), before)).statusCode).toBe(422)
    expect(await desk.rows('sessions')).toHaveLength(2)
    const next = totpCodeAt(fromBase32(secret), Date.now() / 1000 + 30)
    expect((await secondStep(await challengeOf(person), next)).statusCode).toBe(200)
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(200)
  })

  test('keeps the Remember me choice of the first step', async () => {
    desk = await openAccountsApp()
    const { person, secret } = await inUse()
    await secondStep(await challengeOf(person, { rememberMe: false }), codeOf(secret))
    const days = (await desk.rows('sessions')).map((row) => (Date.parse(String(row['expires_at'])) - Date.now()) / 86_400_000)
    expect(Math.min(...days)).toBeLessThan(1.01)
  })

  test('accepts a recovery code once', async () => {
    desk = await openAccountsApp()
    const { person, token, recoveryCodes } = await inUse()
    expect(recoveryCodes).toHaveLength(10)
    const [code = ''] = recoveryCodes
    expect((await secondStep(await challengeOf(person), code, 'recovery')).statusCode).toBe(200)
    const again = await secondStep(await challengeOf(person), code, 'recovery')
    expect([again.statusCode, again.json().code]).toEqual([422, 'invalid_backup_code'])
    expect((await desk.get('/api/users/two-factor', token)).json()).toEqual({ isEnabled: true, recoveryCodesLeft: 9 })
  })

  test('accepts one of ten concurrent uses of a recovery code', async () => {
    desk = await openAccountsApp()
    const { person, recoveryCodes } = await inUse()
    const challenges = await Promise.all(Array.from({ length: 10 }, () => challengeOf(person)))
    const answers = await Promise.all(challenges.map((challenge) => secondStep(challenge, recoveryCodes[1] ?? '', 'recovery')))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('invalidates the old recovery codes when new ones are created', async () => {
    desk = await openAccountsApp()
    const { person, token, recoveryCodes } = await inUse()
    const renewed = (await desk.post('/api/users/two-factor/recovery-codes', { password: person.password }, as(token))).json().recoveryCodes
    expect((await secondStep(await challengeOf(person), recoveryCodes[2] ?? '', 'recovery')).statusCode).toBe(422)
    expect((await secondStep(await challengeOf(person), renewed[2], 'recovery')).statusCode).toBe(200)
  })

  test('allows five codes per challenge', async () => {
    desk = await openAccountsApp()
    const { person, secret } = await inUse()
    const codes: string[] = []
    const challenge = await challengeOf(person)
    for (let i = 0; i < 6; i++) codes.push((await secondStep(challenge, wrongCode(secret))).json().code)
    expect(codes).toEqual([...Array(5).fill('invalid_code'), 'too_many_attempts_request_new_code'])
  })

  test('accepts a challenge once, for its own user, and not after a new password', async () => {
    desk = await openAccountsApp()
    const [mine, theirs] = [await inUse(), await inUse()]
    const challenge = await challengeOf(mine.person)
    expect((await secondStep(challenge, codeOf(theirs.secret))).statusCode).toBe(422)
    expect((await secondStep(challenge, codeOf(mine.secret))).statusCode).toBe(200)
    expect((await secondStep(challenge, codeOf(mine.secret))).json().code).toBe('invalid_two_factor_cookie')
    for (const wrong of ['x', `${challenge.slice(0, -3)}abc`, mine.token])
      expect((await secondStep(wrong, codeOf(mine.secret))).json().code).toBe('invalid_two_factor_cookie')
    const late = await challengeOf(mine.person)
    await desk.post('/api/users/password', { currentPassword: mine.person.password, newPassword: 'sage and 43 pears' }, as(mine.token))
    expect((await secondStep(late, codeOf(mine.secret))).json().code).toBe('invalid_two_factor_cookie')
  })

  test('is still required after a password reset', async () => {
    desk = await openAccountsApp()
    const { person } = await inUse()
    await desk.post('/api/auth/request-password-reset', { email: person.email })
    const token = linkIn((await desk.outbox())[0] ?? '').searchParams.get('token')
    expect((await desk.post('/api/auth/reset-password', { newPassword: 'sage and 43 pears', token })).statusCode).toBe(200)
    expect((await signIn({ ...person, password: 'sage and 43 pears' })).json().token).toBeNull()
  })

  test('requires the password to set up, to renew codes and to turn off', async () => {
    desk = await openAccountsApp()
    const { person, token } = await inUse()
    for (const path of ['', '/recovery-codes', '/end']) {
      const answer = await desk.post(`/api/users/two-factor${path}`, { password: 'wrong one' }, as(token))
      expect([answer.statusCode, answer.json().code]).toEqual([422, 'wrong_password'])
    }
    expect((await desk.post('/api/users/two-factor', { password: person.password }, as(token))).json().code).toBe('two_factor_enabled')
    expect((await desk.post('/api/users/two-factor/end', { password: person.password }, as(token))).statusCode).toBe(204)
    expect((await signIn(person)).json().token).toEqual(expect.any(String))
    expect((await desk.post('/api/users/two-factor/recovery-codes', { password: person.password }, as(token))).json().code).toBe(
      'two_factor_off',
    )
  })

  test('stores the secret and the recovery codes encrypted', async () => {
    desk = await openAccountsApp()
    const { secret, recoveryCodes } = await inUse()
    const kept = JSON.stringify(
      await desk.database.identity.withTables<{ two_factors: object }>().selectFrom('two_factors').selectAll().execute(),
    )
    expect([fromBase32(secret), secret, ...recoveryCodes].filter((plain) => kept.includes(plain))).toEqual([])
  })
})
