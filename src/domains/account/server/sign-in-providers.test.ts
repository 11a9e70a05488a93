import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AccountsApp, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'
import {
  client,
  type ForgingProvider,
  type OpenIdProvider,
  type ProviderPerson,
  startForgingProvider,
  startOpenIdProvider,
} from '#tests/support/server/openid-provider.ts'
import { OidcProvider } from './gateway/openid-connect.ts'
import { isServerAdmin, setAccountLock } from './index.ts'

const publicUrl = 'https://larder.test'
const page = { origin: publicUrl, host: 'larder.test' }
const callback = (id: string) => `${publicUrl}/api/auth/providers/${id}/callback`

let real: OpenIdProvider
let forging: ForgingProvider
let desk: AccountsApp
let closedDesk: AccountsApp
let nonce = ''
beforeAll(async () => {
  real = await startOpenIdProvider([callback('home'), callback('office'), callback('trusting')], `${publicUrl}/login`)
  forging = await startForgingProvider(() => nonce)
  const home = { name: 'Home', issuer: real.issuer, ...client }
  const oidcProviders = [
    { ...home, id: 'home', adminGroup: 'cooks' },
    { ...home, id: 'office', createsAccounts: false, endsSession: true },
    { ...home, id: 'trusting', trustsEmail: true, createsAccounts: true },
    { ...home, id: 'forging', issuer: forging.issuer },
    { ...home, id: 'down', issuer: 'http://127.0.0.1:9' },
  ].map((one) => OidcProvider.parse(one))
  desk = await openAccountsApp({ publicUrl, oidcProviders })
  closedDesk = await openAccountsApp({
    publicUrl,
    oidcProviders,
    passwordSignIn: false,
    signup: 'invite',
    isInvited: async (code) => code === 'ABCD2345',
  })
})
afterAll(async () => {
  await desk?.close()
  await closedDesk?.close()
  await real?.close()
  await forging?.close()
})
beforeEach(() => {
  forging.claims = {}
  forging.signsWithForeignKey = false
  forging.outage = null
})

const person = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = randomUUID()
  return { sub, email: `${sub}@example.org`, email_verified: true, given_name: 'Ada', family_name: 'Lovelace', ...more }
}

type Reply = Awaited<ReturnType<AccountsApp['post']>>
const cookieOf = (reply: Reply) =>
  [reply.headers['set-cookie']].flat().flatMap((line) => /^(__Host-larder-provider=[^;]*)/.exec(line ?? '')?.[1] ?? [])[0] ?? ''

async function start(app: AccountsApp, id: string, connectAs: string | null = null) {
  const reply =
    connectAs === null
      ? await app.post(`/api/auth/providers/${id}/start`, {}, page)
      : await app.post(`/api/auth/connected-providers/${id}/start`, {}, { ...page, authorization: `Bearer ${connectAs}` })
  return { reply, location: String(reply.json().location), cookie: cookieOf(reply) }
}
const comeBack = (app: AccountsApp, { pathname, search }: URL, cookie: string) =>
  app.app.inject({ method: 'GET', url: `${pathname}${search}`, headers: { host: page.host, cookie } })
const finish = (app: AccountsApp, cookie: string, body: object = {}) => app.post('/api/auth/providers/session', body, { ...page, cookie })

/** Signs a person in at the provider. Returns the cookie that confirms it. */
async function confirm(app: AccountsApp, id: string, who: ProviderPerson | null, connectAs: string | null = null) {
  const { location, cookie } = await start(app, id, connectAs)
  real.person = who
  const back = await comeBack(app, await real.visit(location), cookie)
  return { to: back.headers.location, cookie: cookieOf(back) }
}
async function enter(app: AccountsApp, id: string, who: ProviderPerson, body: object = {}) {
  return finish(app, (await confirm(app, id, who)).cookie, body)
}
const me = async (app: AccountsApp, reply: Reply) => (await app.get('/api/users/me', tokenOf(reply))).json()
const codeOf = (reply: Reply) => [reply.statusCode, reply.json().code]

