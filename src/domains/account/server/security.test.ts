import { afterEach, describe, expect, test } from 'vitest'
import { plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import { type AccountsApp, credentialsOf, linkIn, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import { readEmailChangeToken } from './use-cases/change-email.ts'

let desk: AccountsApp
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await desk?.close()
  for (const close of closing.splice(0)) await close()
})

type Headers = Record<string, string>
const as = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const signedUp = async (person = signUpData()) => ({ person, token: tokenOf(await desk.post('/api/auth/sign-up/email', person)) })
const signIn = (keys: { email: string; password: string }, headers: Headers = {}) =>
  desk.post('/api/auth/sign-in/email', credentialsOf(keys), headers)
const isIn = async (token: string) => (await desk.get('/api/users/me', token)).statusCode === 200
const remove = (url: string, token: string) => desk.app.inject({ method: 'DELETE', url, headers: as(token) })
const sessions = async (token: string) => (await desk.get('/api/sessions', token)).json()

describe('the names', () => {
  const change = (token: string, body: object) =>
    desk.app.inject({
      method: 'PATCH',
      url: '/api/users/profile',
      headers: { 'content-type': 'application/json', ...as(token) },
      payload: JSON.stringify(body),
    })

  test('change together or separately, for all readers', async () => {
    desk = await openAccountsApp()
    const { token } = await signedUp()
    expect((await change(token, { firstName: '  Zoë ' })).json()).toMatchObject({ firstName: 'Zoë', lastName: 'Cook' })
    expect((await change(token, { lastName: 'Öz' })).json()).toMatchObject({ firstName: 'Zoë', lastName: 'Öz' })
    expect((await desk.rows('users'))[0]).toMatchObject({ name: 'Zoë Öz', first_name: 'Zoë', last_name: 'Öz' })
  })

  test.each([
    { firstName: '' },
    { firstName: '\u200b' },
    { lastName: 'x'.repeat(61) },
    { firstName: 'a\u0000' },
    { name: 'x' },
    { email: 'a@b.test' },
  ])('reject %j', async (body) => {
    desk = await openAccountsApp()
    const { token } = await signedUp()
    expect((await change(token, body)).statusCode).toBe(422)
    expect((await desk.rows('users'))[0]).toMatchObject({ name: 'Ada Cook' })
  })
})

