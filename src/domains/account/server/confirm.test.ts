import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type MailServer, plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import {
  type AccountsApp,
  credentialsOf,
  linkIn,
  listeningAddress,
  openAccountsApp,
  signUpData,
  tokenOf,
} from '#tests/support/server/accounts-app.ts'

const signUp = '/api/auth/sign-up/email'
const signIn = '/api/auth/sign-in/email'
let mail: MailServer
let desk: AccountsApp
beforeAll(async () => {
  mail = await startMailServer()
  desk = await openAccountsApp({ smtpUrl: mail.url })
})
afterAll(async () => {
  await desk?.close()
  await mail?.stop()
})

async function mailsTo(email: string): Promise<string[]> {
  await desk.idle()
  return mail.received.filter(({ to }) => to.includes(email)).map(({ message }) => plainText(message))
}
const lastLink = async (email: string) => linkIn((await mailsTo(email)).at(-1) ?? '')
/** Mails sent at the same time arrive in any order. */
const linkTo = async (path: string, email: string) =>
  (await mailsTo(email)).map(linkIn).find(({ pathname }) => pathname === path) ?? expect.unreachable(`no mail leads to ${path}`)
/** Presses the button of the link's page. */
const open = (link: URL) => desk.submit(link.pathname + link.search)

describe('with a mail server', () => {
  test('requires a confirmed address before the account can be used', async () => {
    const person = signUpData()
    const response = await desk.post(signUp, person)
    expect([response.statusCode, response.json().token]).toEqual([200, null])
    expect(response.headers['set-auth-token']).toBeUndefined()
    expect(await desk.rows('sessions')).toEqual([])

    const early = await desk.post(signIn, credentialsOf(person))
    expect([early.statusCode, early.json().code]).toEqual([403, 'email_not_verified'])

    const link = await lastLink(person.email)
    expect([link.origin, link.pathname]).toEqual([listeningAddress, '/api/auth/verify-email'])
    const [, claims = ''] = (link.searchParams.get('token') ?? '').split('.')
    const { iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    expect(exp - iat).toBe(3600)
    const opened = await open(link)
    expect([opened.statusCode, opened.headers['location']]).toEqual([303, '/login?confirmed=1'])
    expect(opened.headers['set-cookie']).toBeUndefined()
    expect(opened.headers['set-auth-token']).toBeUndefined()
    expect(opened.headers['referrer-policy']).toBe('no-referrer')
    expect(await desk.rows('sessions')).toEqual([])

    expect((await desk.get('/api/users/me', tokenOf(await desk.post(signIn, credentialsOf(person))))).statusCode).toBe(200)
  })

  test('redirects an altered link or another kind of token to sign-in with the reason', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    const link = await lastLink(person.email)
    const token = link.searchParams.get('token') ?? ''
    const [head, , signature] = token.split('.')
    const otherClaims = Buffer.from(JSON.stringify({ email: person.email, updateTo: 'evil@kitchen.test', exp: 9_999_999_999 })).toString(
      'base64url',
    )
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${otherClaims}.`
    for (const wrong of [`${token}x`, token.slice(0, -1), `${head}.${otherClaims}.${signature}`, unsigned, 'nonsense']) {
      const response = await desk.submit(`${link.pathname}?token=${encodeURIComponent(wrong)}`)
      expect([response.statusCode, response.headers['location']]).toEqual([303, '/login?error=INVALID_TOKEN'])
    }
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(403)
  })

  test('shows a button and confirms nothing when the link is opened', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    const link = await lastLink(person.email)
    // The library's own links and those of earlier releases have this form.
    for (const callbackURL of ['', '&callbackURL=%2F', '&callbackURL=%2Flogin']) {
      const page = await desk.get(link.pathname + link.search + callbackURL, undefined, { 'accept-language': 'de' })
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(page.headers['cache-control']).toBe('no-store')
      expect(page.body).toContain('<html lang="de">')
      expect(page.body.match(/<button>/g)).toHaveLength(1)
    }
    const head = await desk.app.inject({ method: 'HEAD', url: link.pathname + link.search })
    expect(head.statusCode).toBe(404)
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(403)
    const page = await desk.get(link.pathname + link.search)
    const action = /action="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&#38;', '&') ?? ''
    expect((await desk.submit(action)).headers['location']).toBe('/login?confirmed=1')
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(200)
  })

  test('escapes the token on the link’s page', async () => {
    const page = await desk.get(`/api/auth/verify-email?token=${encodeURIComponent('"><script>alert(1)</script>')}`)
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toContain('<script')
  })

  test('rejects a confirmation token as a bearer token', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    const token = (await lastLink(person.email)).searchParams.get('token') ?? ''
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(401)
    expect((await desk.get('/api/auth/get-session', token)).json()).toBeNull()
  })

  test('I-60: responds to a sign-up with a known address as with an unknown one, and mails its owner', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    await open(await lastLink(person.email))

    const known = await desk.post(signUp, { ...person, password: 'another password' })
    const unknown = await desk.post(signUp, signUpData())
    const shape = (response: typeof known) => ({
      status: response.statusCode,
      headers: Object.keys(response.headers).sort(),
      body: Object.entries({ ...response.json(), ...response.json().user }).map(([key, value]) => `${key}: ${typeof value}`),
    })
    expect(shape(known)).toEqual(shape(unknown))
    expect((await mailsTo(person.email)).at(-1)).toContain('it already has an account')
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(200)
  })

  test('sends the link again after another sign-up or a sign-in', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    await desk.post(signUp, person)
    await desk.post(signIn, credentialsOf(person))
    expect(await mailsTo(person.email)).toHaveLength(3)
    await open(await lastLink(person.email))
    expect((await desk.post(signIn, credentialsOf(person))).statusCode).toBe(200)
  })

  test('replaces the password of an earlier, unconfirmed sign-up with the same address', async () => {
    const thief = signUpData()
    await desk.post(signUp, thief)
    const early = await lastLink(thief.email)
    const owner = { ...signUpData(), email: thief.email, password: 'walnuts and 12 figs' }
    const [known, unknown] = [await desk.post(signUp, owner), await desk.post(signUp, signUpData())]
    expect(Object.keys(known.json())).toEqual(Object.keys(unknown.json()))
    const text = (await mailsTo(owner.email)).at(-1) ?? ''
    expect(text).toContain('hasn’t been confirmed')
    // The link of the attacker's sign-up confirms no password.
    expect((await open(early)).headers['location']).toBe('/login?confirmed=1')
    expect((await desk.post(signIn, credentialsOf(thief))).statusCode).toBe(401)
    const token = linkIn(text).searchParams.get('token')
    expect((await desk.post('/api/auth/reset-password', { newPassword: owner.password, token })).statusCode).toBe(200)
    expect((await desk.post(signIn, credentialsOf(thief))).statusCode).toBe(401)
    expect((await desk.post(signIn, credentialsOf(owner))).statusCode).toBe(200)
  })

  test('responds the same and sends no mail if the link is requested for an unknown address', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    const path = '/api/auth/send-verification-email'
    const [known, unknown] = await Promise.all([
      desk.post(path, { email: person.email }),
      desk.post(path, { email: 'nobody@kitchen.test' }),
    ])
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    expect(await mailsTo(person.email)).toHaveLength(2)
    expect(await mailsTo('nobody@kitchen.test')).toEqual([])
  })

  test('confirms the address when a password is set from a mail', async () => {
    const person = signUpData()
    await desk.post(signUp, person)
    await desk.post('/api/auth/request-password-reset', { email: person.email })
    const link = await linkTo('/reset-password', person.email)
    const token = link.searchParams.get('token')
    expect((await desk.post('/api/auth/reset-password', { newPassword: 'coriander seeds', token })).statusCode).toBe(200)
    expect((await desk.post(signIn, { email: person.email, password: 'coriander seeds' })).statusCode).toBe(200)
  })

  test('C-15: gives concurrent sign-ups for one address the same response', async () => {
    const person = signUpData()
    const responses = await Promise.all(Array.from({ length: 8 }, () => desk.post(signUp, person)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect((await desk.rows('users')).filter(({ email }) => email === person.email)).toHaveLength(1)
  })

  test('includes no text from the sign-up form in mails', async () => {
    const person = { ...signUpData(), firstName: 'Visit evil.test now', lastName: '<b>Cook</b>' }
    await desk.post(signUp, person)
    const text = (await mailsTo(person.email)).join('\n')
    expect(text).not.toContain('evil.test')
    expect(text).not.toContain('<b>')
  })
})

test('sends an address five mails of a kind per 15 minutes without revealing it', async () => {
  const guarded = await openAccountsApp({ smtpUrl: mail.url, rateLimits: 'on' })
  try {
    const person = signUpData()
    const ask = (path: string, body: object, remoteAddress: string) =>
      guarded.app.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      })
    await ask(signUp, person, '198.51.100.1')
    for (let i = 2; i <= 9; i++)
      expect((await ask('/api/auth/request-password-reset', { email: person.email }, `198.51.100.${i}`)).statusCode).toBe(200)
    await guarded.idle()
    const mails = (await mailsTo(person.email)).filter((text) => text.includes('Set your password'))
    expect(mails).toHaveLength(5)
  } finally {
    await guarded.close()
  }
})

test('requires no confirmation without a mail server', async () => {
  const plain = await openAccountsApp()
  try {
    const response = await plain.post('/api/auth/send-verification-email', { email: 'nobody@kitchen.test' })
    expect([response.statusCode, response.json().code]).toEqual([400, 'verification_email_not_enabled'])
  } finally {
    await plain.close()
  }
})

describe('the language of a new user', () => {
  const french = { 'accept-language': 'fr' }

  test('is taken from the sign-up page and used for mails', async () => {
    const person = signUpData()
    await desk.post(signUp, person, french)
    expect((await mailsTo(person.email)).at(-1)).toContain('Bienvenue sur Larder. Ouvrez ce lien dans les 60 minutes')
    await open(await lastLink(person.email))
    const token = tokenOf(await desk.post(signIn, credentialsOf(person)))
    expect((await desk.get('/api/users/me', token)).json().preferences.language).toBe('fr')
    // The recipient's language counts, not the requester's.
    await desk.post('/api/auth/request-password-reset', { email: person.email }, { 'accept-language': 'de' })
    expect((await mailsTo(person.email)).at(-1)).toContain('pour choisir un nouveau mot de passe')
  })

  test.each(['nl', '../../etc', undefined])('I-63: defaults to English if the page’s language is %j', async (header) => {
    const person = signUpData()
    await desk.post(signUp, person, header === undefined ? {} : { 'accept-language': header })
    expect((await mailsTo(person.email)).at(-1)).toContain('Welcome to Larder.')
    await open(await lastLink(person.email))
    const token = tokenOf(await desk.post(signIn, credentialsOf(person)))
    expect((await desk.get('/api/users/me', token)).json().preferences).not.toHaveProperty('language')
  })
})