describe('signing in at a provider', () => {
  test('is offered by name, without the addresses and secrets of the operator', async () => {
    const reply = await desk.get('/api/auth/sign-in-methods')
    expect(reply.json()).toMatchObject({ password: true, providers: [{ id: 'home', name: 'Home' }, {}, {}, {}, {}] })
    expect(reply.body).not.toContain(client.clientSecret)
  })

  test('creates an account once and opens a session of it each time', async () => {
    const ada = person()
    const first = await enter(desk, 'home', ada, { region: 'DE' })
    expect(first.statusCode).toBe(200)
    expect(await me(desk, first)).toMatchObject({
      email: ada.email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      preferences: { massUnit: 'g' },
    })
    // The address at the provider may change, the person stays the same.
    const again = await enter(desk, 'home', { ...ada, email: 'other@example.org' })
    expect((await me(desk, again)).id).toBe((await me(desk, first)).id)
    expect(first.json().user.emailVerified).toBe(true)
  })

  test('uses PKCE, and asks for what the operator set', async () => {
    const { location } = await start(desk, 'home')
    const { searchParams } = new URL(location)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: client.clientId,
      redirect_uri: callback('home'),
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
  })

  test('names a person by what the provider knows', async () => {
    const nameOf = async (known: Partial<ProviderPerson>) => {
      const { firstName, lastName } = await me(desk, await enter(desk, 'home', known as ProviderPerson))
      return [firstName, lastName]
    }
    const { given_name: _given, family_name: _family, ...nameless } = person()
    expect(await nameOf({ ...nameless, name: 'Grace Brewster Hopper' })).toEqual(['Grace Brewster', 'Hopper'])
    const { given_name: _g, family_name: _f, ...bare } = person({ email: 'mary@example.org' })
    expect(await nameOf(bare)).toEqual(['mary', ''])
  })

  test('is canceled by the person', async () => {
    expect((await confirm(desk, 'home', null)).to).toBe('/login?provider-error=provider_denied')
  })

  test('is a session like others: it is listed, and ends', async () => {
    const reply = await enter(desk, 'home', person())
    const token = tokenOf(reply)
    expect((await desk.get('/api/auth/get-session', token)).json().user.email).toBe(reply.json().user.email)
    await desk.post('/api/auth/sign-out', {}, { ...page, authorization: `Bearer ${token}` })
    expect((await desk.get('/api/users/me', token)).statusCode).toBe(401)
  })
})

describe('a sign-in that this browser didn’t start', () => {
  test('is refused with a stolen address', async () => {
    const { location } = await start(desk, 'home')
    real.person = person()
    const address = await real.visit(location)
    const other = await start(desk, 'home')
    for (const cookie of ['', other.cookie, '__Host-larder-provider=forged'])
      expect((await comeBack(desk, address, cookie)).headers.location).toBe('/login?provider-error=provider_expired')
  })

  test('is refused when its address is opened twice, and the code isn’t used again', async () => {
    const { location, cookie } = await start(desk, 'home')
    real.person = person()
    const address = await real.visit(location)
    expect((await comeBack(desk, address, cookie)).headers.location).toBe('/login?provider=home')
    expect((await comeBack(desk, address, cookie)).headers.location).toBe('/login?provider-error=provider_expired')
  })

  test('is refused when its cookie is sent twice', async () => {
    const { cookie } = await confirm(desk, 'home', person())
    expect((await finish(desk, cookie)).statusCode).toBe(200)
    expect(codeOf(await finish(desk, cookie))).toEqual([422, 'provider_expired'])
  })

  test('is refused with the cookie of an unfinished one, and from another site', async () => {
    const { cookie } = await start(desk, 'home')
    expect(codeOf(await finish(desk, cookie))).toEqual([422, 'provider_expired'])
    const confirmed = await confirm(desk, 'home', person())
    const foreign = await desk.post(
      '/api/auth/providers/session',
      {},
      { origin: 'https://evil.test', host: page.host, cookie: confirmed.cookie },
    )
    expect(codeOf(foreign)).toEqual([403, 'invalid_origin'])
  })

  test('is refused at the callback of another provider', async () => {
    const { location, cookie } = await start(desk, 'home')
    real.person = person()
    const address = await real.visit(location)
    address.pathname = '/api/auth/providers/office/callback'
    expect((await comeBack(desk, address, cookie)).headers.location).toBe('/login?provider-error=provider_expired')
  })
})

