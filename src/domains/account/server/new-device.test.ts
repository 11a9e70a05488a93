import { afterEach, describe, expect, test } from 'vitest'
import { codeOf, createAuthenticator } from '#tests/support/browser/second-factors.ts'
import { plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import {
  type AccountsApp,
  credentialsOf,
  deviceOf,
  linkIn,
  openAccountsApp,
  signUpData,
  tokenOf,
} from '#tests/support/server/accounts-app.ts'

let desk: AccountsApp
let mail: Awaited<ReturnType<typeof startMailServer>>
afterEach(async () => {
  await desk?.close()
  await mail?.stop()
})

const origin = 'https://larder.kitchen.test'
const as = (token: string) => ({ authorization: `Bearer ${token}` })
const firefox = 'Mozilla/5.0 (Linux; Android 15) Firefox/140.0'
interface Place {
  ip?: string
  cookie?: string
  userAgent?: string
}
const post = (url: string, body: object, { ip = '198.51.100.1', cookie, userAgent = firefox }: Place = {}) =>
  desk.app.inject({
    method: 'POST',
    url,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', 'user-agent': userAgent, origin, ...(cookie ? { cookie } : {}) },
    payload: JSON.stringify(body),
  })
const signIn = (keys: Parameters<typeof credentialsOf>[0], place?: Place) => post('/api/auth/sign-in/email', credentialsOf(keys), place)
/** Returns the text of the mails about new devices, after waiting for `count` of them. */
async function newDeviceMails(count: number): Promise<string[]> {
  const mails = () => mail.received.map(({ message }) => plainText(message)).filter((text) => text.includes('New sign-in'))
  await expect.poll(() => mails().length).toBeGreaterThanOrEqual(count)
  await new Promise((done) => setTimeout(done, 50))
  await desk.idle()
  expect(mails()).toHaveLength(count)
  return mails()
}

/** Creates a user who confirmed the address a month ago and is signed in at home. */
async function member() {
  mail = await startMailServer()
  desk = await openAccountsApp({ smtpUrl: mail.url, publicUrl: origin, rateLimits: 'on' })
  const person = signUpData()
  await post('/api/auth/sign-up/email', person, { ip: '127.0.0.1' })
  await expect.poll(() => mail.received.length).toBe(1)
  const link = linkIn(plainText(mail.received[0]?.message ?? ''))
  await desk.submit(`${link.pathname}${link.search}`)
  const first = await signIn(person, { ip: '127.0.0.1' })
  await newDeviceMails(0)
  await desk.database.identity
    .withTables<{ users: { created_at: Date } }>()
    .updateTable('users')
    .set({ created_at: new Date(Date.now() - 30 * 86_400_000) })
    .execute()
  return { person, token: tokenOf(first), cookie: deviceOf(first) }
}

describe('a sign-in on a new device', () => {
  test('is mailed once, with the time, the device and what to do', async () => {
    const { person } = await member()
    const answer = await signIn(person)
    const [text = ''] = await newDeviceMails(1)
    expect(text).toMatch(/Firefox on Android, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M UTC\./)
    expect(text).toContain('set a new password')
    expect(linkIn(text).href).toBe(`${origin}/login`)
    expect(mail.received.at(-1)?.to).toEqual([person.email])
    // The device is now known at any address.
    await signIn(person, { ip: '203.0.113.1', cookie: deviceOf(answer) })
    await newDeviceMails(1)
  })

  test('is not mailed for a known device, an address with a session, a wrong password or a sign-up', async () => {
    const { person, cookie } = await member()
    await signIn(person, { cookie })
    await signIn(person, { ip: '127.0.0.1' })
    await signIn({ ...person, password: 'not this one' }, { ip: '203.0.113.1' })
    await post('/api/auth/sign-up/email', signUpData(), { ip: '203.0.113.2' })
    await newDeviceMails(0)
  })

  test('is mailed once for a device without cookies, and for each of two concurrent devices', async () => {
    const { person } = await member()
    for (let i = 0; i < 3; i++) {
      const token = tokenOf(await signIn(person))
      await desk.post('/api/auth/sign-out', {}, as(token))
    }
    await newDeviceMails(1)
    const userAgents = [firefox.replace('140', '141'), firefox.replace('140', '142')]
    await Promise.all(userAgents.map((userAgent) => signIn(person, { ip: '203.0.113.1', userAgent })))
    await newDeviceMails(3)
  })

  test('is mailed for an address whose session has ended, at most ten times an hour', async () => {
    const { person } = await member()
    await desk.database.identity
      .withTables<{ sessions: { expires_at: Date } }>()
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    await signIn(person, { ip: '127.0.0.1' })
    await newDeviceMails(1)
    for (let i = 2; i <= 12; i++) await signIn(person, { ip: `198.51.100.${i}` })
    await newDeviceMails(10)
  })

  test('is mailed in the account’s language, without text from the user agent', async () => {
    const { person } = await member()
    await desk.database.identity
      .withTables<{ users: { preferences: string } }>()
      .updateTable('users')
      .set({ preferences: JSON.stringify({ language: 'de' }) })
      .execute()
    await signIn(person, { userAgent: 'evil.example/1.0' })
    await expect.poll(() => mail.received.some(({ message }) => plainText(message).includes('Neue Anmeldung'))).toBe(true)
    expect(mail.received.map(({ message }) => plainText(message)).join()).not.toContain('evil.example')
  })

  test('is mailed after a second step and after a passkey', async () => {
    const { person, token } = await member()
    const key = createAuthenticator(origin)
    const begun = await desk.post('/api/passkeys/options', { password: person.password }, { ...as(token), origin })
    const { options, challenge } = begun.json()
    const made = { challenge, name: 'Phone', response: key.make(options.challenge) }
    expect((await desk.post('/api/passkeys', made, { ...as(token), origin })).statusCode).toBe(201)
    const asked = (await desk.post('/api/auth/passkey/options', {}, { origin })).json()
    const shown = { challenge: asked.challenge, response: key.show(asked.options.challenge) }
    expect((await post('/api/auth/passkey', shown, { ip: '203.0.113.1' })).statusCode).toBe(200)
    await newDeviceMails(1)

    const { secret } = (await desk.post('/api/users/two-factor', { password: person.password }, as(token))).json()
    await desk.post('/api/users/two-factor/confirm', { code: codeOf(secret) }, as(token))
    const step = (await signIn(person, { ip: '203.0.113.2' })).json().twoFactor
    await newDeviceMails(1)
    const body = { challenge: step.challenge, method: 'app', code: codeOf(secret) }
    expect((await post('/api/auth/two-factor', body, { ip: '203.0.113.2' })).statusCode).toBe(200)
    await newDeviceMails(2)
  })

  test('is mailed even after strangers caused many other mails to the address', async () => {
    const { person } = await member()
    for (let i = 0; i < 6; i++) desk.accounts.mails.accountExists(person.email)
    await signIn(person)
    await newDeviceMails(1)
    desk.accounts.mails.passwordChanged(person.email, false)
    await expect.poll(() => mail.received.some(({ message }) => plainText(message).includes('was changed'))).toBe(true)
  })
})
