import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { changeAccount } from '#domains/admin/contract.ts'
import { listAlerts } from '#domains/alerts/contract.ts'
import { deleteHousehold, joinHousehold, listHistory, listHouseholds, removeMember } from '#domains/households/contract/index.ts'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Browser, type PushService, startPushService } from '#tests/support/fakes/push-service.ts'
import { plainText } from '#tests/support/fakes/smtp.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import {
  addPushDevice,
  changeNotificationSettings,
  defaultNotificationSettings,
  listDeliveries,
  listNotifications,
  listPushDevices,
  type NotificationSettings,
  notificationKinds,
  readAllNotifications,
  removePushDevice,
  retryDeliveries,
  testNotification,
} from '../contract/index.ts'

const hourMs = 3_600_000
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)

/** A real SMTP server; `refusal` makes it reject messages. */
const mails: { to: string; message: string }[] = []
let refusal: { code: number; text: string } | null = null
let smtp: SMTPServer
async function startSmtp(port = 0): Promise<number> {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onData(stream, session, done) {
      let message = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => (message += part))
      stream.on('end', () => {
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
        const [to] = session.envelope.rcptTo
        mails.push({ to: to?.address ?? '', message })
        return done()
      })
    },
  })
  smtp.on('error', () => {})
  await new Promise<void>((ready) => smtp.listen(port, '127.0.0.1', ready))
  return (smtp.server.address() as AddressInfo).port
}
const stopSmtp = () => new Promise<void>((done) => smtp.close(() => done()))

let testApp: TestApp
const services: PushService[] = []
let used = 0
let push: PushService
/** The first account, which is a server admin. */
let admin: Person
let close = async () => {}
beforeAll(async () => {
  // Each test has its own push service, which no earlier test made unreachable.
  services.push(...(await Promise.all(Array.from({ length: 44 }, startPushService))))
  const hosts = services.map(({ origin }) => origin).join(',')
  const opened = await openTestApp({
    SMTP_URL: `smtp://127.0.0.1:${await startSmtp()}`,
    LARDER_PUSH_HOSTS: hosts,
    LARDER_HOSTS: 'evil.example',
  })
  ;({ testApp, close } = opened)
  ;[admin] = (await createPeople(testApp, 1)) as [Person]
})
afterAll(async () => {
  await close()
  await stopSmtp()
  await Promise.all(services.map((service) => service.stop()))
})
beforeEach(() => {
  mails.length = 0
  refusal = null
  push = services[used++] as PushService
})

const byPush = (part: Partial<NotificationSettings> = {}): NotificationSettings => ({
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { bell: true, mail: false, push: true }]),
  ) as NotificationSettings['kinds'],
  digestHour: 8,
  quietHours: { ...defaultNotificationSettings.quietHours, isOn: false },
  foodMessages: 'immediate',
  warningDays: null,
  mutedIngredients: [],
  ...part,
})
const only = (...enabled: string[]) => {
  const all = byPush()
  const kinds = Object.fromEntries(
    notificationKinds.map((kind) => [kind, enabled.includes(kind) ? all.kinds[kind] : { bell: false, mail: false, push: false }]),
  ) as NotificationSettings['kinds']
  return { ...all, kinds }
}
const byMail = (): NotificationSettings => ({
  ...byPush(),
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { bell: true, mail: true, push: false }]),
  ) as NotificationSettings['kinds'],
})
async function newOwner(part: Partial<NotificationSettings> = {}): Promise<{ ana: Person; browser: Browser }> {
  const [ana, cook] = (await createPeople(testApp, 2)) as [Person, Person]
  await testApp.household(ana, cook)
  cooks.set(ana, cook)
  await testApp.server.jobs.settle()
  await ana.must(readAllNotifications)
  await ana.must(changeNotificationSettings, { body: byPush(part) })
  const browser = push.browser()
  await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  return { ana, browser }
}
/** Who adds what a person is notified of, since a push never tells people what they did. */
const cooks = new WeakMap<Person, Person>()
const add = (ana: Person, name: string, days = 1) =>
  (cooks.get(ana) ?? ana).must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'l', expirationDate: inDays(days) } })
