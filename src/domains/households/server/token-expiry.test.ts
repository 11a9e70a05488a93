import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestPasswordReset, resetPassword } from '#domains/account/contract/index.ts'
import { changePassword } from '#domains/account/contract/sessions-and-credentials.ts'
import { signOutAccount } from '#domains/admin/contract.ts'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPerson } from '#tests/support/data/people.ts'
import { plainText, startMailServer } from '#tests/support/fakes/smtp.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpPerson } from '#tests/support/server/http-client.ts'
import { openTestApp, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { createCalendarLink, createToken, extendToken, getCalendarLink, listTokens } from '../contract/access-tokens.ts'
import { revokeTokensOf } from './index.ts'

const testApp = useTestApp()
const dayMs = 86_400_000
const daysLeft = ({ expiresAt }: { expiresAt: string }) => Math.round((Date.parse(expiresAt) - Date.now()) / dayMs)

async function home(owner?: Person) {
  const person = owner ?? (await createPerson(testApp()))
  const { id } = await testApp().household(person)
  return { person, id, params: { id } }
}
const asToken = async (token: string, household: string) =>
  (
    await testApp().inject({
      method: 'GET',
      url: listLots.path,
      headers: { authorization: `Bearer ${token}`, 'x-household-id': household },
    })
  ).status
const expire = (household: string, tokenId: string) =>
  testApp().server.database.write(household as HouseholdId, 'let a token expire', (tx) =>
    tx.rows('update access_keys set expires_at = ? where household_id = ? and id = ?', [
      new Date(Date.now() - 1000).toISOString(),
      household,
      tokenId,
    ]),
  )

describe('an access token', () => {
  it('expires after a year or sooner, never later', async () => {
    const { person, params } = await home()
    const make = (expiresInDays?: number) =>
      person.call(createToken, { params, body: { name: 'Display', scope: 'read', ...(expiresInDays ? { expiresInDays } : {}) } })
    expect([daysLeft((await make()).body), daysLeft((await make(30)).body)]).toEqual([365, 30])
    expect((await make(366)).status).toBe(422)
    expect((await person.must(listTokens, { params })).map(daysLeft).toSorted()).toEqual([30, 365])
  })

  it('is rejected with 401 after it expires, stays listed and works again when extended', async () => {
    const { person, params, id } = await home()
    const { token, id: tokenId } = await person.must(createToken, { params, body: { name: 'Display', scope: 'read' } })
    expect(await asToken(token, id)).toBe(200)
    await expire(id, tokenId)
    expect(await asToken(token, id)).toBe(401)
    const [listed] = await person.must(listTokens, { params })
    expect(Date.parse(listed?.expiresAt ?? '')).toBeLessThan(Date.now())
    const extended = await person.must(extendToken, { params: { ...params, tokenId }, body: { expiresInDays: 90 } })
    expect(daysLeft(extended)).toBe(90)
    expect(await asToken(token, id)).toBe(200)
  })

  it('can be extended only by its own user', async () => {
    const { person, params } = await home()
    const { id: tokenId } = await person.must(createToken, { params, body: { name: 'Display', scope: 'read' } })
    const other = await home()
    const answer = await other.person.call(extendToken, { params: { ...other.params, tokenId }, body: {} })
    expect(answer.status).toBe(404)
  })

  it('is revoked in every household with its streams when all of its user’s keys are', async () => {
    const { person, params, id } = await home()
    const { token } = await person.must(createToken, { params, body: { name: 'Display', scope: 'read' } })
    const port = await portOf(testApp().server.app)
    const stream = await openStream(httpPerson(`http://127.0.0.1:${port}`, person.userId, token, id))
    await person.must(addLot, { body: { ingredient: { name: 'Sloe' }, quantity: 1, unit: 'each' } })
    await stream.next(({ event }) => event === 'inventory_change')
    const user = person.userId as never
    await testApp().server.database.write({ user }, 'end keys', (tx) => revokeTokensOf(tx, user))
    await stream.endsAtOnce()
  })
})

describe('access tokens and calendar links', () => {
  const keysOf = async (person: Person, id: string) => ({
    tokens: (await person.must(listTokens, { params: { id } })).length,
    calendar: (await person.must(getCalendarLink, { params: { id } })).isOn,
  })
  const none = { tokens: 0, calendar: false }
  const all = { tokens: 1, calendar: true }
  async function withKeys() {
    const { person, params, id } = await home(await testApp().signUp())
    await person.must(createToken, { params, body: { name: 'Display', scope: 'read' } })
    await person.must(createCalendarLink, { params })
    return { person, id }
  }
  const newPassword = 'sage and 43 pears'

  it('are revoked with a password change unless kept, without affecting other users', async () => {
    const [ana, ben] = [await withKeys(), await withKeys()]
    const change = (currentPassword: string, next: string, endTokens?: boolean) =>
      ana.person.must(changePassword, {
        body: { currentPassword, newPassword: next, ...(endTokens === undefined ? {} : { endTokens }) },
      })
    await change('purple kettle 42', newPassword, false)
    expect(await keysOf(ana.person, ana.id)).toEqual(all)
    await change(newPassword, 'rosemary and 9 figs')
    expect([await keysOf(ana.person, ana.id), await keysOf(ben.person, ben.id)]).toEqual([none, all])
  })

  it('are revoked with a password reset unless kept', async () => {
    for (const endTokens of [false, undefined]) {
      const { person, id } = await withKeys()
      await person.must(requestPasswordReset, { body: { email: person.email } })
      const outbox = join(testApp().config.dataDir, 'outbox')
      const mail = () =>
        readdirSync(outbox)
          .map((name) => readFileSync(join(outbox, name), 'utf8'))
          .find((text) => text.includes(person.email) && text.includes('reset-password?token='))
      await expect.poll(mail, { timeout: 10_000 }).toBeDefined()
      const token = /reset-password\?token=([\w-]+)/.exec(mail() ?? '')?.[1] ?? ''
      await person.must(resetPassword, { body: { newPassword, token, ...(endTokens === undefined ? {} : { endTokens }) } })
      const rows = await testApp().server.database.read(id as HouseholdId, (q) =>
        q.rows('select id from access_keys where household_id = ?', [id]),
      )
      expect(rows).toHaveLength(endTokens === false ? 2 : 0)
    }
  })

  it('are revoked when a server admin signs their user out everywhere, unless kept', async () => {
    const server = await openTestApp({ LARDER_ADMINS: 'root@kitchen.example' })
    const admin = await createPerson(server.testApp, 'Olga')
    await server.testApp.server.database.identity
      .withTables<{ users: { id: string; email: string } }>()
      .updateTable('users')
      .set({ email: 'root@kitchen.example' })
      .where('id', '=', admin.userId)
      .execute()
    const [ana, ben] = [await createPerson(server.testApp), await createPerson(server.testApp)]
    const left: number[] = []
    for (const person of [ana, ben]) {
      const { id } = await server.testApp.household(person)
      await person.must(createToken, { params: { id }, body: { name: 'Display', scope: 'read' } })
      await admin.must(signOutAccount, { params: { userId: person.userId }, ...(person === ana ? {} : { body: { endTokens: false } }) })
      const rows = await server.testApp.server.database.read(id as HouseholdId, (q) =>
        q.rows('select id from access_keys where household_id = ?', [id]),
      )
      left.push(rows.length)
    }
    await server.close()
    expect(left).toEqual([0, 1])
  })
})

it('mails the user once about a new token and a new calendar link, without typed text', async () => {
  const mail = await startMailServer()
  const server = await openTestApp({ SMTP_URL: mail.url, MAIL_FROM: 'Larder <larder@kitchen.test>' })
  const ana = await createPerson(server.testApp)
  const { id } = await server.testApp.household(ana)
  const sent = { params: { id }, body: { name: 'Evil words', scope: 'read' } as const, headers: { 'idempotency-key': 'one-token-only' } }
  await ana.must(createToken, sent)
  await ana.must(createToken, sent)
  await ana.must(createCalendarLink, { params: { id } })
  await expect.poll(() => mail.received.length, { timeout: 10_000 }).toBe(2)
  await server.close()
  await mail.stop()
  const texts = mail.received.map(({ message }) => plainText(message))
  expect(mail.received.flatMap(({ to }) => to)).toEqual([ana.email, ana.email])
  expect(texts.filter((text) => text.includes('access token was just added'))).toHaveLength(1)
  expect(texts.filter((text) => text.includes('calendar link was just added'))).toHaveLength(1)
  expect(texts.join()).not.toContain('Evil words')
})
