import { afterEach, expect, test } from 'vitest'
import { type AccountsApp, credentialsOf, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import { hashSessionToken, verifyBearerToken } from './index.ts'

let desk: AccountsApp
afterEach(() => desk?.close())

const rawOf = (bearer: string) => verifyBearerToken(bearer, desk.accounts.secret) ?? ''
const stored = async () => (await desk.rows('sessions')).map((row) => String(row['token']))

test('stores only the hash of a session token', async () => {
  desk = await openAccountsApp()
  const person = signUpData()
  const bearers = [
    tokenOf(await desk.post('/api/auth/sign-up/email', person)),
    tokenOf(await desk.post('/api/auth/sign-in/email', credentialsOf(person))),
  ]
  expect((await stored()).toSorted()).toEqual(bearers.map((bearer) => hashSessionToken(rawOf(bearer))).toSorted())
  for (const table of ['users', 'sessions', 'accounts', 'verifications'] as const)
    for (const bearer of bearers) expect(JSON.stringify(await desk.rows(table))).not.toContain(rawOf(bearer))
})

test('rejects a stored hash as a bearer token, even with a valid signature', async () => {
  desk = await openAccountsApp()
  const bearer = tokenOf(await desk.post('/api/auth/sign-up/email', signUpData()))
  const [hash = ''] = await stored()
  const { createHmac } = await import('node:crypto')
  for (const value of [hash, hash.slice(0, 32)]) {
    const forged = `${value}.${createHmac('sha256', desk.accounts.secret).update(value).digest('base64')}`
    expect((await desk.get('/api/users/me', forged)).statusCode).toBe(401)
    expect((await desk.get('/api/auth/get-session', forged)).json()).toBeNull()
  }
  expect((await desk.get('/api/users/me', bearer)).statusCode).toBe(200)
})

test('lets the identity library find, return and end a session by its token', async () => {
  desk = await openAccountsApp()
  const bearer = tokenOf(await desk.post('/api/auth/sign-up/email', signUpData()))
  const { session } = (await desk.get('/api/auth/get-session', bearer)).json()
  expect(session.token).toBe(rawOf(bearer))
  expect((await desk.post('/api/auth/sign-out', {}, { authorization: `Bearer ${bearer}` })).statusCode).toBe(200)
  expect(await stored()).toEqual([])
})
