import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AccountsApp, credentialsOf, deviceOf, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
let desk: AccountsApp
beforeAll(async () => {
  desk = await openAccountsApp()
})
afterAll(() => desk?.close())

describe('signing up', () => {
  test('returns the token and the user; only the header’s signed token is accepted', async () => {
    const person = signUpData()
    const response = await desk.post(signUp, { ...person, name: 'Ada Cook' })
    expect(response.statusCode).toBe(200)
    const { token, user } = response.json()
    expect(user).toMatchObject({ email: person.email, firstName: 'Ada', lastName: 'Cook', name: 'Ada Cook' })
    expect(Object.keys(user)).not.toContain('preferences')

    const me = await desk.get('/api/users/me', tokenOf(response))
    expect(me.statusCode).toBe(200)
    expect(me.json()).toMatchObject({ id: user.id, email: person.email, avatar: null, preferences: { massUnit: 'lb' } })
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(401)
  })

  test.each([
    ['US', { massUnit: 'lb', volumeUnit: 'cup', unitDisplay: { regional: 'US', autoConvert: false } }],
    ['DE', { massUnit: 'g', volumeUnit: 'ml', unitDisplay: { regional: 'metric', mass: { preferred: 'g' }, volume: { preferred: 'ml' } } }],
  ])('starts with the units of the region %s', async (region, preferences) => {
    const response = await desk.post(signUp, { ...signUpData(), region })
    expect((await desk.get('/api/users/me', tokenOf(response))).json()).toMatchObject({ preferences })
  })

  test('rejects a region that isn’t a code', async () => {
    expect((await desk.post(signUp, { ...signUpData(), region: 'Germany' })).statusCode).toBe(422)
  })

  test('neither sets nor accepts a session cookie', async () => {
    const response = await desk.post(signUp, signUpData())
    const device = deviceOf(response)
    expect(response.headers['set-cookie']).toMatch(/^larder-device=[^,]*$/)
    const token = tokenOf(response)
    for (const cookie of [`better-auth.session_token=${token}`, `larder-device=${token}`, device]) {
      expect((await desk.get('/api/auth/get-session', undefined, { cookie })).json()).toBeNull()
      expect((await desk.get('/api/users/me', undefined, { cookie })).statusCode).toBe(401)
    }
  })

  test('rejects a taken address with 422 and changes nothing', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    const again = await desk.post(signUp, { ...person, password: 'rosemary and sage' })
    expect(again.statusCode).toBe(422)
    expect(again.headers['content-type']).toContain('application/problem+json')
    expect(again.json()).toMatchObject({ code: 'user_already_exists_use_another_email' })
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(200)
  })

  test.each(['id', 'emailVerified', 'preferences', 'image', 'role', 'createdAt', 'userId'])(
    'I-12: rejects a body that sets %s',
    async (key) => {
      const person = signUpData()
      expect((await desk.post(signUp, { ...person, [key]: 'x' })).statusCode).toBe(422)
      expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(401)
    },
  )

  test('exposes no other path of the library', async () => {
    for (const path of ['update-user', 'change-password', 'delete-user', 'change-email', 'list-sessions', 'ok', 'error', 'sign-in/social'])
      for (const response of [await desk.post(`/api/auth/${path}`, {}), await desk.get(`/api/auth/${path}`)])
        expect(response.statusCode).toBe(404)
  })
})

describe('I-17: the normal form of an address', () => {
  test.each([
    ['UPPER@Kitchen.Test', 'upper@kitchen.test'],
    ['  spaced@kitchen.test  ', 'spaced@kitchen.test'],
    ['wide＠kitchen.test', 'wide@kitchen.test'],
    ['ｆｕｌｌ@kitchen.test', 'full@kitchen.test'],
    ['\u212Aelvin@kitchen.test', 'kelvin@kitchen.test'],
    ['plus+tag@kitchen.test', 'plus+tag@kitchen.test'],
  ])('%s is %s', async (written, normal) => {
    const person = signUpData(written)
    const response = await desk.post(signUp, person)
    expect(response.statusCode).toBe(200)
    expect(response.json().user.email).toBe(normal)
    expect((await desk.post(signUp, signUpData(normal))).statusCode).toBe(422)
    expect((await desk.post(signIn, { email: normal.toUpperCase(), password: person.password })).statusCode).toBe(200)
  })

  test.each([
    'a@b\r\nBcc: everybody@kitchen.test',
    'a@kitchen.test\nBcc: everybody@kitchen.test',
    'a@kitchen.test,b@kitchen.test',
    '"a b"@kitchen.test',
    `${'a'.repeat(308)}@kitchen.test`,
    `${'㏂'.repeat(80)}@kitchen.test`,
    'koch@bücher.test',
    'a\u0000b@kitchen.test',
    'nobody',
    '',
  ])('%j is refused with 422', async (email) => {
    const response = await desk.post(signUp, signUpData(email))
    expect(response.statusCode).toBe(422)
    expect(response.json().fields[0].path).toBe('email')
  })
})