/** Adds a lot and processes its alert before a test moves the clock. */
async function put(ana: Person, name = 'Milk', days = 1) {
  const lot = await add(ana, name, days)
  await testApp.server.jobs.settle()
  return lot
}
const runJobsAt = (now: Date) => testApp.server.jobs.catchUp(now)
/** Sends what is due now. */
async function deliverNow(): Promise<void> {
  await testApp.server.jobs.settle()
  await runJobsAt(new Date())
}
/** Returns when the user's next attempt is due, not before `now`, and the pause until then in minutes. */
async function nextTry(ana: Person, now: number): Promise<{ at: number; pause: number }> {
  const [row] = await asOwner<{ due_at: string }>(
    testApp.server.database,
    `select due_at from deliveries where user_id = '${ana.userId}' and state = 'waiting' order by due_at limit 1`,
  )
  const due = Date.parse(row?.due_at ?? '')
  return { at: Math.max(now, due), pause: (due - now) / 60_000 }
}
const deliveriesOf = (ana: Person) =>
  asOwner<{ channel: string; state: string; tries: number; reason: string | null }>(
    testApp.server.database,
    `select channel, state, tries, reason from deliveries where user_id = '${ana.userId}' order by created_at, id`,
  )
/** Returns tomorrow, just after the digest hour. */
const morning = () => new Date(`${inDays(1)}T08:00:30Z`)

