import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AccountsApp,
  credentialsOf,
  deviceOf,
  linkIn,
  listeningAddress,
  openAccountsApp,
  signUpData,
  tokenOf,
} from '#tests/support/server/accounts-app.ts'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
const request = '/api/auth/request-password-reset'
const reset = '/api/auth/reset-password'
let desk: AccountsApp
beforeAll(async () => {
  desk = await openAccountsApp({ hosts: ['evil.test'] })
})
afterAll(() => desk?.close())

async function signedUp(at = desk) {
  const person = signUpData()
  return { ...person, token: tokenOf(await at.post(signUp, person)) }
}

/** Requests a reset and returns the mailed link. */
async function mailedLink(email: string, headers: Record<string, string> = {}, at = desk): Promise<URL> {
  expect((await at.post(request, { email, redirectTo: '/reset-password' }, headers)).statusCode).toBe(200)
  const mail = (await at.outbox()).findLast((text) => text.includes(`To: ${email}\n`))
  return linkIn(mail ?? '')
}
const mailedToken = async (email: string) => (await mailedLink(email)).searchParams.get('token') ?? ''

describe('a forgotten password', () => {
  test('is replaced with the mailed token, which ends every session', async () => {
    const person = await signedUp()
    const second = tokenOf(await desk.post(signIn, credentialsOf(person)))
    const ended: string[] = []
    desk.database.onMessage('session-ended', (id) => ended.push(id))

    const token = await mailedToken(person.email)
    const response = await desk.post(reset, { newPassword: 'coriander seeds', token })
    expect([response.statusCode, response.json()]).toEqual([200, { status: true }])
    for (const old of [person.token, second]) {
      expect((await desk.get('/api/users/me', old)).statusCode).toBe(401)
      expect((await desk.get('/api/auth/get-session', old)).json()).toBeNull()
    }
    await expect.poll(() => ended).toHaveLength(2)
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(401)
    expect((await desk.post(signIn, { email: person.email, password: 'coriander seeds' })).statusCode).toBe(200)
  })

  test('I-60: responds the same for an unknown address and sends no mail', async () => {
    const person = await signedUp()
    const before = (await desk.outbox()).length
    const unknown = await desk.post(request, { email: 'nobody@kitchen.test' })
    expect(await desk.outbox()).toHaveLength(before)
    const known = await desk.post(request, { email: person.email })
    expect(await desk.outbox()).toHaveLength(before + 1)
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  })

  test('stores and logs no token', async () => {
    const { email } = await signedUp()
    const token = await mailedToken(email)
    expect(token).toMatch(/^[A-Za-z0-9]{24,}$/)
    expect(JSON.stringify(await desk.rows('verifications'))).not.toContain(token)
    expect(desk.logged.join('\n')).not.toContain(token)
    expect(desk.logged.join('\n')).not.toContain(email)
    expect(desk.logged.join('\n')).toContain('reset-password')
  })

  test('keeps the token valid after a rejected password', async () => {
    const { email } = await signedUp()
    const token = await mailedToken(email)
    for (const newPassword of ['basil', 'password', 'x'.repeat(129)])
      expect((await desk.post(reset, { newPassword, token })).statusCode).toBe(422)
    expect((await desk.post(reset, { newPassword: 'coriander seeds', token })).statusCode).toBe(200)
  })

  test('repairs a sign-up that was interrupted before the password was stored', async () => {
    const person = await signedUp()
    const [user] = (await desk.rows('users')).filter(({ email }) => email === person.email)
    await desk.database.identity
      .withTables<{ accounts: { user_id: string } }>()
      .deleteFrom('accounts')
      .where('user_id', '=', String(user?.['id']))
      .execute()
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(401)
    expect((await desk.post(signUp, person)).statusCode).toBe(422)

    expect((await desk.post(reset, { newPassword: 'coriander seeds', token: await mailedToken(person.email) })).statusCode).toBe(200)
    expect((await desk.post(signIn, { email: person.email, password: 'coriander seeds' })).statusCode).toBe(200)
  })
})

describe('reset requests by strangers', () => {
  const ask = (at: AccountsApp, email: string, remoteAddress: string, cookie?: string) =>
    at.app.inject({
      method: 'POST',
      url: request,
      remoteAddress,
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      payload: JSON.stringify({ email }),
    })

  test('neither block the owner’s mail nor fill the mailbox', async () => {
    const guarded = await openAccountsApp({ rateLimits: 'on' })
    try {
      const person = signUpData()
      const signedUpAt = await guarded.post(signUp, person)
      await guarded.post('/api/auth/sign-out', {}, { authorization: `Bearer ${tokenOf(signedUpAt)}` })
      for (let i = 0; i < 10; i++) guarded.accounts.mails.accountExists(person.email)
      const mails = async () => {
        await new Promise((done) => setTimeout(done, 50))
        return (await guarded.outbox()).filter((text) => text.includes('/reset-password')).length
      }
      for (let round = 0; round < 2; round++) for (let i = 1; i <= 4; i++) await ask(guarded, person.email, `198.51.100.${i}`)
      expect(await mails()).toBe(5)
      expect((await ask(guarded, person.email, '203.0.113.1')).statusCode).toBe(200)
      expect(await mails()).toBe(6)
      await ask(guarded, person.email, '198.51.100.1', deviceOf(signedUpAt))
      expect(await mails()).toBe(7)
    } finally {
      await guarded.close()
    }
  })
})