describe('an ID token', () => {
  async function answerWith(claims: Record<string, unknown>) {
    const { location, cookie } = await start(desk, 'forging')
    const asked = new URL(location).searchParams
    nonce = asked.get('nonce') ?? ''
    forging.claims = claims
    const address = new URL(`${callback('forging')}?code=any&state=${asked.get('state')}`)
    return (await comeBack(desk, address, cookie)).headers.location
  }
  const now = () => Math.floor(Date.now() / 1000)
  const refused = '/login?provider-error=provider_failed'

  test('that is right is accepted, also from a clock that differs by half a minute', async () => {
    expect(await answerWith({})).toBe('/login?provider=forging')
    expect(await answerWith({ iat: now() + 30, nbf: now() + 30 })).toBe('/login?provider=forging')
    expect(await answerWith({ exp: now() - 30 })).toBe('/login?provider=forging')
  })

  test.each([
    ['of a foreign issuer', () => ({ iss: 'https://evil.test' })],
    ['for another audience', () => ({ aud: 'another-app' })],
    ['for several audiences, given to another', () => ({ aud: [client.clientId, 'another-app'], azp: 'another-app' })],
    ['for another sign-in', () => ({ nonce: 'another' })],
    ['that has expired', () => ({ exp: now() - 600 })],
    ['of a clock ten minutes ahead', () => ({ nbf: now() + 600 })],
    ['without a person', () => ({ sub: undefined })],
  ])('%s is refused', async (_name, claims) => {
    expect(await answerWith(claims())).toBe(refused)
  })

  test('that another key signed is refused', async () => {
    forging.signsWithForeignKey = true
    expect(await answerWith({})).toBe(refused)
  })

  test('doesn’t come while the provider is out of order, which is said', async () => {
    forging.outage = 503
    expect(await answerWith({})).toBe('/login?provider-error=provider_unreachable')
    expect(codeOf((await start(desk, 'down')).reply)).toEqual([502, 'provider_unreachable'])
    expect(codeOf((await start(desk, 'unknown')).reply)).toEqual([404, 'not_found'])
  })
})

describe('an email address at a provider', () => {
  test('that isn’t confirmed creates no account, unless the operator trusts it', async () => {
    const ada = person({ email_verified: false })
    expect(codeOf(await enter(desk, 'home', ada))).toEqual([422, 'provider_email_unconfirmed'])
    expect((await enter(desk, 'trusting', ada)).statusCode).toBe(200)
    const { email: _email, ...addressless } = person()
    expect(codeOf(await enter(desk, 'home', addressless))).toEqual([422, 'provider_email_missing'])
  })

  test('of an existing account opens it only after its own sign-in', async () => {
    const form = signUpData()
    const owner = await desk.post('/api/auth/sign-up/email', form, page)
    const ada = person({ email: form.email.toUpperCase() })
    const { cookie } = await confirm(desk, 'home', ada)
    expect(codeOf(await finish(desk, cookie))).toEqual([409, 'connect_first'])
    const mailed = vi.spyOn(desk.accounts.mails, 'providerConnected')
    // The confirmation is still good, for the account's owner.
    const bearer = { ...page, cookie, authorization: `Bearer ${tokenOf(owner)}` }
    const connected = await desk.post('/api/auth/connected-providers', {}, bearer)
    expect(connected.json()).toEqual([{ provider: 'home', connectedAt: expect.any(String) }])
    expect((await me(desk, await enter(desk, 'home', ada))).id).toBe(owner.json().user.id)
    await expect.poll(() => mailed.mock.calls).toEqual([[form.email]])
  })
})