describe('push', () => {
  it('sends a message once, with a link to the lot', async () => {
    const { ana, browser } = await newOwner()
    const lot = await put(ana)
    for (let i = 0; i < 3; i++) await deliverNow()
    expect(browser.messages).toMatchObject([{ title: 'Milk expires tomorrow', url: `/inventory?item=${lot.id}` }])
    expect(browser.messages[0]?.tag).toMatch(/^alert:/)
    expect(await deliveriesOf(ana)).toMatchObject([{ channel: 'push', state: 'sent' }])
  })

  it('combines many notifications into one message', async () => {
    const { ana, browser } = await newOwner()
    for (let i = 0; i < 6; i++) await add(ana, `Food ${i}`)
    await testApp.server.jobs.settle()
    // Depending on timing, the first few may have been sent alone.
    await deliverNow()
    expect(browser.messages.length).toBeLessThanOrEqual(5)
    expect(browser.messages.find(({ title }) => /\d items need attention/.test(title))?.url).toBe('/notifications?tab=mine')
  })

  const hourFromNow = (hours: number) => `${String((new Date().getUTCHours() + 24 + hours) % 24).padStart(2, '0')}:00`
  it('waits for the end of quiet hours', async () => {
    const { ana, browser } = await newOwner({ quietHours: { isOn: true, begin: hourFromNow(0), end: hourFromNow(3) } })
    await put(ana)
    await deliverNow()
    expect(browser.messages).toEqual([])
    await runJobsAt(new Date(Date.now() + 3 * hourMs))
    expect(browser.messages).toHaveLength(1)
  })

  it('holds a delayed message during quiet hours without counting an attempt', async () => {
    const { ana, browser } = await newOwner({ quietHours: { isOn: true, begin: hourFromNow(2), end: hourFromNow(4) } })
    push.answer(503)
    await put(ana)
    await deliverNow()
    push.answer(201)
    await runJobsAt(new Date(`${new Date(Date.now() + 2 * hourMs).toISOString().slice(0, 13)}:30:00Z`))
    expect([browser.messages, await deliveriesOf(ana)]).toMatchObject([[], [{ state: 'waiting', tries: 0 }]])
    await runJobsAt(new Date(Date.now() + 4 * hourMs))
    expect(browser.messages).toHaveLength(1)
  })

  it.each<[string, (ana: Person, lotId: string) => Promise<unknown>]>([
    ['the lot was used up', (ana, id) => ana.must(useLot, { params: { id }, body: { quantity: 1 } })],
    ['it was read', (ana) => ana.must(readAllNotifications)],
    ['its kind was turned off', (ana) => ana.must(changeNotificationSettings, { body: only('borrow') })],
    ['its user left the household', (ana) => ana.must(removeMember, { params: { id: ana.home ?? '', userId: ana.userId } })],
  ])('doesn’t send a delayed message once %s', async (_case, act) => {
    const { ana, browser } = await newOwner()
    const [ben] = (await createPeople(testApp, 1)) as [Person]
    await testApp.household(ben, ana)
    cooks.set(ana, ben)
    push.answer(503)
    const lot = await put(ana)
    await deliverNow()
    await act(ana, lot.id)
    await testApp.server.jobs.settle()
    push.answer(201)
    await runJobsAt(new Date(Date.now() + hourMs))
    expect(browser.messages.filter(({ title }) => title.startsWith('Milk'))).toEqual([])
    const first = (await deliveriesOf(ana))[0]
    expect(first).toMatchObject({ state: 'sent', reason: 'unwanted' })
  })

  it.each([404, 410])('F-15: removes a device when the service responds %d', async (status) => {
    const { ana } = await newOwner()
    push.answer(status)
    await put(ana)
    await deliverNow()
    expect((await ana.must(listPushDevices)).devices).toEqual([])
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'sent', reason: 'gone' }])
  })

  it.each([
    ['is too busy (429)', 429, { 'retry-after': '40' }],
    ['fails (503)', 503, {}],
    ['hangs up', 0, {}],
  ] as const)(
    'F-15: counts no attempt while the service %s, and sends everything within 5 minutes of its return',
    async (_case, status, headers) => {
      const { ana, browser } = await newOwner()
      push.answer(status, headers)
      for (let i = 0; i < 3; i++) await put(ana, `Food ${i}`)
      const start = Date.now()
      let now = start
      for (; now < start + hourMs; now += 900_000) await runJobsAt(new Date(now))
      expect(browser.messages).toEqual([])
      expect((await deliveriesOf(ana)).every(({ state, tries }) => state === 'waiting' && tries === 0)).toBe(true)
      push.answer(201)
      const healed = now
      for (; now <= healed + 300_000 && browser.messages.length < 3; now += 30_000) await runJobsAt(new Date(now))
      expect(new Set(browser.messages.map(({ tag }) => tag)).size).toBe(browser.messages.length)
      expect((await deliveriesOf(ana)).every(({ state }) => state === 'sent')).toBe(true)
    },
    120_000,
  )

  it('F-15: tries a rejected message five times with growing pauses, then makes it a dead letter and sends the next', async () => {
    const { ana, browser } = await newOwner()
    push.answer(413)
    await put(ana)
    const before = push.requestCount()
    await deliverNow()
    const pauses: number[] = []
    let now = Date.now()
    for (let tries = 1; tries < 5; tries++) {
      const { at: due, pause } = await nextTry(ana, now)
      pauses.push(pause)
      await runJobsAt(new Date(due - 1000))
      expect(push.requestCount() - before).toBe(tries)
      now = due
      await runJobsAt(new Date(now))
    }
    expect(push.requestCount() - before).toBe(5)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'parked', tries: 5, reason: 'answered 413' }])
    push.answer(201)
    await put(ana, 'Cream')
    await deliverNow()
    expect(browser.messages.map(({ title }) => title)).toEqual(['Cream expires tomorrow'])
  })

  it.each([
    'https://127.0.0.1:9200/push',
    'https://10.0.0.1/push',
    'https://example.org/push',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://user:pw@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'file:///etc/passwd',
    'nonsense',
  ])('I-41: rejects %s as a push service', async (endpoint) => {
    const { ana, browser } = await newOwner()
    const response = await ana.call(addPushDevice, { body: { endpoint, keys: browser.keys, label: '' } })
    expect([response.status, (response.body as unknown as { code: string }).code]).toEqual([422, 'push_host'])
  })

  it('I-41: sends nothing to a disallowed endpoint in the table', async () => {
    const { ana } = await newOwner()
    await asOwner(testApp.server.database, `update push_devices set endpoint = 'https://127.0.0.1:9200/x' where user_id = '${ana.userId}'`)
    await put(ana)
    await deliverNow()
    expect((await ana.must(listPushDevices)).devices).toEqual([])
  })

  it('never returns endpoints or keys, and lists a browser added twice once', async () => {
    const { ana, browser } = await newOwner()
    const again = await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone again' } })
    const listed = await ana.call(listPushDevices)
    expect(listed.body.devices).toEqual([{ id: again.id, label: 'Phone again', createdAt: again.createdAt, isCurrent: true }])
    for (const secret of [browser.endpoint, browser.keys.p256dh, browser.keys.auth]) expect(listed.text).not.toContain(secret)
    await ana.must(removePushDevice, { params: { id: again.id } })
    expect((await ana.must(listPushDevices)).devices).toEqual([])
  })
})