describe('I-19: passwords', () => {
  const trial = (password: string) => desk.post(signUp, { ...signUpData(), password })

  test.each([
    ['five characters', 'basil'],
    ['five emoji', '🥕🥕🥕🥕🥕'],
    ['129 characters', 'x'.repeat(129)],
    ['half a character', 'half \ud83e of it'],
  ])('rejects %s', async (_what, password) => {
    const response = await trial(password)
    expect(response.statusCode).toBe(422)
    expect(response.json().fields[0].path).toBe('password')
  })

  test('explains that one is too short', async () => {
    expect((await trial('basil')).json().detail).toContain('Password must be at least 6 characters long')
  })

  test.each([
    ['six characters', 'radish'.split('').reverse().join('')],
    ['six emoji', '🥕🥔🧄🧅🥦🌽'],
    ['spaces around', '  two spaces  '],
    ['128 characters', 'ä'.repeat(128)],
    ['128 emoji', '🥕🥔'.repeat(64)],
  ])('accepts %s exactly as typed', async (_what, password) => {
    const person = { ...signUpData(), password }
    expect((await desk.post(signUp, person)).statusCode).toBe(200)
    expect((await desk.post(signIn, { email: person.email, password })).statusCode).toBe(200)
    expect((await desk.post(signIn, { email: person.email, password: `${password}x`.slice(-120) })).statusCode).toBe(401)
  })

  test.each(['123456', 'password', 'PASSWORD', 'iloveyou', 'Qwerty', 'trustno1', 'ｐａｓｓｗｏｒｄ', 'larder', 'Kitchen2026!', '123küche'])(
    'rejects the common %s',
    async (password) => {
      const response = await trial(password)
      expect(response.statusCode).toBe(422)
      expect(response.json().code).toBe('password_too_common')
    },
  )

  test('distinguishes two that differ at byte 73', async () => {
    const start = 'é'.repeat(36)
    const person = { ...signUpData(), password: `${start}a` }
    await desk.post(signUp, person)
    expect((await desk.post(signIn, { ...credentialsOf(person), password: `${start}b` })).statusCode).toBe(401)
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(200)
  })

  test('rejects a megabyte without hashing it', async () => {
    for (const path of [signUp, signIn]) {
      expect((await desk.post(path, { ...signUpData(), password: 'x'.repeat(900_000) })).statusCode).toBe(422)
      expect((await desk.post(path, { ...signUpData(), password: 'x'.repeat(1024 * 1024) })).statusCode).toBe(413)
    }
    const resetBody = { newPassword: 'x'.repeat(900_000), token: 'x' }
    expect((await desk.post('/api/auth/reset-password', resetBody)).statusCode).toBe(422)
  })
})

// Hashing each password takes long on a busy machine.
const atOnce = Number(process.env.LARDER_TEST_RACE ?? 30)

test(`C-15: ${atOnce} concurrent sign-ups for one address in any spelling create one account`, async () => {
  const tag = randomUUID()
  const address = `race${tag}@kitchen.test`
  const spellings = [
    address,
    address.toUpperCase(),
    `Race${tag}@Kitchen.Test`,
    ` ${address}`,
    `ｒａｃｅ${tag}@kitchen.test`,
    `race${tag}＠kitchen.test`,
  ]
  const responses = await Promise.all(
    Array.from({ length: atOnce }, (_, i) => desk.post(signUp, { ...signUpData(spellings[i % spellings.length]), firstName: `Cook ${i}` })),
  )
  const codes = Object.groupBy(responses, ({ statusCode }) => statusCode)
  expect(codes[200]).toHaveLength(1)
  expect(codes[422]).toHaveLength(atOnce - 1)
  const users = (await desk.rows('users')).filter(({ email }) => email === address)
  expect(users).toHaveLength(1)
  expect((await desk.rows('accounts')).filter(({ user_id }) => user_id === users[0]?.['id'])).toHaveLength(1)
  const winner = codes[200]?.[0]
  expect(winner?.json().user.id).toBe(users[0]?.['id'])
  expect(desk.logged.join('\n')).not.toContain('kitchen.test')
})

describe('the first account', () => {
  const isNeeded = async (app: AccountsApp) => (await app.get('/api/auth/first-account')).json()

  test('is needed until the first sign-up, and again after the last account is deleted', async () => {
    const empty = await openAccountsApp()
    try {
      expect(await isNeeded(empty)).toEqual({ isNeeded: true })
      const person = signUpData()
      const token = tokenOf(await empty.post(signUp, person))
      expect(await isNeeded(empty)).toEqual({ isNeeded: false })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const payload = JSON.stringify({ password: person.password })
      await empty.app.inject({ method: 'DELETE', url: '/api/users/me', headers, payload })
      expect(await isNeeded(empty)).toEqual({ isNeeded: true })
    } finally {
      await empty.close()
    }
  })

  test('isn’t needed if the configuration names the admins', async () => {
    const own = await openAccountsApp({ admins: ['keeper@kitchen.test'] })
    try {
      expect(await isNeeded(own)).toEqual({ isNeeded: false })
    } finally {
      await own.close()
    }
  })
})