describe('I-57: the mailed link', () => {
  const forged = {
    host: 'evil.test',
    'x-forwarded-host': 'evil.test',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.test',
    referer: 'https://evil.test/',
  }

  test('starts with the listening URL if there is no public URL, regardless of Host', async () => {
    const { email } = await signedUp()
    const link = await mailedLink(email, forged)
    expect([link.origin, link.pathname]).toEqual([listeningAddress, '/reset-password'])
    expect((await desk.outbox()).join('\n')).not.toContain('evil.test')
  })

  test('starts with the public URL', async () => {
    const known = await openAccountsApp({ publicUrl: 'https://larder.test' })
    try {
      const { email } = await signedUp(known)
      const link = await mailedLink(email, forged, known)
      expect([link.origin, link.pathname]).toEqual(['https://larder.test', '/reset-password'])
      expect((await known.outbox()).join('\n')).not.toContain('evil.test')
    } finally {
      await known.close()
    }
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)', '/x y', '/login#x'])(
    'rejects the redirect target %j',
    async (redirectTo) => {
      expect((await desk.post(request, { email: 'nobody@kitchen.test', redirectTo })).statusCode).toBe(422)
    },
  )
})

describe('I-62: a reset token', () => {
  const refused = async (token: string) => {
    const response = await desk.post(reset, { newPassword: 'coriander seeds', token })
    const { requestId: _, ...rest } = response.json()
    return [response.statusCode, rest]
  }

  test('is rejected with one response if used, expired, altered, truncated, empty or invented', async () => {
    const { email } = await signedUp()
    const nonsense = await refused('nonsense')
    expect(nonsense).toMatchObject([400, { code: 'invalid_token' }])

    const token = await mailedToken(email)
    const offByOne = `${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`
    for (const wrong of [
      offByOne,
      token.slice(0, -1),
      token.slice(1),
      token.toLowerCase(),
      ` ${token}`,
      `${token}x`,
      '',
      `reset-password:${token}`,
    ])
      expect(await refused(wrong)).toEqual(nonsense)

    expect((await desk.post(reset, { newPassword: 'coriander seeds', token })).statusCode).toBe(200)
    expect(await refused(token)).toEqual(nonsense)

    const late = await mailedToken(email)
    await desk.database.identity
      .withTables<{ verifications: { expires_at: Date } }>()
      .updateTable('verifications')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(await refused(late)).toEqual(nonsense)
  })

  test('expires after 15 minutes', async () => {
    const { email } = await signedUp()
    await mailedToken(email)
    for (const row of await desk.rows('verifications')) {
      expect(new Date(String(row['expires_at'])).getTime() - new Date(String(row['created_at'])).getTime()).toBeLessThanOrEqual(
        15 * 60_000 + 1000,
      )
    }
  })

  test('is invalidated when another one is used', async () => {
    const { email } = await signedUp()
    const first = await mailedToken(email)
    const second = await mailedToken(email)
    expect((await desk.post(reset, { newPassword: 'coriander seeds', token: second })).statusCode).toBe(200)
    expect(await refused(first)).toMatchObject([400, { code: 'invalid_token' }])
  })

  test('changes no other user', async () => {
    const [mine, theirs] = [await signedUp(), await signedUp()]
    const token = await mailedToken(mine.email)
    expect((await desk.post(reset, { newPassword: 'coriander seeds', token })).statusCode).toBe(200)
    expect((await desk.post(signIn, credentialsOf(theirs))).statusCode).toBe(200)
    expect((await desk.get('/api/users/me', theirs.token)).statusCode).toBe(200)
  })
})

test('C-13: accepts one of a hundred concurrent uses of a token and ends older sessions and passwords', async () => {
  const person = await signedUp()
  const token = await mailedToken(person.email)
  const oldSignIns = Array.from({ length: 10 }, () => desk.post(signIn, credentialsOf(person)))
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => desk.post(reset, { newPassword: `coriander seeds ${i}`, token })),
  )
  const statuses = Object.groupBy(responses, ({ statusCode }) => statusCode)
  expect(statuses[200]).toHaveLength(1)
  expect(statuses[400]).toHaveLength(99)

  const winner = responses.findIndex(({ statusCode }) => statusCode === 200)
  expect((await desk.post(signIn, { email: person.email, password: `coriander seeds ${winner}` })).statusCode).toBe(200)
  expect((await desk.get('/api/users/me', person.token)).statusCode).toBe(401)
  for (const response of await Promise.all(oldSignIns)) {
    const opened = response.headers['set-auth-token']
    if (opened) expect((await desk.get('/api/users/me', String(opened))).statusCode).toBe(401)
  }
})

test('C-13: rejects a sign-in with the old password during the reset', async () => {
  const person = await signedUp()
  await desk.database.identity.withTables<{ verifications: { id: string } }>().deleteFrom('verifications').execute()
  for (let round = 0; round < 4; round++) {
    const newPassword = `coriander seeds ${round}`
    const token = await mailedToken(person.email)
    const resetting = desk.post(reset, { newPassword, token })
    // The token is used and the new password is being hashed: the old one is valid when the sign-ins start, but not when they end.
    while ((await desk.rows('verifications')).length > 0) await new Promise((turn) => setImmediate(turn))
    const attempts = await Promise.all(Array.from({ length: 4 }, () => desk.post(signIn, credentialsOf(person))))
    const done = await resetting
    expect(done.statusCode).toBe(200)
    for (const { headers } of attempts) {
      const opened = headers['set-auth-token']
      if (opened) expect((await desk.get('/api/users/me', String(opened))).statusCode).toBe(401)
    }
    person.password = newPassword
  }
})