describe('language of the recipient', () => {
  const speaks = (person: Person, language: 'de' | 'fr') =>
    person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language } } })

  it('sends push messages in German to one member and in French to another', async () => {
    const { ana, browser } = await newOwner(only('expiring_soon'))
    const [ben] = (await createPeople(testApp, 1)) as [Person]
    await ben.must(joinHousehold, { body: { inviteCode: (await ana.must(listHouseholds))[0]?.inviteCode ?? '' } })
    const theirs = push.browser()
    await ben.must(changeNotificationSettings, { body: only('expiring_soon') })
    await ben.must(addPushDevice, { body: { endpoint: theirs.endpoint, keys: theirs.keys, label: 'Phone' } })
    await Promise.all([speaks(ana, 'de'), speaks(ben, 'fr')])
    await put(ana)
    await deliverNow()
    expect(browser.messages.map(({ title }) => title)).toEqual(['Milk: läuft morgen ab'])
    expect(theirs.messages.map(({ title }) => title)).toEqual(['Périme demain\u202f: Milk'])
  })

  it('sends an email in German from its subject to its last link', async () => {
    const { ana } = await newOwner(byMail())
    await speaks(ana, 'de')
    await put(ana)
    await put(ana, 'Leek', -1)
    await runJobsAt(morning())
    const [{ message } = { message: '' }] = mails
    const text = plainText(message)
    expect(message).toMatch(/^Content-Language: de/m)
    expect(text).toContain('um 2 Dinge musst du dich kümmern')
    expect(text).toContain('<html lang="de">')
    for (const phrase of ['Neues aus deiner Küche', '- Leek: abgelaufen', 'Larder öffnen', 'Diese E-Mails abbestellen'])
      expect(text).toContain(phrase)
    expect(text).not.toMatch(/\b(expired|expires|kitchen,|Open Larder)\b/)
  })

  it('responds in the language of the request', async () => {
    const { ana } = await newOwner()
    const lot = await put(ana)
    const german = { 'accept-language': 'de-AT,de;q=0.9' }
    expect((await ana.call(listNotifications, { headers: german })).body.notifications[0]?.title).toBe('Milk: läuft morgen ab')
    expect((await ana.call(listAlerts, { headers: german })).body[0]?.title).toBe('Milk: läuft morgen ab')
    expect((await ana.call(listAlerts)).body[0]?.title).toBe('Milk expires tomorrow')
    expect((await ana.call(listAlerts, { headers: german })).body[0]?.message).toBe('1 l (Kühlschrank). Bis morgen verbrauchen.')
    expect((await ana.call(listHistory, { headers: german, query: {} })).body[0]?.summary).toBe('1 l Milk hinzugefügt')
    const rejected = await ana.call(useLot, { headers: german, params: { id: lot.id }, body: { quantity: 5 } })
    expect(rejected.body).toMatchObject({ code: 'not_enough', detail: 'So viel ist nicht mehr da.' })
    const wrong = await ana.call(useLot, { headers: german, params: { id: lot.id }, body: { quantity: 1.0001 } })
    expect(wrong.body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'quantity', message: 'Höchstens drei Nachkommastellen.' }] })
  })
})

