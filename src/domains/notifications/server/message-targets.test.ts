import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { changeAccount } from '#domains/admin/contract.ts'
import { addLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type MessageApps, startMessageApps, tokens } from '#tests/support/fakes/message-apps.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import {
  addMessageTarget,
  type ChangedSettings,
  changeNotificationSettings,
  defaultNotificationSettings,
  getNotificationSettings,
  listDeliveries,
  listMessageTargets,
  listNotifications,
  type NotificationSettings,
  notificationKinds,
  readAllNotifications,
  removeMessageTarget,
  retryDeliveries,
  type TargetAddress,
  type TargetKind,
  targetKinds,
  testMessageTarget,
} from '../contract/index.ts'

const hourMs = 3_600_000
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)

let testApp: TestApp
let apps: MessageApps
/** On another port, which the operator didn't allow. */
let unlisted: MessageApps
/** The first account, which is a server admin. */
let admin: Person
let close = async () => {}
beforeAll(async () => {
  ;[apps, unlisted] = await Promise.all([startMessageApps(), startMessageApps()])
  const opened = await openTestApp({ LARDER_MESSAGE_HOSTS: apps.host, LARDER_TELEGRAM_URL: apps.origin })
  ;({ testApp, close } = opened)
  ;[admin] = (await createPeople(testApp, 1)) as [Person]
})
afterAll(async () => {
  await close()
  await Promise.all([apps.stop(), unlisted.stop()])
})
beforeEach(() => {
  apps.respond(null)
  apps.shown.clear()
  apps.bodies.length = 0
  apps.requests.length = 0
})

const addressOf: Record<TargetKind, (origin: string) => TargetAddress> = {
  ntfy: (server) => ({ kind: 'ntfy', server, topic: 'private-kitchen', token: tokens.ntfy }),
  gotify: (origin) => ({ kind: 'gotify', server: `${origin}/gotify/`, token: tokens.gotify }),
  telegram: () => ({ kind: 'telegram', token: tokens.telegram, chatId: '-100123' }),
  webhook: (origin) => ({ kind: 'webhook', url: `${origin}/notify/kitchen`, header: { name: 'X-Key', value: 'a secret of theirs' } }),
}
const receiver: Record<TargetKind, string> = { ntfy: 'private-kitchen', gotify: 'gotify', telegram: 'chat -100123', webhook: 'kitchen' }
const everyKind = targetKinds.map((kind) => [kind] as const)

const inApps = (part: Partial<NotificationSettings> = {}): NotificationSettings => ({
  kinds: Object.fromEntries(
    notificationKinds.map((kind) => [kind, { bell: true, mail: false, push: false, apps: true }]),
  ) as NotificationSettings['kinds'],
  digestHour: 8,
  quietHours: { ...defaultNotificationSettings.quietHours, isOn: false },
  foodMessages: 'immediate',
  warningDays: null,
  mutedIngredients: [],
  ...part,
})
/** Who adds what a person is notified of, since no message tells people what they did. */
const cooks = new WeakMap<Person, Person>()
async function newOwner(part: Partial<NotificationSettings> = {}): Promise<Person> {
  const [ana, cook] = (await createPeople(testApp, 2)) as [Person, Person]
  await testApp.household(ana, cook)
  cooks.set(ana, cook)
  await testApp.server.jobs.settle()
  await ana.must(readAllNotifications)
  await ana.must(changeNotificationSettings, { body: inApps(part) })
  return ana
}
const add = (ana: Person, to: TargetAddress, name = 'My phone') => ana.must(addMessageTarget, { body: { name, to } })
async function ownerWith(kind: TargetKind, part: Partial<NotificationSettings> = {}): Promise<{ ana: Person; id: string }> {
  const ana = await newOwner(part)
  return { ana, id: (await add(ana, addressOf[kind](apps.origin))).id }
}
async function put(ana: Person, name = 'Milk', days = 1) {
  const body = { ingredient: { name }, quantity: 1, unit: 'l', expirationDate: inDays(days) } as const
  const lot = await (cooks.get(ana) ?? ana).must(addLot, { body })
  await testApp.server.jobs.settle()
  return lot
}
const runJobsAt = (now: Date) => testApp.server.jobs.catchUp(now)
async function deliverNow(): Promise<void> {
  await testApp.server.jobs.settle()
  await runJobsAt(new Date())
}
const deliveriesOf = (ana: Person) =>
  asOwner<{ channel: string; state: string; tries: number; reason: string | null; due_at: string }>(
    testApp.server.database,
    `select channel, state, tries, reason, due_at from deliveries where user_id = '${ana.userId}' order by created_at, id`,
  )
