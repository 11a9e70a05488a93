import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type AccountsApp,
  type AccountsAppOptions,
  credentialsOf,
  openAccountsApp,
  signUpData,
  tokenOf,
} from '#tests/support/server/accounts-app.ts'
import { httpRequestOf, sampleFor, type Targets } from '#tests/support/server/requests.ts'
import { signOut } from '../contract/index.ts'
import { hashSessionToken, verifyBearerToken } from './index.ts'
import { accountRoutes } from './routes.ts'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const dayMs = 86_400_000
let desk: AccountsApp
const others: AccountsApp[] = []
const another = async (options: AccountsAppOptions) => {
  const opened = await openAccountsApp(options)
  others.push(opened)
  return opened
}
beforeAll(async () => {
  desk = await openAccountsApp({ hosts: ['kitchen.test'] })
})
afterEach(async () => {
  for (const opened of others.splice(0)) await opened.close()
})
afterAll(() => desk?.close())

async function signedUp(at = desk) {
  const person = signUpData()
  return { ...person, token: tokenOf(await at.post(signUp, person)) }
}
const sessionOf = async (token: string, at = desk) => {
  const raw = verifyBearerToken(token, at.accounts.secret)
  return (await at.rows('sessions')).find((row) => row['token'] === hashSessionToken(raw ?? ''))
}

describe('signing in', () => {
  test('logs successes and failures without what was typed', async () => {
    const lines: string[] = []
    const result = await another({ logTo: { write: (line) => void lines.push(line) } })
    const person = await signedUp(result)
    const { token } = person
    await result.post(signIn, credentialsOf(person))
    await result.post(signIn, { email: person.email, password: 'not the password' })
    const said = lines.map((line): Record<string, unknown> => JSON.parse(line))
    const [user] = await result.rows('users')
    expect(said).toContainEqual(expect.objectContaining({ msg: 'signed in', userId: user?.['id'], by: 'password', ip: '127.0.0.1' }))
    expect(said).toContainEqual(
      expect.objectContaining({ msg: 'refused', code: 'invalid_email_or_password', method: 'POST', route: signIn, ip: '127.0.0.1' }),
    )
    for (const secret of [person.email, person.password, 'not the password', token]) expect(lines.join()).not.toContain(secret)
  })

  test('returns the token, the user and the signed token', async () => {
    const person = await signedUp()
    const response = await desk.post(signIn, credentialsOf(person))
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ user: { email: person.email, firstName: 'Ada' } })
    expect((await desk.get('/api/users/me', tokenOf(response))).statusCode).toBe(200)
    expect(response.headers['access-control-expose-headers']).toContain('set-auth-token')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('I-60: responds the same to an unknown address and a wrong password', async () => {
    const person = await signedUp()
    const wrong = await desk.post(signIn, { email: person.email, password: 'not my password' })
    const unknown = await desk.post(signIn, { email: 'nobody@kitchen.test', password: 'not my password' })
    const same = (response: typeof wrong) => {
      const { requestId: _, ...rest } = response.json()
      return { status: response.statusCode, rest }
    }
    expect(same(wrong)).toEqual(same(unknown))
    expect(same(wrong)).toMatchObject({ status: 401, rest: { code: 'invalid_email_or_password', detail: 'Invalid email or password' } })
  })

  test('opens a session of one day, or eight with Remember me', async () => {
    const person = await signedUp()
    const left = async (rememberMe: boolean | undefined) => {
      const response = await desk.post(signIn, { ...credentialsOf(person), ...(rememberMe === undefined ? {} : { rememberMe }) })
      const session = await sessionOf(tokenOf(response))
      return Math.round((new Date(String(session?.['expires_at'])).getTime() - Date.now()) / dayMs)
    }
    expect([await left(false), await left(true), await left(undefined)]).toEqual([1, 8, 8])
  })

  test('rejects a page of another origin', async () => {
    const person = await signedUp()
    const from = (origin: string, at = desk) => at.post(signIn, credentialsOf(person), { origin, host: 'kitchen.test:3000' })
    for (const origin of ['https://evil.test', 'null', 'http://kitchen.test', 'http://kitchen.test:3000.evil.test', 'nonsense']) {
      const response = await from(origin)
      expect([origin, response.statusCode, response.json().code]).toEqual([origin, 403, 'invalid_origin'])
    }
    expect((await from('http://kitchen.test:3000')).statusCode).toBe(200)
    expect((await from('https://kitchen.test:3000')).statusCode).toBe(200)
  })

  test('rejects another origin on every route that signs in, signs up or mails a link', async () => {
    const routes = accountRoutes(desk.accounts).map(({ endpoint }) => endpoint)
    // Signing out requires the token in a header, and a mailed link contains its own token.
    const rows = routes.filter(({ auth, method, media, path }) => auth === 'public' && method !== 'GET' && !media && path !== signOut.path)
    expect(rows.length).toBeGreaterThan(7)
    for (const endpoint of rows) {
      const { url, payload } = httpRequestOf(endpoint, sampleFor(endpoint, {} as Targets))
      const answer = await desk.post(url, payload === undefined ? {} : JSON.parse(String(payload)), { origin: 'https://evil.test' })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 403, 'invalid_origin'])
    }
  })

  test('accepts only the public URL’s origin, regardless of Host', async () => {
    const known = await another({ publicUrl: 'https://larder.test' })
    const person = await signedUp(known)
    const from = (origin: string) => known.post(signIn, credentialsOf(person), { origin, host: new URL(origin).host })
    expect((await from('https://evil.test')).statusCode).toBe(403)
    expect((await from('https://larder.test')).statusCode).toBe(200)
  })
})