describe('a person whom the provider has confirmed', () => {
  const session = async () => tokenOf(await desk.post('/api/auth/sign-up/email', signUpData(), page))
  const connect = (token: string, cookie: string) =>
    desk.post('/api/auth/connected-providers', {}, { ...page, cookie, authorization: `Bearer ${token}` })

  test('is connected only with the account that has their address, even if another signs in next', async () => {
    const form = signUpData()
    await desk.post('/api/auth/sign-up/email', form, page)
    const { cookie } = await confirm(desk, 'home', person({ email: form.email }))
    expect(codeOf(await finish(desk, cookie))).toEqual([409, 'connect_first'])
    expect(codeOf(await connect(await session(), cookie))).toEqual([409, 'provider_for_another'])
  })

  test('is connected only with the account that started it, and opens no session', async () => {
    const [ana, ben] = [await session(), await session()]
    const { cookie } = await confirm(desk, 'home', person(), ana)
    expect(codeOf(await finish(desk, cookie))).toEqual([422, 'provider_expired'])
    expect(codeOf(await connect(ben, cookie))).toEqual([409, 'provider_for_another'])
  })

  test('doesn’t enter a locked account', async () => {
    const ada = person()
    const { id } = (await enter(desk, 'home', ada)).json().user
    await desk.database.write({ crossHousehold: 'admin' }, 'lock', (tx) =>
      setAccountLock(tx, id, true, { emails: [], providers: [] }, new Date()),
    )
    expect(codeOf(await enter(desk, 'home', ada))).toEqual([403, 'account_locked'])
  })
})

describe('an account without a password', () => {
  test('is deleted by a person who has just signed in, and not later', async () => {
    const remove = (token: string) =>
      desk.app.inject({
        method: 'DELETE',
        url: '/api/users/me',
        headers: { ...page, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ password: 'there is none' }),
      })
    const late = await enter(desk, 'home', person())
    const before = new Date(Date.now() - 11 * 60_000).toISOString()
    await desk.database.write({ user: late.json().user.id }, 'an older session', (tx) =>
      tx.rows('update sessions set authenticated_at = ? where user_id = ?', [before, late.json().user.id]),
    )
    expect(codeOf((await remove(tokenOf(late))) as Reply)).toEqual([422, 'wrong_password'])
    const now = tokenOf(await enter(desk, 'home', person()))
    expect((await remove(now)).statusCode).toBe(204)
    expect((await desk.get('/api/users/me', now)).statusCode).toBe(401)
  })
})

describe('a connected provider', () => {
  const connectAs = async (token: string, who: ProviderPerson) => {
    const { to, cookie } = await confirm(desk, 'home', who, token)
    expect(to).toBe('/settings?tab=profile&provider=home')
    return desk.post('/api/auth/connected-providers', {}, { ...page, cookie, authorization: `Bearer ${token}` })
  }
  const disconnect = (token: string) =>
    desk.app.inject({ method: 'DELETE', url: '/api/auth/connected-providers/home', headers: { ...page, authorization: `Bearer ${token}` } })

  test('can be disconnected, and belongs to one account', async () => {
    const [ana, ben] = [
      tokenOf(await desk.post('/api/auth/sign-up/email', signUpData(), page)),
      tokenOf(await desk.post('/api/auth/sign-up/email', signUpData(), page)),
    ]
    const ada = person()
    expect((await connectAs(ana, ada)).statusCode).toBe(200)
    expect(codeOf(await connectAs(ben, ada))).toEqual([409, 'provider_taken'])
    expect(codeOf(await connectAs(ana, person()))).toEqual([409, 'provider_taken'])
    expect((await disconnect(ana)).statusCode).toBe(204)
    expect((await disconnect(ana)).statusCode).toBe(404)
    expect((await desk.get('/api/auth/connected-providers', ana)).json()).toEqual([])
    // Without the connection, the person gets an account of their own.
    expect((await enter(desk, 'home', ada)).statusCode).toBe(200)
  })

  test('stays if it is the only way to sign in', async () => {
    const token = tokenOf(await enter(desk, 'home', person()))
    expect(codeOf((await disconnect(token)) as Reply)).toEqual([409, 'only_sign_in'])
  })
})