describe('daily email', () => {
  it('is sent once at its hour, as text and HTML, with an unsubscribe link', async () => {
    const { ana } = await newOwner(byMail())
    await put(ana, 'Milk & <b>honey</b>')
    await put(ana, 'Leek', -1)
    await deliverNow()
    expect(mails).toEqual([])
    for (let again = 0; again < 3; again++) await runJobsAt(morning())
    const [mail, ...others] = mails
    expect([mail?.to, others]).toEqual([ana.email, []])
    const text = plainText(mail?.message ?? '')
    expect(text).toContain('Subject: Test kitchen: 2 items need attention')
    expect(text).toContain('- Leek has expired')
    expect(text).toContain('/notifications?tab=mine')
    expect(text).toContain('Milk &#38; &#60;b&#62;honey')
    expect(text).toMatch(/multipart\/alternative/)
    expect(mail?.message.replace(/\r\n\s+/g, ' ')).toMatch(
      /List-Unsubscribe: <http:\/\/localhost:3000\/api\/unsubscribe\?token=[\w-]+\.[\w-]+>/,
    )
    expect(mail?.message).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await runJobsAt(new Date(morning().getTime() + 24 * hourMs))
    expect(mails).toHaveLength(1)
  })

  it('is not sent if everything was handled in the meantime', async () => {
    const { ana } = await newOwner(byMail())
    const lot = await put(ana)
    await testApp.server.jobs.settle()
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 1 } })
    await testApp.server.jobs.settle()
    await runJobsAt(morning())
    expect(mails).toEqual([])
  })

  it('is not sent about a deleted household or one the user left', async () => {
    const { ana } = await newOwner(byMail())
    const [ben] = (await createPeople(testApp, 1)) as [Person]
    const { inviteCode } = (await ana.must(listHouseholds)).find(({ id }) => id === ana.home) ?? {}
    await ben.must(joinHousehold, { body: { inviteCode: inviteCode ?? '' } })
    await ben.must(changeNotificationSettings, {
      body: { ...byMail(), kinds: { ...byMail().kinds, people: { bell: true, mail: false, push: false } } },
    })
    await put(ana)
    await ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })
    await testApp.server.jobs.settle()
    await ana.must(deleteHousehold, { params: { id: ana.home ?? '' } })
    await runJobsAt(morning())
    expect(mails).toEqual([])
  })

  it('I-57: links to the configured address, not to one claimed by a request', async () => {
    const { ana } = await newOwner(byMail())
    await testApp.inject({ method: 'GET', url: '/api/health', headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } })
    await put(ana)
    await runJobsAt(morning())
    const links = plainText(mails[0]?.message ?? '').match(/https?:\/\/[^\s"'<>)]+/g) ?? []
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter((link) => !link.startsWith('http://localhost:3000/'))).toEqual([])
  })

  it('stops after one click, but not after opening the link or with a forged one', async () => {
    const { ana } = await newOwner(byMail())
    await put(ana)
    await runJobsAt(morning())
    const url = /\/api\/unsubscribe\?token=[\w-]+\.[\w-]+/.exec(plainText(mails[0]?.message ?? '').replace(/=\r\n/g, ''))?.[0] ?? ''
    const page = await testApp.inject({ method: 'GET', url })
    expect([page.status, page.text.includes('<button>')]).toEqual([200, true])
    await put(ana, 'Cream')
    const mailAt = async () =>
      asOwner(testApp.server.database, `select 1 from notifications where user_id = '${ana.userId}' and email_at is not null`)
    await testApp.server.jobs.settle()
    expect(await mailAt()).toHaveLength(1)
    const forged = `${url.slice(0, -2)}AA`
    expect((await testApp.inject({ method: 'POST', url: forged })).status).toBe(404)
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const click = await testApp.inject({ method: 'POST', url, headers: form, payload: 'List-Unsubscribe=One-Click' })
    expect(click.status).toBe(200)
    expect(await mailAt()).toEqual([])
  })

  it('I-55: rejects forms on other routes', async () => {
    const { ana } = await newOwner(byMail())
    const headers = { authorization: `Bearer ${ana.token}`, 'content-type': 'application/x-www-form-urlencoded' }
    expect(await testApp.inject({ method: 'POST', url: '/api/notifications/read-all', headers, payload: 'a=b' })).toMatchObject({
      status: 415,
    })
  })

  it('F-14: sends the email after an outage of the mail server of an hour', async () => {
    const { ana } = await newOwner(byMail())
    await put(ana)
    await deliverNow()
    const { port } = smtp.server.address() as AddressInfo
    await stopSmtp()
    const start = morning().getTime()
    let now = start
    for (; now < start + hourMs; now += 900_000) await runJobsAt(new Date(now))
    await put(ana, 'Cream')
    expect(await deliveriesOf(ana)).toMatchObject([{ channel: 'email', state: 'waiting', tries: 0 }])
    await startSmtp(port)
    const healed = now
    for (; now <= healed + 300_000 && mails.length < 1; now += 30_000) await runJobsAt(new Date(now))
    expect(mails.filter(({ message }) => message.includes('Milk expires')).map(({ to }) => to)).toEqual([ana.email])
  })

  it('F-14: gives a dead letter the full time again when it is retried', async () => {
    const { ana } = await newOwner(byMail())
    await put(ana)
    const { port } = smtp.server.address() as AddressInfo
    await stopSmtp()
    await runJobsAt(morning())
    const four = new Date(Date.now() - 4 * 24 * hourMs).toISOString()
    await asOwner(
      testApp.server.database,
      `update deliveries set created_at = '${four}', due_at = '${four}' where user_id = '${ana.userId}'`,
    )
    await runJobsAt(new Date(morning().getTime() + hourMs))
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'parked' }])
    await admin.must(retryDeliveries)
    await runJobsAt(new Date(morning().getTime() + 2 * hourMs))
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'waiting' }])
    await startSmtp(port)
    await runJobsAt(new Date(morning().getTime() + 3 * hourMs))
    expect(mails.map(({ to }) => to)).toContain(ana.email)
  })

  it.each([
    ['a temporary rejection (451)', 451],
    ['a permanent rejection (550)', 550],
  ])(
    'F-14: makes an email a dead letter for the admin after %s five times, and sends the others',
    async (_case, code) => {
      const { ana } = await newOwner(byMail())
      await put(ana)
      refusal = { code, text: 'not now' }
      let now = morning().getTime()
      await runJobsAt(new Date(now))
      for (let tries = 1; tries < 5; tries++) {
        now = (await nextTry(ana, now)).at
        await runJobsAt(new Date(now))
      }
      const [row] = await deliveriesOf(ana)
      expect([row?.state, Number(row?.tries)]).toEqual(['parked', 5])
      const { parked: deadLetters } = await admin.must(listDeliveries)
      expect(deadLetters[0]).toMatchObject({ channel: 'email', tries: 5, reason: row?.reason })
      expect(JSON.stringify(deadLetters)).not.toContain('@')
      refusal = null
      const { ana: ben } = await newOwner(byMail())
      await put(ben)
      await runJobsAt(morning())
      expect(mails.map(({ to }) => to)).toEqual([ben.email])
      for (const endpoint of [listDeliveries, retryDeliveries])
        expect(await ben.call(endpoint)).toMatchObject({ status: 403, body: { code: 'administrators_only' } })
      expect((await admin.must(listDeliveries)).parked).toHaveLength(deadLetters.length)
      await admin.must(retryDeliveries)
      await runJobsAt(new Date(now))
      expect(mails.map(({ to }) => to)).toEqual([ben.email, ana.email])
    },
    120_000,
  )
})