describe('bearer tokens', () => {
  const secret = 'a secret of this test'
  const raw = 'abcdefghijklmnopqrstuvwxyzABCDEF'

  test('are read only with a signature, in exactly one spelling', async () => {
    const { token } = await signedUp()
    const key = desk.accounts.secret
    const value = decodeURIComponent(token)
    const bare = verifyBearerToken(token, key)
    expect(bare).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(verifyBearerToken(value, key)).toBe(bare)
    expect(verifyBearerToken(`${value} `, key)).toBeNull()
    expect(verifyBearerToken(value.replace(/=+$/, ''), key)).toBeNull()
    expect(verifyBearerToken(value.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), key)).toBeNull()
    expect(verifyBearerToken(value, `${key}x`)).toBeNull()
    for (let i = 0; i < value.length; i++) {
      const changed = value.slice(0, i) + (value[i] === 'A' ? 'B' : 'A') + value.slice(i + 1)
      expect(verifyBearerToken(changed, key)).toBeNull()
    }
  })

  test.each(['', '.', 'x', raw, `${raw}.`, `.${raw}`, `${raw}.%`, '%', '%E0%A4%A', `${raw}.${'A'.repeat(43)}=`, '\ud800.x', 'a.b.c'])(
    'reject %j without throwing',
    async (token) => {
      expect(verifyBearerToken(token, secret)).toBeNull()
    },
  )
})

describe('the session', () => {
  test('is returned by get-session to its bearer only', async () => {
    const { token, email } = await signedUp()
    const response = await desk.get('/api/auth/get-session', token)
    expect(response.json()).toMatchObject({ user: { email }, session: { userId: response.json().user.id } })
    for (const bearer of [undefined, 'nonsense', verifyBearerToken(token, desk.accounts.secret) ?? ''])
      expect((await desk.get('/api/auth/get-session', bearer)).json()).toBeNull()
  })

  test('I-58: stores the connection’s IP address, not a header’s', async () => {
    const person = await signedUp()
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      'x-real-ip': '203.0.113.9',
      'x-larder-address': '203.0.113.9',
      'user-agent': 'Kitchen tablet',
    }
    const session = await sessionOf(tokenOf(await desk.post(signIn, credentialsOf(person), headers)))
    expect(session).toMatchObject({ ip_address: '127.0.0.1', user_agent: 'Kitchen tablet' })
  })

  test('ends at sign-out, in every process, without affecting others', async () => {
    const person = await signedUp()
    const second = tokenOf(await desk.post(signIn, credentialsOf(person)))
    const session = await sessionOf(person.token)
    const ended: string[] = []
    desk.database.onMessage('session-ended', (id) => ended.push(id))
    const response = await desk.post('/api/auth/sign-out', {}, { authorization: `Bearer ${person.token}` })
    expect([response.statusCode, response.json()]).toEqual([200, { success: true }])
    expect((await desk.get('/api/users/me', person.token)).statusCode).toBe(401)
    expect((await desk.get('/api/users/me', second)).statusCode).toBe(200)
    await expect.poll(() => ended).toEqual([session?.['id']])
    expect((await desk.post('/api/auth/sign-out', {}, { authorization: `Bearer ${person.token}` })).statusCode).toBe(200)
    expect((await desk.post('/api/auth/sign-out', {})).statusCode).toBe(200)
  })

  const endingIn = async (token: string, ms: number) => {
    const at = new Date(Date.now() + ms)
    const raw = verifyBearerToken(token, desk.accounts.secret)
    await desk.database.identity
      .withTables<{ sessions: { token: string; expires_at: Date } }>()
      .updateTable('sessions')
      .set({ expires_at: at })
      .where('token', '=', hashSessionToken(raw ?? ''))
      .execute()
    return at.toISOString()
  }
  const endOf = async (token: string) => new Date(String((await sessionOf(token))?.['expires_at'])).getTime()

  test('C-14: is extended by use after a day and keeps its token', async () => {
    const { token } = await signedUp()
    const fresh = await endOf(token)
    await desk.get('/api/users/me', token)
    await pause(50)
    expect(await endOf(token)).toBe(fresh)

    await endingIn(token, 3 * dayMs)
    await Promise.all(Array.from({ length: 20 }, () => desk.get('/api/users/me', token)))
    await expect.poll(async () => Math.round((await endOf(token)) - Date.now()) > 7.9 * dayMs).toBe(true)
  })

  test('is not extended a year after its sign-in', async () => {
    const { token } = await signedUp()
    await desk.database.identity
      .withTables<{ sessions: { token: string; created_at: Date } }>()
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 366 * dayMs) })
      .where('token', '=', hashSessionToken(verifyBearerToken(token, desk.accounts.secret) ?? ''))
      .execute()
    await endingIn(token, 3 * dayMs)
    const end = await endOf(token)
    for (let i = 0; i < 3; i++) expect((await desk.get('/api/users/me', token)).statusCode).toBe(200)
    await pause(50)
    expect(await endOf(token)).toBe(end)
  })

  test('is never extended without Remember me, and is rejected after its end', async () => {
    const person = await signedUp()
    const token = tokenOf(await desk.post(signIn, { ...credentialsOf(person), rememberMe: false }))
    const end = await endOf(token)
    await desk.get('/api/users/me', token)
    await desk.get('/api/auth/get-session', token)
    await pause(50)
    expect(await endOf(token)).toBe(end)

    await endingIn(token, -1)
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(401)
  })
})