describe('sessions', () => {
  test('are listed with their device, the current one first', async () => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const phone = tokenOf(await signIn(person, { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0' }))
    const list = await sessions(token)
    expect(list).toMatchObject([{ isCurrent: true }, { isCurrent: false, device: 'Firefox on Android', ipAddress: '127.0.0.1' }])
    expect((await sessions(phone)).map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([true, false])
    expect(list[0].lastSeenAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  })

  test('are rejected after they end, and their streams are notified', async () => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const other = tokenOf(await signIn(person))
    const result: string[] = []
    desk.database.onMessage('session-ended', (id) => result.push(id))
    const [, { id }] = await sessions(token)
    expect((await remove(`/api/sessions/${id}`, token)).statusCode).toBe(204)
    expect([await isIn(other), await isIn(token)]).toEqual([false, true])
    await expect.poll(() => result).toEqual([id])
    expect((await remove(`/api/sessions/${id}`, token)).statusCode).toBe(404)
  })

  test('can’t be ended by another user', async () => {
    desk = await openAccountsApp()
    const [mine, theirs] = [await signedUp(), await signedUp()]
    const [{ id }] = await sessions(theirs.token)
    expect((await remove(`/api/sessions/${id}`, mine.token)).statusCode).toBe(404)
    expect(await isIn(theirs.token)).toBe(true)
  })

  test('end together, except for the current one and those of other users', async () => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const others = [tokenOf(await signIn(person)), tokenOf(await signIn(person))]
    const stranger = await signedUp()
    expect((await remove('/api/sessions', token)).statusCode).toBe(204)
    expect(await Promise.all([...others, token, stranger.token].map(isIn))).toEqual([false, false, true, true])
  })
})

describe('a new password', () => {
  const change = (token: string, body: object) => desk.post('/api/users/password', body, as(token))

  test('ends every other session and mailed link, and works from then on', async () => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const other = tokenOf(await signIn(person))
    await desk.post('/api/auth/request-password-reset', { email: person.email })
    const [mail = ''] = await desk.outbox()
    expect((await change(token, { currentPassword: person.password, newPassword: 'sage and 43 pears' })).statusCode).toBe(204)
    expect([await isIn(token), await isIn(other)]).toEqual([true, false])
    expect((await signIn(person)).statusCode).toBe(401)
    expect((await signIn({ ...person, password: 'sage and 43 pears' })).statusCode).toBe(200)
    const late = { newPassword: 'rosemary and 9 figs', token: linkIn(mail).searchParams.get('token') }
    expect((await desk.post('/api/auth/reset-password', late)).statusCode).toBe(400)
  })

  test.each([
    ['a wrong present one', { currentPassword: 'not this one', newPassword: 'sage and 43 pears' }, 'wrong_password'],
    ['a common one', { currentPassword: 'basil and thyme', newPassword: 'password' }, 'password_too_common'],
    ['a short one', { currentPassword: 'basil and thyme', newPassword: 'sage' }, 'invalid_input'],
    ['one of a million characters', { currentPassword: 'x'.repeat(900_000), newPassword: 'sage and 43 pears' }, 'invalid_input'],
  ])('is rejected for %s', async (_what, body, code) => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const answer = await change(token, body)
    expect([answer.statusCode, answer.json().code]).toEqual([422, code])
    expect((await signIn(person)).statusCode).toBe(200)
  })

  test('is set once by 100 concurrent requests', async () => {
    desk = await openAccountsApp()
    const { person, token } = await signedUp()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => change(token, { currentPassword: person.password, newPassword: `sage and ${i} pears` })),
    )
    const right = answers.flatMap(({ statusCode }, i) => (statusCode === 204 ? [i] : []))
    expect(right).toHaveLength(1)
    expect((await signIn({ ...person, password: `sage and ${right[0]} pears` })).statusCode).toBe(200)
  })

  test('allows ten attempts at the current one', async () => {
    desk = await openAccountsApp({ rateLimits: 'on' })
    const { token } = await signedUp()
    const statuses: number[] = []
    for (let i = 0; i < 12; i++)
      statuses.push((await change(token, { currentPassword: `guess ${i}`, newPassword: 'sage and 43 pears' })).statusCode)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
  })
})

test('counts password attempts per session', async () => {
  desk = await openAccountsApp({ rateLimits: 'on' })
  const { person, token } = await signedUp()
  const stolen = tokenOf(await signIn(person))
  const guess = { currentPassword: 'guess number one', newPassword: 'sage and 43 pears' }
  for (let i = 0; i < 10; i++) await desk.post('/api/users/password', guess, as(stolen))
  const begin = (bearer: string) => desk.post('/api/users/two-factor', { password: person.password }, as(bearer))
  expect((await begin(stolen)).statusCode).toBe(429)
  // More than a session's limit of wrong passwords.
  for (const path of ['/api/passkeys/options', '/api/users/two-factor', '/api/passkeys/options'])
    for (let i = 0; i < 4; i++) {
      const answer = await desk.post(path, { password: person.password }, { ...as(token), origin: 'http://localhost', host: 'localhost' })
      expect([path, answer.statusCode]).toEqual([path, 200])
    }
})