describe('test message', () => {
  it('reports delivered, unreachable or no device', async () => {
    const { ana, browser } = await newOwner(byMail())
    const test = (channel: 'mail' | 'push') => ana.must(testNotification, { body: { channel } })
    expect([await test('push'), await test('mail')]).toEqual([{ outcome: 'delivered' }, { outcome: 'delivered' }])
    expect([browser.messages.length, mails.length]).toEqual([1, 1])
    push.answer(503)
    refusal = { code: 554, text: 'no' }
    expect([await test('push'), await test('mail')]).toEqual([{ outcome: 'unreachable' }, { outcome: 'unreachable' }])
    push.answer(410)
    expect(await test('push')).toEqual({ outcome: 'no_device' })
    expect(await test('push')).toEqual({ outcome: 'no_device' })
  })
})

it('sends nothing to a locked account', async () => {
  const allChannels = { bell: true, mail: true, push: true }
  const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, allChannels])) as NotificationSettings['kinds']
  const [locked, open] = [await newOwner({ kinds }), await newOwner({ kinds })]
  const [ben] = (await createPeople(testApp, 1)) as [Person]
  await testApp.household(ben, locked.ana, open.ana)
  await ben.must(changeNotificationSettings, { body: only() })
  const lock = (isLocked: boolean) => admin.must(changeAccount, { params: { userId: locked.ana.userId }, body: { isLocked } })
  await lock(true)
  // Add the lot after locking, so that no message is sent before.
  await put(ben)
  await deliverNow()
  await runJobsAt(morning())
  expect(mails.map(({ to }) => to)).toEqual([open.ana.email])
  expect(locked.browser.messages).toEqual([])
  expect(open.browser.messages).not.toEqual([])
  await lock(false)
})

it('sends nothing when every kind is off', async () => {
  const { ana, browser } = await newOwner()
  await ana.must(changeNotificationSettings, { body: only() })
  await put(ana)
  await put(ana, 'Leek', -1)
  await deliverNow()
  await runJobsAt(morning())
  expect([browser.messages, mails, await deliveriesOf(ana)]).toEqual([[], [], []])
})