describe('who may sign up', () => {
  test('without mail: reserves a server admin’s address for the first account', async () => {
    const keeper = signUpData('keeper@kitchen.test')
    const kept = { statusCode: 403, code: 'address_kept' }
    const own = await openAccountsApp({ admins: [keeper.email, 'second@kitchen.test'] })
    try {
      expect((await own.post(signUp, keeper)).statusCode).toBe(200)
      const other = signUpData()
      const token = tokenOf(await own.post(signUp, other))
      const answers = [
        await own.post(signUp, { ...signUpData(), email: 'Second@kitchen.test' }),
        await own.post(
          '/api/users/email',
          { email: 'second@kitchen.test', password: other.password },
          { authorization: `Bearer ${token}` },
        ),
      ]
      expect(answers.map((answer) => ({ statusCode: answer.statusCode, code: answer.json().code }))).toEqual([kept, kept])
      expect((await own.get('/api/users/me', token)).json().email).toBe(other.email)
    } finally {
      await own.close()
    }
  })

  test('closed: accepts the first account and rejects later ones', async () => {
    const closed = await openAccountsApp({ signup: 'closed' })
    try {
      expect((await closed.post(signUp, signUpData())).statusCode).toBe(200)
      const second = await closed.post(signUp, signUpData())
      expect([second.statusCode, second.json().code]).toEqual([403, 'sign_up_closed'])
    } finally {
      await closed.close()
    }
  })

  test.each(['closed', 'invite'] as const)('%s: accepts one of eight concurrent sign-ups on an empty server', async (signup) => {
    const empty = await openAccountsApp({ signup })
    try {
      const answers = await Promise.all(Array.from({ length: 8 }, () => empty.post(signUp, signUpData())))
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(7).fill(403)])
      const refused = signup === 'closed' ? 'sign_up_closed' : 'sign_up_by_invite'
      expect(new Set(answers.flatMap((answer) => (answer.statusCode === 403 ? [answer.json().code] : [])))).toEqual(new Set([refused]))
      expect(await empty.rows('users')).toHaveLength(1)
      expect(await empty.rows('accounts')).toHaveLength(1)
    } finally {
      await empty.close()
    }
  })

  test('closed: accepts a sign-up after the only account is deleted', async () => {
    const closed = await openAccountsApp({ signup: 'closed' })
    try {
      const first = signUpData()
      const token = tokenOf(await closed.post(signUp, first))
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const payload = JSON.stringify({ password: first.password })
      expect((await closed.app.inject({ method: 'DELETE', url: '/api/users/me', headers, payload })).statusCode).toBe(204)
      expect((await closed.post(signUp, signUpData())).statusCode).toBe(200)
      expect((await closed.post(signUp, signUpData())).statusCode).toBe(403)
    } finally {
      await closed.close()
    }
  })

  test('by invitation: accepts a household’s invite code', async () => {
    const byInvite = await openAccountsApp({ signup: 'invite', isInvited: async (code) => code === 'GOODCODE' })
    try {
      expect((await byInvite.post(signUp, signUpData())).statusCode).toBe(200)
      const without = await byInvite.post(signUp, signUpData())
      expect([without.statusCode, without.json().code]).toEqual([403, 'sign_up_by_invite'])
      expect((await byInvite.post(signUp, { ...signUpData(), inviteCode: 'BADCODE1' })).statusCode).toBe(403)
      expect((await byInvite.post(signUp, { ...signUpData(), inviteCode: ' goodcode' })).statusCode).toBe(200)
    } finally {
      await byInvite.close()
    }
  })

  test('by invitation: accepts a valid code while others guess', async () => {
    const guarded = await openAccountsApp({ signup: 'invite', isInvited: async (code) => code === 'GOODCODE', rateLimits: 'on' })
    try {
      const from = async (remoteAddress: string, inviteCode: string) => {
        const headers = { 'content-type': 'application/json' }
        const payload = JSON.stringify({ ...signUpData(), inviteCode })
        return (await guarded.app.inject({ method: 'POST', url: signUp, remoteAddress, headers, payload })).statusCode
      }
      await from('127.0.0.1', 'FIRST')
      for (let i = 1; i <= 12; i++) for (let time = 0; time < 10; time++) expect(await from(`198.51.100.${i}`, 'BADCODE1')).toBe(403)
      expect(await from('198.51.100.1', 'GOODCODE')).toBe(429)
      expect(await from('203.0.113.1', 'GOODCODE')).toBe(200)
    } finally {
      await guarded.close()
    }
  })
})