const problemOf = async (ana: Person) => (await ana.must(listMessageTargets))[0]?.problem
const appNotifications = async (ana: Person) =>
  (await ana.must(listNotifications)).notifications.filter(({ type }) => type === 'app_failed')

describe.each(everyKind)('%s', (kind) => {
  it('receives a message once, with a link to the lot', async () => {
    const { ana } = await ownerWith(kind)
    const lot = await put(ana)
    for (let i = 0; i < 3; i++) await deliverNow()
    const messages = apps.shown.get(receiver[kind]) ?? []
    expect(messages).toMatchObject([{ title: 'Milk expires tomorrow' }])
    const link = `http://localhost:3000/inventory?item=${lot.id}`
    expect(`${messages[0]?.link} ${messages[0]?.text}`).toContain(link)
    expect(await deliveriesOf(ana)).toMatchObject([{ channel: 'app', state: 'sent', reason: null }])
    expect(await problemOf(ana)).toBeNull()
  })

  it.each([
    [401, 'denied'],
    [403, 'denied'],
    [404, 'not_found'],
  ] as const)('isn’t retried after %d, and its owner learns why once', async (status, problem) => {
    const { ana } = await ownerWith(kind)
    apps.respond(status)
    await put(ana)
    await put(ana, 'Leek')
    await deliverNow()
    const { length } = apps.requests
    await runJobsAt(new Date(Date.now() + 12 * hourMs))
    expect(apps.requests).toHaveLength(length)
    expect((await deliveriesOf(ana)).every(({ state, reason }) => state === 'sent' && reason === 'gone')).toBe(true)
    expect(await problemOf(ana)).toBe(problem)
    expect(await appNotifications(ana)).toMatchObject([{ title: 'My phone no longer gets your notifications', isRead: false }])
    expect(await admin.must(listDeliveries)).toMatchObject({ waiting: 0, parked: [] })

    apps.respond(null)
    await put(ana, 'Rice')
    await deliverNow()
    expect(apps.shown.get(receiver[kind])).toMatchObject([{ title: 'Rice expires tomorrow' }])
    expect(await problemOf(ana)).toBeNull()
  })

  it('waits as long as the service says after 429, then sends', async () => {
    const { ana } = await ownerWith(kind)
    const body = kind === 'telegram' ? { ok: false, error_code: 429, parameters: { retry_after: 1800 } } : {}
    apps.respond(429, kind === 'telegram' ? {} : { 'retry-after': '1800' }, body)
    const start = Date.now()
    await put(ana)
    await deliverNow()
    const [row] = await deliveriesOf(ana)
    expect(row).toMatchObject({ state: 'waiting', reason: 'answered 429' })
    expect(Number(row?.tries)).toBe(0)
    expect(Date.parse(row?.due_at ?? '') - start).toBeGreaterThanOrEqual(1_800_000)
    apps.respond(null)
    await runJobsAt(new Date(start + 1_700_000))
    expect(apps.shown.size).toBe(0)
    await runJobsAt(new Date(Date.now() + 1_810_000))
    expect(apps.shown.get(receiver[kind])).toHaveLength(1)
  })

  it.each([
    ['fails (503)', 503, 'answered 503', 'failed'],
    ['hangs up', 0, 'no response', 'no_response'],
  ] as const)('is retried while the service %s, and reached after its return', async (_case, status, reason, problem) => {
    const { ana } = await ownerWith(kind)
    apps.respond(status)
    await put(ana)
    await deliverNow()
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'waiting', reason }])
    expect(await problemOf(ana)).toBe(problem)
    expect(await appNotifications(ana)).toEqual([])
    apps.respond(null)
    await runJobsAt(new Date(Date.now() + 300_000))
    expect(apps.shown.get(receiver[kind])).toHaveLength(1)
    expect(await problemOf(ana)).toBeNull()
  })

  it('follows no redirect to another server', async () => {
    const { ana, id } = await ownerWith(kind)
    const before = unlisted.requests.length
    apps.respond(307, { location: `${unlisted.origin}/notify/kitchen` })
    expect(await ana.must(testMessageTarget, { params: { id } })).toEqual({ outcome: 'no_response' })
    expect(unlisted.requests).toHaveLength(before)
  })

  it('says what became of a test message', async () => {
    const { ana, id } = await ownerWith(kind)
    const test = async () => (await ana.must(testMessageTarget, { params: { id } })).outcome
    expect(await test()).toBe('delivered')
    expect(apps.shown.get(receiver[kind])).toMatchObject([{ title: 'Test notification from Larder' }])
    const outcomes = []
    for (const status of [401, 403, 404, 429, 500, 0]) {
      apps.respond(status)
      outcomes.push(await test())
    }
    expect(outcomes).toEqual(['denied', 'denied', 'not_found', 'failed', 'failed', 'no_response'])
    expect(await problemOf(ana)).toBe('no_response')
    apps.respond(null)
    expect([await test(), await problemOf(ana), await appNotifications(ana)]).toEqual(['delivered', null, []])
  })

  it('never returns its address or secret, and stores them encrypted', async () => {
    const { ana, id } = await ownerWith(kind)
    const address = JSON.stringify(addressOf[kind](apps.origin))
    const secrets = [tokens.ntfy, tokens.gotify, tokens.telegram, 'private-kitchen', '/notify/', 'a secret of theirs', '-100123']
    const [listed, [row]] = await Promise.all([
      ana.call(listMessageTargets),
      asOwner<Record<string, unknown>>(testApp.server.database, `select * from message_targets where id = '${id}'`),
    ])
    for (const secret of secrets.filter((text) => address.includes(text))) {
      expect(listed.text).not.toContain(secret)
      expect(JSON.stringify(row)).not.toContain(secret)
    }
    expect(listed.body).toEqual([
      { id, kind, name: 'My phone', host: apps.host, createdAt: expect.any(String), problem: null, problemSince: null },
    ])
  })
})

