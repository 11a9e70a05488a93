import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { type AccountsApp, credentialsOf, deviceOf, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import { openSignInLimiters } from './use-cases/sign-in.ts'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const home = '127.0.0.1'
let desk: AccountsApp
afterEach(() => desk?.close())

const from = (remoteAddress: string, body: object, cookie?: string) =>
  desk.app.inject({
    method: 'POST',
    url: signIn,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  })
const statusFrom = async (...args: Parameters<typeof from>) => (await from(...args)).statusCode
const stranger = (n: number) => `198.51.100.${n}`
const guessAt = (email: string) => ({ email, password: 'guess number one' })

async function signedUp() {
  desk = await openAccountsApp({ rateLimits: 'on' })
  const person = signUpData()
  const response = await desk.post(signUp, person)
  return { ...person, token: tokenOf(response), cookie: deviceOf(response) }
}
/** Creates a user without sessions. */
const signedOut = async () => {
  const person = await signedUp()
  await desk.post('/api/auth/sign-out', {}, { authorization: `Bearer ${person.token}` })
  return person
}

describe('I-59: guessing the password of one account', () => {
  test('allows ten attempts from all addresses, then one from each new address', async () => {
    const person = await signedOut()
    const guess = guessAt(person.email.toUpperCase())
    for (let i = 1; i <= 10; i++) expect(await statusFrom(stranger(i), guess)).toBe(401)
    expect(await statusFrom(stranger(11), guess)).toBe(401)
    for (const again of [1, 11]) {
      const refused = await from(stranger(again), credentialsOf(person))
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    }
  })

  test('treats the IPv6 addresses of a network as one', async () => {
    const { email } = await signedOut()
    for (let i = 1; i <= 10; i++) await from(stranger(i), guessAt(email))
    const statuses = []
    for (const ip of ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:ff::1', '2001:db8:0:100::1'])
      statuses.push(await statusFrom(ip, guessAt(email)))
    expect(statuses).toEqual([401, 429, 429, 401])
  })

  test('doesn’t lock the owner out at a new address, at home or with a known device', async () => {
    const person = await signedUp()
    for (let i = 1; i <= 30; i++) await from(stranger(i), guessAt(person.email))
    expect(await statusFrom('203.0.113.1', credentialsOf(person))).toBe(200)
    expect(await statusFrom(home, credentialsOf(person))).toBe(200)
    expect(await statusFrom(stranger(1), credentialsOf(person), person.cookie)).toBe(200)
  })

  test('limits an unknown email address equally', async () => {
    const { email } = await signedOut()
    const statuses = async (tried: string) => {
      const found = []
      for (const ip of [...Array(12).keys(), 0].map(stranger)) found.push(await statusFrom(ip, guessAt(tried)))
      return found
    }
    const known = await statuses(email)
    expect(known.at(-1)).toBe(429)
    expect(await statuses('nobody@kitchen.test')).toEqual(known)
  })

  test('doesn’t count correct passwords', async () => {
    const person = await signedOut()
    for (let i = 1; i <= 12; i++) expect(await statusFrom(stranger(i), credentialsOf(person))).toBe(200)
    const statuses = []
    for (let i = 0; i < 10; i++) statuses.push(await statusFrom('203.0.113.1', guessAt(person.email)))
    expect(statuses).toEqual(Array(10).fill(401))
  })

  test('allows concurrent requests no more attempts than sequential ones', async () => {
    const { email } = await signedOut()
    const source = { key: 'somewhere', network: 'somewhere', isKnown: false, hasSession: false }
    const { perAccount } = openSignInLimiters(desk.database)
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => perAccount.consume(email, source)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })
})

describe('I-59: guessing from one address', () => {
  test('allows ten attempts a minute for all accounts and IPv6 spellings', async () => {
    desk = await openAccountsApp({ rateLimits: 'on' })
    const spellings = ['2001:db8:0:1::1', '2001:0db8:0:1::2', '2001:DB8:0000:0001:0:0:0:3']
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push(await statusFrom(spellings[i % 3] ?? '', guessAt(`somebody${i}@kitchen.test`)))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
  })

  test('allows fifty attempts per 15 minutes', async () => {
    desk = await openAccountsApp()
    const { perAddress } = openSignInLimiters(desk.database)
    const waits: number[] = []
    for (let i = 0; i < 51; i++) waits.push(await perAddress.consume('198.51.100.1'))
    expect(waits.findIndex((wait) => wait > 0)).toBe(50)
  })
})

describe('a known device', () => {
  test('is stored in an encrypted HttpOnly, SameSite cookie', async () => {
    const person = await signedUp()
    const { headers } = await from(home, credentialsOf(person))
    expect(headers['set-cookie']).toMatch(/^larder-device=[\w-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(String(headers['set-cookie'])).not.toContain(person.email)
    await desk.close()
    desk = await openAccountsApp({ publicUrl: 'https://larder.test' })
    const secure = await desk.post(signUp, signUpData())
    expect(secure.headers['set-cookie']).toMatch(/^__Host-larder-device=[\w-]+; .*; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
  })

  test('can sign in while strangers guess from its address', async () => {
    const person = await signedOut()
    for (let i = 0; i < 12; i++) await from(home, guessAt(person.email))
    expect(await statusFrom(home, credentialsOf(person))).toBe(429)
    expect(await statusFrom(home, credentialsOf(person), person.cookie)).toBe(200)
  })

  test('has its own ten attempts and still requires the password', async () => {
    const person = await signedUp()
    const { perAccount } = openSignInLimiters(desk.database)
    const device = { key: 'device 1', network: 'home', isKnown: true, hasSession: true }
    for (let i = 0; i < 10; i++) await perAccount.consume(person.email, device)
    await expect(perAccount.consume(person.email, device)).rejects.toMatchObject({ status: 429 })
    expect(await statusFrom(home, guessAt(person.email), person.cookie)).toBe(401)
    expect((await desk.get('/api/users/me', undefined, { cookie: person.cookie })).statusCode).toBe(401)
  })

  test('is known to its own accounts only, and only with an unaltered cookie', async () => {
    const [person, other] = [await signedOut(), signUpData()]
    const theirs = deviceOf(await desk.post(signUp, other))
    for (let i = 1; i <= 10; i++) await from(stranger(i), guessAt(person.email))
    const changed = `${person.cookie.slice(0, -1)}${person.cookie.endsWith('A') ? 'B' : 'A'}`
    const unsealed = `larder-device=${Buffer.from(JSON.stringify({ id: 'x', accounts: [] })).toString('base64url')}`
    const statuses = []
    for (const cookie of [theirs, changed.slice(0, -8), unsealed])
      statuses.push(await statusFrom(stranger(1), credentialsOf(person), cookie))
    expect(statuses).toEqual([429, 429, 429])
  })

  test('expires after 400 days', async () => {
    const person = await signedOut()
    for (let i = 1; i <= 10; i++) await from(stranger(i), guessAt(person.email))
    const [user] = await desk.rows('users')
    const statusAt = (daysAgo: number) => {
      const accounts = [{ userId: user?.['id'], at: Date.now() - daysAgo * 86_400_000 }]
      const cookie = `larder-device=${desk.accounts.deviceEncryption.encrypt(JSON.stringify({ id: randomUUID(), accounts }))}`
      return statusFrom(stranger(1), credentialsOf(person), cookie)
    }
    expect([await statusAt(401), await statusAt(399)]).toEqual([429, 200])
  })

  test('has an address’s limit per minute, and all devices of an address six times as much', async () => {
    const { email } = await signedUp()
    const devices = Array.from({ length: 7 }, () => {
      return `larder-device=${desk.accounts.deviceEncryption.encrypt(JSON.stringify({ id: randomUUID(), accounts: [] }))}`
    })
    const statuses = []
    for (const cookie of [...devices.slice(0, 1), ...devices].flatMap((one, i) => Array<string>(i === 0 ? 1 : 10).fill(one)))
      statuses.push((await from(home, { email }, cookie)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429, ...Array(50).fill(422), ...Array(10).fill(429)])
  })

  test('can belong to two accounts', async () => {
    const person = await signedOut()
    const other = signUpData()
    const both = deviceOf(await desk.post(signUp, other, { cookie: person.cookie }))
    for (const { email } of [person, other]) for (let i = 1; i <= 10; i++) await from(stranger(i), guessAt(email))
    expect(await statusFrom(stranger(1), credentialsOf(person), both)).toBe(200)
    expect(await statusFrom(stranger(1), credentialsOf(other), both)).toBe(200)
  })

  test('gets the same response for a known and an unknown email address', async () => {
    const person = await signedUp()
    const said = async (email: string) => {
      const response = await from(home, guessAt(email), person.cookie)
      const { requestId: _, ...rest } = response.json()
      return [response.statusCode, response.headers['set-cookie'], rest]
    }
    expect(await said(person.email)).toEqual(await said('nobody@kitchen.test'))
  })
})