describe('the operator', () => {
  test('decides who may have an account', async () => {
    expect(codeOf(await enter(desk, 'office', person()))).toEqual([403, 'sign_up_closed'])
    expect(codeOf(await enter(closedDesk, 'trusting', person()))[0]).toBe(200)
    expect(codeOf(await enter(closedDesk, 'home', person()))).toEqual([403, 'sign_up_by_invite'])
    expect((await enter(closedDesk, 'home', person(), { inviteCode: 'abcd-2345' })).statusCode).toBe(200)
  })

  test('makes a group server admins until they leave it', async () => {
    await enter(desk, 'home', person())
    const cook = person({ groups: ['guests', 'cooks'] })
    const isAdmin = async (reply: Reply, admins = { emails: ['operator@example.org'], providers: ['home'] }) => {
      const id = reply.json().user.id
      return desk.database.read({ user: id }, (q) => isServerAdmin(q, id, admins))
    }
    const entered = await enter(desk, 'home', cook)
    expect(await isAdmin(entered)).toBe(true)
    // The operator took the group out of the settings.
    expect(await isAdmin(entered, { emails: ['operator@example.org'], providers: [] })).toBe(false)
    expect(await isAdmin(await enter(desk, 'home', person({ groups: ['guests'] })))).toBe(false)
    await enter(desk, 'home', { ...cook, groups: [] })
    expect(await isAdmin(entered)).toBe(false)
  })

  test('can close the sign-in by password', async () => {
    const form = signUpData()
    const closed = [403, 'password_sign_in_closed']
    expect(codeOf(await closedDesk.post('/api/auth/sign-up/email', form, page))).toEqual(closed)
    expect(codeOf(await closedDesk.post('/api/auth/sign-in/email', { email: form.email, password: form.password }, page))).toEqual(closed)
    expect(codeOf(await closedDesk.post('/api/auth/request-password-reset', { email: form.email }, page))).toEqual(closed)
    expect(
      codeOf(await closedDesk.post('/api/auth/reset-password', { newPassword: 'a new password', token: 'x', endTokens: true }, page)),
    ).toEqual(closed)
    expect((await closedDesk.get('/api/auth/sign-in-methods')).json().password).toBe(false)
  })

  test('that closed it lets a provider open the account with its confirmed address', async () => {
    const ada = person()
    const first = await enter(closedDesk, 'trusting', ada)
    expect((await me(closedDesk, await enter(closedDesk, 'home', ada))).id).toBe(first.json().user.id)
    expect(codeOf(await enter(closedDesk, 'office', { ...ada, email_verified: false, sub: 'another' }))).toEqual([
      422,
      'provider_email_unconfirmed',
    ])
  })

  test('can end the provider’s session with Larder’s', async () => {
    const endAt = async (id: string) => (await desk.post(`/api/auth/providers/${id}/end-session`, {}, page)).json().location
    const { origin, searchParams } = new URL(await endAt('office'))
    expect([origin, searchParams.get('post_logout_redirect_uri')]).toEqual([real.issuer, `${publicUrl}/login`])
    expect(await endAt('home')).toBeNull()
  })
})