describe.each([['ntfy'], ['gotify'], ['webhook']] as const)('%s in the local network', (kind) => {
  it('isn’t contacted unless the operator allows it', async () => {
    const ana = await newOwner()
    const before = unlisted.requests.length
    const { id } = await add(ana, addressOf[kind](unlisted.origin))
    expect(await ana.must(testMessageTarget, { params: { id } })).toEqual({ outcome: 'not_allowed' })
    await put(ana)
    await deliverNow()
    expect(unlisted.requests).toHaveLength(before)
    expect(await deliveriesOf(ana)).toMatchObject([{ state: 'waiting', reason: 'address not allowed' }])
    expect(await problemOf(ana)).toBe('not_allowed')
    await ana.must(removeMessageTarget, { params: { id } })
  })
})

it.each<[string, TargetAddress, string]>([
  ['a token that ntfy doesn’t know', { kind: 'ntfy', server: '', topic: 'kitchen', token: 'tk_other' }, 'denied'],
  ['a protected topic without a token', { kind: 'ntfy', server: '', topic: 'private-kitchen' }, 'denied'],
  ['a token that Gotify doesn’t know', { kind: 'gotify', server: '', token: 'other' }, 'denied'],
  ['a bot that Telegram doesn’t know', { kind: 'telegram', token: '1:AAHdqTcvCH1vGWJxfSeofSAs0K5', chatId: '5' }, 'denied'],
  ['a bot that was blocked', { kind: 'telegram', token: tokens.telegram, chatId: '403' }, 'denied'],
  ['a chat that Telegram doesn’t know', { kind: 'telegram', token: tokens.telegram, chatId: '@nowhere' }, 'not_found'],
  ['a webhook that isn’t there', { kind: 'webhook', url: '/nowhere' }, 'not_found'],
])('recognizes %s', async (_case, to, outcome) => {
  const ana = await newOwner()
  const complete = 'server' in to ? { ...to, server: apps.origin } : 'url' in to ? { ...to, url: `${apps.origin}${to.url}` } : to
  const { id } = await add(ana, complete)
  expect(await ana.must(testMessageTarget, { params: { id } })).toEqual({ outcome })
})

