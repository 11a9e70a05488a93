import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Browser, startPushService } from '#tests/support/fakes/push-service.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import {
  addPushDevice,
  changeNotificationSettings,
  defaultNotificationSettings,
  listDeliveries,
  type NotificationSettings,
  notificationKinds,
} from '../contract/index.ts'

const dayMs = 86_400_000
const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function testAppWith(environment: Record<string, string>): Promise<TestApp> {
  const { testApp, close } = await openTestApp(environment)
  closing.push(close)
  return testApp
}
function settingsFor(channel: 'mail' | 'push'): NotificationSettings {
  const channels = { bell: true, mail: channel === 'mail', push: channel === 'push' }
  const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, channels])) as NotificationSettings['kinds']
  const quietHours = { ...defaultNotificationSettings.quietHours, isOn: false }
  return { kinds, digestHour: 8, quietHours, foodMessages: 'immediate', warningDays: null, mutedIngredients: [] }
}
/** Creates a household owner who gets everything by this channel; the first account, so a server admin. */
async function ownerNotifiedBy(testApp: TestApp, channel: 'mail' | 'push'): Promise<Person> {
  const [ana] = (await createPeople(testApp, 1)) as [Person]
  await testApp.household(ana)
  await ana.must(changeNotificationSettings, { body: settingsFor(channel) })
  return ana
}
const put = (ana: Person, name: string) =>
  ana.must(addLot, {
    body: { ingredient: { name }, quantity: 1, unit: 'l', expirationDate: addDays(dateInTimeZone('UTC', new Date()), 1) },
  })
const morning = (days = 1) => new Date(`${addDays(dateInTimeZone('UTC', new Date()), days)}T08:00:30Z`)
const listening = async (server: Server | SMTPServer['server']) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => new Promise<void>((done) => server.close(() => done())))
  return (server.address() as AddressInfo).port
}

it('F-14: holds mail for a server with an untrusted certificate and records the reason', async () => {
  const taken: string[] = []
  // smtp-server uses a self-signed certificate by default.
  const smtp = new SMTPServer({
    secure: true,
    authOptional: true,
    closeTimeout: 100,
    onData(stream, session, done) {
      taken.push(session.id)
      stream.resume().on('end', () => done())
    },
  })
  smtp.on('error', () => {})
  const testApp = await testAppWith({ SMTP_URL: `smtps://127.0.0.1:${await listening(smtp.server)}` })
  const ana = await ownerNotifiedBy(testApp, 'mail')
  await put(ana, 'Milk')
  await testApp.server.jobs.settle()
  await testApp.server.jobs.catchUp(morning())
  const rows = await asOwner<{ state: string; reason: string }>(testApp.server.database, 'select state, reason from deliveries')
  expect(rows).toMatchObject([{ state: 'waiting', reason: expect.stringMatching(/certificate/i) }])
  expect(await ana.must(listDeliveries)).toEqual({ waiting: 1, parked: [] })
  expect(taken).toEqual([])
})

it('F-14: blocks no request while a mail server accepts a connection but stays silent', async () => {
  const sockets = new Set<Socket>()
  let onSecondCall = () => {}
  const isCalled = new Promise<void>((resolve) => {
    onSecondCall = resolve
  })
  let isUnreachable = false
  const silent = createServer((socket) => {
    if (isUnreachable) return void socket.destroy()
    sockets.add(socket.on('error', () => {}))
    // The first connection only verifies the server.
    return sockets.size === 2 ? onSecondCall() : undefined
  })
  const testApp = await testAppWith({ SMTP_URL: `smtp://127.0.0.1:${await listening(silent)}` })
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  const ana = await ownerNotifiedBy(testApp, 'mail')
  await put(ana, 'Milk')
  await testApp.server.jobs.settle()
  let isOver = false
  const delivering = testApp.server.jobs.catchUp(morning()).finally(() => {
    isOver = true
  })
  await isCalled
  for (let i = 0; i < 20; i++) await put(ana, `Food ${i}`)
  expect(isOver).toBe(false)
  isUnreachable = true
  for (const socket of sockets) socket.destroy()
  await delivering
  const [row] = await asOwner<{ state: string; tries: number }>(testApp.server.database, 'select state, tries from deliveries')
  expect([row?.state, Number(row?.tries)]).toEqual(['waiting', 0])
})

const dead = Number(process.env['LARDER_DEAD_BROWSERS'] ?? 200)
const deadPerUser = 10
it(
  `F-15: removes ${dead} expired devices and sends to all valid ones within 5 minutes`,
  async () => {
    const push = await startPushService()
    closing.push(() => push.stop())
    const testApp = await testAppWith({ LARDER_PUSH_HOSTS: push.origin })
    const ana = await ownerNotifiedBy(testApp, 'push')
    const { keys } = push.browser()
    const insert = async (table: string, columns: string, rows: readonly string[]) => {
      for (let i = 0; i < rows.length; i += 500)
        await asOwner(testApp.server.database, `insert into ${table} (${columns}) values ${rows.slice(i, i + 500).join()}`)
    }
    const at = '2026-01-01T00:00:00.000Z'
    const others = await createPeople(testApp, dead / deadPerUser)
    const members = others.map(({ userId }) => `('${ana.home}', '${userId}', 'MEMBER', '${at}')`)
    await insert('members', 'household_id, user_id, role, joined_at', members)
    const browsers: Browser[] = []
    const gone: string[] = []
    for (const person of others) {
      await person.must(changeNotificationSettings, { body: settingsFor('push') })
      const browser = push.browser()
      browsers.push(browser)
      await person.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
      // The service responds 410 for unknown endpoints.
      for (let i = 0; i < deadPerUser; i++) {
        const endpoint = `${push.origin}/push/${person.userId}-${i}`
        gone.push(`('${person.userId}', 'gone${i}', '${endpoint}', '${keys.p256dh}', '${keys.auth}', '', '${at}')`)
      }
    }
    await insert('push_devices', 'user_id, id, endpoint, p256dh, auth, label, created_at', gone)

    await put(ana, 'Milk')
    await testApp.server.jobs.settle()
    const countOf = async (text: string) => Number((await asOwner<{ n: number }>(testApp.server.database, text))[0]?.n)
    const waiting = () =>
      countOf(`select count(*) as n from notifications where push_at is not null`).then(
        async (unsent) => unsent + (await countOf(`select count(*) as n from deliveries where state = 'waiting'`)),
      )
    const isDelivered = () => browsers.every(({ messages }) => messages.length === 1)
    const start = Date.now() + 60_000
    let deliveredAfterMs: number | null = null
    let now = start
    for (; (await waiting()) > 0 && now < start + dayMs; now += 2_000) {
      await testApp.server.jobs.catchUp(new Date(now))
      if (isDelivered()) deliveredAfterMs ??= now - start
    }
    expect(isDelivered()).toBe(true)
    expect(deliveredAfterMs).toBeLessThanOrEqual(300_000)
    expect(await countOf('select count(*) as n from push_devices')).toBe(others.length)
    expect(push.requestCount()).toBe(dead + others.length)
  },
  30_000 + dead * 100,
)