describe('a new email address', () => {
  const change = (token: string, email: string, password = 'basil and thyme') =>
    desk.post('/api/users/email', { email, password }, as(token))
  const emailOf = async (token: string) => (await desk.get('/api/users/me', token)).json().email

  test('is set immediately without mail, in its normal form', async () => {
    desk = await openAccountsApp()
    const { token } = await signedUp()
    expect((await change(token, '  NEW@Kitchen.test ')).json()).toEqual({ state: 'changed' })
    expect(await emailOf(token)).toBe('new@kitchen.test')
    expect((await signIn({ email: 'new@kitchen.test', password: 'basil and thyme' })).statusCode).toBe(200)
  })

  test('must be free and requires the password', async () => {
    desk = await openAccountsApp()
    const [mine, theirs] = [await signedUp(), await signedUp()]
    const taken = await change(mine.token, theirs.person.email)
    expect([taken.statusCode, taken.json().code]).toEqual([409, 'email_taken'])
    expect((await change(mine.token, 'free@kitchen.test', 'wrong one')).json().code).toBe('wrong_password')
    expect(await emailOf(mine.token)).toBe(mine.person.email)
  })

  test.each(['a@b\r\nBcc:x', 'a＠b.test\u0000', 'a@b', `${'x'.repeat(320)}@b.test`, 'аna@kitchen.test'])(
    'I-17: rejects %j',
    async (email) => {
      desk = await openAccountsApp()
      const { token, person } = await signedUp()
      expect((await change(token, email)).statusCode).toBe(422)
      expect(await emailOf(token)).toBe(person.email)
    },
  )

  describe('with a mail server', () => {
    async function confirmed() {
      const mail = await startMailServer()
      closing.push(() => mail.stop())
      desk = await openAccountsApp({ smtpUrl: mail.url, publicUrl: 'https://larder.kitchen.test' })
      const person = signUpData()
      const headers = { origin: 'https://larder.kitchen.test' }
      await desk.post('/api/auth/sign-up/email', person, headers)
      await desk.idle()
      const link = linkIn(plainText(mail.received[0]?.message ?? ''))
      await desk.submit(`${link.pathname}${link.search}`)
      const token = tokenOf(await signIn(person, headers))
      mail.received.length = 0
      return { mail, person, token }
    }
    /** Returns the mails to an address, which arrive in any order. */
    const mailTo = ({ received }: Awaited<ReturnType<typeof startMailServer>>, address: string) =>
      plainText(received.find(({ to }) => to.includes(address))?.message ?? '')
    const open = async (link: URL) => (await desk.submit(`${link.pathname}${link.search}`)).headers.location

    test('is set once by the mailed link, and the old address is notified', async () => {
      const { mail, person, token } = await confirmed()
      expect((await change(token, 'next@kitchen.test')).json()).toEqual({ state: 'pending' })
      await desk.idle()
      expect(mail.received).toHaveLength(2)
      const [result, text] = [mailTo(mail, person.email), mailTo(mail, 'next@kitchen.test')]
      expect(result).not.toMatch(/email\/confirm|next@kitchen/)
      expect(text).not.toContain(person.email)
      const link = linkIn(text)
      expect(link.origin).toBe('https://larder.kitchen.test')
      const page = await desk.get(`${link.pathname}${link.search}`)
      expect([page.statusCode, page.body.includes('<button>')]).toEqual([200, true])
      expect(await emailOf(token)).toBe(person.email)
      expect(await open(link)).toBe('/settings?tab=profile&email=changed')
      expect(await emailOf(token)).toBe('next@kitchen.test')
      expect(await open(link)).toBe('/settings?tab=profile&email=expired')
      await desk.idle()
      expect(mail.received.at(-1)?.to).toEqual([person.email])
    })

    test('I-62: rejects an altered or truncated link or one of another kind', async () => {
      const { mail, person, token } = await confirmed()
      await change(token, 'next@kitchen.test')
      await desk.idle()
      const link = linkIn(mailTo(mail, 'next@kitchen.test'))
      const right = link.searchParams.get('token') ?? ''
      for (const wrong of [right.slice(0, -2), `${right.slice(0, 20)}${right[20] === 'A' ? 'B' : 'A'}${right.slice(21)}`, 'x', token]) {
        link.searchParams.set('token', wrong)
        expect(await open(link)).toBe('/settings?tab=profile&email=expired')
      }
      expect(await emailOf(token)).toBe(person.email)
    })

    test('rejects a link after an hour', async () => {
      const { mail, token } = await confirmed()
      await change(token, 'next@kitchen.test')
      await desk.idle()
      const mailed = linkIn(mailTo(mail, 'next@kitchen.test')).searchParams.get('token') ?? ''
      const minutesLater = (minutes: number) => new Date(Date.now() + minutes * 60_000)
      expect(readEmailChangeToken(desk.accounts, mailed, minutesLater(61)).change).toBeNull()
      expect(readEmailChangeToken(desk.accounts, mailed, minutesLater(59)).change).toMatchObject({ to: 'next@kitchen.test' })
    })

    test('I-60: responds the same for an address that has an account', async () => {
      const { mail, person, token } = await confirmed()
      const other = signUpData()
      await desk.post('/api/auth/sign-up/email', other, { origin: 'https://larder.kitchen.test' })
      await desk.idle()
      mail.received.length = 0
      const answers = [await change(token, other.email), await change(token, 'nobody@kitchen.test')]
      expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(
        [answers[0], answers[0]].map((one) => [one?.statusCode, one?.body]),
      )
      await desk.idle()
      const sent = mail.received.filter(({ to }) => !to.includes(person.email))
      expect(sent).toHaveLength(2)
      expect([other.email, 'nobody@kitchen.test'].map((to) => /email\/confirm/.test(mailTo(mail, to)))).toEqual([false, true])
    })

    test.each(['changed', 'forgotten'])('rejects a link if the password was %s since', async (how) => {
      const { mail, person, token } = await confirmed()
      await change(token, 'thief@kitchen.test')
      await desk.idle()
      const link = linkIn(mailTo(mail, 'thief@kitchen.test'))
      if (how === 'changed')
        await desk.post('/api/users/password', { currentPassword: person.password, newPassword: 'sage and 43 pears' }, as(token))
      else {
        mail.received.length = 0
        await desk.post('/api/auth/request-password-reset', { email: person.email }, { origin: 'https://larder.kitchen.test' })
        await expect.poll(() => mail.received.length).toBe(1)
        const reset = linkIn(plainText(mail.received[0]?.message ?? '')).searchParams.get('token')
        await desk.post('/api/auth/reset-password', { token: reset, newPassword: 'sage and 43 pears' })
      }
      expect(await open(link)).toBe('/settings?tab=profile&email=expired')
      expect(
        (await signIn({ email: person.email, password: 'sage and 43 pears' }, { origin: 'https://larder.kitchen.test' })).statusCode,
      ).toBe(200)
    })

    test('mails the owner about a password reset and what still grants access', async () => {
      const { mail, person } = await confirmed()
      await desk.post('/api/auth/request-password-reset', { email: person.email }, { origin: 'https://larder.kitchen.test' })
      await expect.poll(() => mail.received.length).toBe(1)
      const reset = linkIn(mailTo(mail, person.email)).searchParams.get('token')
      mail.received.length = 0
      await desk.post('/api/auth/reset-password', { token: reset, newPassword: 'sage and 43 pears' })
      await expect.poll(() => mail.received.length).toBe(1)
      expect(mailTo(mail, person.email)).toMatch(
        /was just changed[\s\S]*access tokens and calendar links were revoked[\s\S]*passkeys in Settings/,
      )
    })

    test('mails the owner about a new password', async () => {
      const { mail, person, token } = await confirmed()
      await desk.post('/api/users/password', { currentPassword: person.password, newPassword: 'sage and 43 pears' }, as(token))
      await desk.idle()
      expect(mail.received.map(({ to }) => to)).toEqual([[person.email]])
      expect(plainText(mail.received[0]?.message ?? '')).toContain('was just changed')
    })
  })
})