it.each<[string, unknown]>([
  ['a topic in the server', { kind: 'ntfy', server: 'https://ntfy.sh/kitchen', topic: 'kitchen' }],
  ['a topic with a slash', { kind: 'ntfy', server: 'https://ntfy.sh', topic: 'a/b' }],
  ['a user name in the address', { kind: 'gotify', server: 'https://ana:secret@gotify.example', token: 'x' }],
  ['another protocol', { kind: 'webhook', url: 'file:///etc/passwd' }],
  ['a line break in a token', { kind: 'gotify', server: 'https://gotify.example', token: 'a\r\nX-Other: b' }],
  ['a header of the request itself', { kind: 'webhook', url: 'https://a.example/', header: { name: 'Content-Length', value: '0' } }],
  ['a line break in a header', { kind: 'webhook', url: 'https://a.example/', header: { name: 'X-Key', value: 'a\r\nHost: b' } }],
  ['a path in a bot’s token', { kind: 'telegram', token: '1:AAHdqTcvCH1vGWJxfSeofSAs0K5/../x', chatId: '5' }],
  ['a server for Telegram', { kind: 'telegram', token: tokens.telegram, chatId: '5', server: 'https://a.example' }],
])('rejects %s', async (_case, to) => {
  const ana = await newOwner()
  const { status } = await ana.call(addMessageTarget, { body: { name: 'Phone', to: to as TargetAddress } })
  expect(status).toBe(422)
  expect(await ana.must(listMessageTargets)).toEqual([])
})

it('sends what each service expects', async () => {
  const ana = await newOwner()
  for (const kind of targetKinds) await add(ana, addressOf[kind](apps.origin))
  await put(ana, 'Leek', -1)
  await deliverNow()
  const link = expect.stringMatching(/^http:\/\/localhost:3000\/inventory\?item=/)
  const title = 'Leek has expired'
  expect(apps.bodies).toHaveLength(4)
  expect(apps.bodies).toEqual(
    expect.arrayContaining([
      { topic: 'private-kitchen', title, message: expect.any(String), priority: 4, tags: ['warning'], click: link },
      {
        title,
        message: expect.any(String),
        priority: 8,
        extras: { 'client::display': { contentType: 'text/plain' }, 'client::notification': { click: { url: link } } },
      },
      {
        chat_id: '-100123',
        text: expect.stringMatching(/^Leek has expired\n/),
        entities: [{ type: 'bold', offset: 0, length: title.length }],
        link_preview_options: { is_disabled: true },
      },
      { title, body: expect.stringContaining('http://localhost:3000/'), type: 'warning', format: 'text', url: link },
    ]),
  )
  expect(apps.requests.map(({ path }) => path).toSorted()).toEqual(
    ['/', '/gotify/message', `/bot${tokens.telegram}/sendMessage`, '/notify/kitchen'].toSorted(),
  )
  expect(apps.requests.find(({ path }) => path === '/notify/kitchen')?.headers).toMatchObject({
    'content-type': 'application/json',
    'x-key': 'a secret of theirs',
  })
})

it('shortens long texts to what every service accepts', async () => {
  const ana = await newOwner()
  for (const kind of targetKinds) await add(ana, addressOf[kind](apps.origin))
  await put(ana, '🥕'.repeat(60))
  await put(ana, 'ü'.repeat(100))
  await deliverNow()
  expect((await deliveriesOf(ana)).every(({ state }) => state === 'sent')).toBe(true)
  expect(await ana.must(listMessageTargets)).toMatchObject(targetKinds.map(() => ({ problem: null })))
})

it('counts any 2xx response of a webhook as delivered, whatever its body', async () => {
  const { ana, id } = await ownerWith('webhook')
  for (const [status, type, body] of [
    [204, 'text/plain', ''],
    [202, 'application/xml', '<ok/>'],
    [200, 'text/html', 'x'.repeat(200_000)],
  ] as const) {
    apps.respond(status, { 'content-type': type }, body)
    expect(await ana.must(testMessageTarget, { params: { id } })).toEqual({ outcome: 'delivered' })
  }
})

it('tries a rejected message five times, makes it a dead letter without an address, and sends the next', async () => {
  const { ana } = await ownerWith('webhook')
  apps.respond(422)
  await put(ana)
  await deliverNow()
  for (let tries = 1; tries < 5; tries++) {
    const [row] = await deliveriesOf(ana)
    await runJobsAt(new Date(Math.max(Date.now(), Date.parse(row?.due_at ?? ''))))
  }
  expect(apps.requests).toHaveLength(5)
  const listed = await admin.must(listDeliveries)
  expect(listed.parked).toMatchObject([{ channel: 'app', tries: 5, reason: 'answered 422' }])
  expect(JSON.stringify(listed)).not.toContain('127.0.0.1')
  apps.respond(null)
  await put(ana, 'Cream')
  await deliverNow()
  expect(apps.shown.get('kitchen')).toMatchObject([{ title: 'Cream expires tomorrow' }])
  await admin.must(retryDeliveries)
  await runJobsAt(new Date())
  expect(apps.shown.get('kitchen')).toHaveLength(2)
})

