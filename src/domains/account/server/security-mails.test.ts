import { afterEach, expect, test } from 'vitest'
import { codeOf, createAuthenticator } from '#tests/support/browser/second-factors.ts'
import { plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import { type AccountsApp, credentialsOf, linkIn, openAccountsApp, signUpData, tokenOf } from '#tests/support/server/accounts-app.ts'

const origin = 'https://larder.kitchen.test'
const page = { origin }
let desk: AccountsApp
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await desk?.close()
  for (const close of closing.splice(0)) await close()
})

/** Creates a user with a confirmed address and collects their mails. */
async function confirmed(language = 'en', rateLimits: 'on' | 'off' = 'off') {
  const mail = await startMailServer()
  closing.push(() => mail.stop())
  desk = await openAccountsApp({ smtpUrl: mail.url, publicUrl: origin, rateLimits })
  const person = signUpData()
  await desk.post('/api/auth/sign-up/email', person, { ...page, 'accept-language': language })
  await desk.idle()
  const link = linkIn(plainText(mail.received[0]?.message ?? ''))
  await desk.submit(`${link.pathname}${link.search}`)
  const token = tokenOf(await desk.post('/api/auth/sign-in/email', credentialsOf(person), page))
  mail.received.length = 0
  const mails = () => mail.received.map(({ to, message }) => ({ to: to.join(), text: plainText(message) }))
  return { person, headers: { ...page, authorization: `Bearer ${token}` }, mails }
}

async function addPasskey(person: { password: string }, headers: Record<string, string>) {
  const { options, challenge } = (await desk.post('/api/passkeys/options', { password: person.password }, headers)).json()
  const response = createAuthenticator(origin).make(options.challenge)
  return desk.post('/api/passkeys', { challenge, name: 'Evil words', response }, headers)
}

test('mails the user about a new passkey in their language, without typed text', async () => {
  const { person, headers, mails } = await confirmed('de')
  expect((await addPasskey(person, headers)).statusCode).toBe(201)
  await expect.poll(() => mails().length).toBe(1)
  const [result] = mails()
  expect(result?.to).toBe(person.email)
  expect(result?.text).toContain('Content-Language: de')
  expect(result?.text).toMatch(/Passkey[\s\S]*Passwort/)
  expect(result?.text).not.toContain('Evil words')
})

test('mails the user once when two-factor sign-in is turned off', async () => {
  const { person, headers, mails } = await confirmed()
  const { password } = person
  const { uri } = (await desk.post('/api/users/two-factor', { password }, headers)).json()
  const end = () => desk.post('/api/users/two-factor/end', { password }, headers)
  // A setup that was never enabled sends no mail.
  await end()
  const begun = (await desk.post('/api/users/two-factor', { password }, headers)).json()
  expect(begun.uri).not.toBe(uri)
  const code = codeOf(begun.secret)
  expect((await desk.post('/api/users/two-factor/confirm', { code }, headers)).statusCode).toBe(204)
  await end()
  await end()
  await expect.poll(() => mails().length).toBe(1)
  await desk.idle()
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text).toContain('Two-factor sign-in was just turned off.')
})

test('mails security notices even after strangers used up an address’s mails', async () => {
  const { person, headers, mails } = await confirmed('en', 'on')
  for (let i = 0; i < 4; i++) await desk.post('/api/auth/request-password-reset', { email: person.email }, page)
  await desk.post('/api/auth/send-verification-email', { email: person.email }, page)
  await desk.post('/api/auth/sign-up/email', signUpData(person.email), page)
  await desk.idle()
  await addPasskey(person, headers)
  await expect.poll(() => mails().some(({ text }) => text.includes('New passkey'))).toBe(true)
})