it('sends nothing that is queued to a removed target, also when dead letters are retried', async () => {
  const { ana, id } = await ownerWith('ntfy')
  apps.respond(503)
  await put(ana)
  await deliverNow()
  await ana.must(removeMessageTarget, { params: { id } })
  expect(await deliveriesOf(ana)).toEqual([])
  apps.respond(null)
  await admin.must(retryDeliveries)
  await runJobsAt(new Date(Date.now() + hourMs))
  expect(apps.shown.size).toBe(0)
})

it.each<[string, (ana: Person, lotId: string) => Promise<unknown>]>([
  ['the lot was used up', (ana, id) => ana.must(useLot, { params: { id }, body: { quantity: 1 } })],
  ['it was read', (ana) => ana.must(readAllNotifications)],
  [
    'its kind was turned off for apps',
    (ana) => {
      const kinds = Object.fromEntries(
        notificationKinds.map((kind) => [kind, { bell: true, mail: true, push: true, apps: false }]),
      ) as NotificationSettings['kinds']
      return ana.must(changeNotificationSettings, { body: inApps({ kinds }) })
    },
  ],
  ['its owner was locked', (ana) => admin.must(changeAccount, { params: { userId: ana.userId }, body: { isLocked: true } })],
])('doesn’t send a delayed message once %s', async (_case, act) => {
  const { ana } = await ownerWith('ntfy')
  apps.respond(503)
  const lot = await put(ana)
  await deliverNow()
  await act(ana, lot.id)
  await testApp.server.jobs.settle()
  apps.respond(null)
  await runJobsAt(new Date(Date.now() + hourMs))
  expect(apps.shown.size).toBe(0)
})

it('waits for the end of quiet hours', async () => {
  const hourFromNow = (hours: number) => `${String((new Date().getUTCHours() + 24 + hours) % 24).padStart(2, '0')}:00`
  const { ana } = await ownerWith('ntfy', { quietHours: { isOn: true, begin: hourFromNow(0), end: hourFromNow(3) } })
  await put(ana)
  await deliverNow()
  expect(apps.shown.size).toBe(0)
  await runJobsAt(new Date(Date.now() + 3 * hourMs))
  expect(apps.shown.get('private-kitchen')).toHaveLength(1)
})

it('reaches each target on its own', async () => {
  const ana = await newOwner()
  await add(ana, { kind: 'gotify', server: apps.origin, token: 'wrong' })
  await add(ana, addressOf.ntfy(apps.origin))
  await put(ana)
  await deliverNow()
  expect(apps.shown.get('private-kitchen')).toHaveLength(1)
  expect((await ana.must(listMessageTargets)).map(({ problem }) => problem)).toEqual(['denied', null])
})

it('writes in the language of its owner', async () => {
  const { ana } = await ownerWith('telegram')
  await ana.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
  await put(ana)
  await deliverNow()
  expect(apps.shown.get('chat -100123')).toMatchObject([{ title: 'Milk: läuft morgen ab' }])
})

it('is out of reach of other members', async () => {
  const { ana, id } = await ownerWith('ntfy')
  const cook = cooks.get(ana) as Person
  for (const endpoint of [testMessageTarget, removeMessageTarget])
    expect(await cook.call(endpoint, { params: { id } })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await cook.must(listMessageTargets)).toEqual([])
  expect(apps.requests).toEqual([])
})

describe('settings saved without apps', () => {
  const push = (isOn: boolean): ChangedSettings => ({
    ...inApps(),
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, { bell: true, mail: false, push: isOn }])) as ChangedSettings['kinds'],
  })
  const appsOf = async (ana: Person) => (await ana.must(getNotificationSettings)).kinds.expired.apps

  it('follow push until apps are set', async () => {
    const [ana] = (await createPeople(testApp, 1)) as [Person]
    await ana.must(changeNotificationSettings, { body: push(false) })
    expect(await appsOf(ana)).toBe(false)
    await ana.must(changeNotificationSettings, { body: push(true) })
    expect(await appsOf(ana)).toBe(true)
    const off = Object.fromEntries(notificationKinds.map((kind) => [kind, { bell: true, mail: false, push: true, apps: false }]))
    await ana.must(changeNotificationSettings, { body: inApps({ kinds: off as NotificationSettings['kinds'] }) })
    await ana.must(changeNotificationSettings, { body: push(true) })
    expect(await appsOf(ana)).toBe(false)
  })
})
