import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import { crowd } from '#tests/support/data/people.ts'
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
function wishesBy(way: 'mail' | 'push'): NotificationSettings {
  const wishes = { bell: true, mail: way === 'mail', push: way === 'push' }
  const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, wishes])) as NotificationSettings['kinds']
  return { kinds, digestHour: 8, quietHours: { ...defaultNotificationSettings.quietHours, isOn: false } }
}
/** Somebody who is told of everything in this way; the first account, who looks after the server. */
async function cookBy(testApp: TestApp, way: 'mail' | 'push'): Promise<Person> {
  const [ana] = (await crowd(testApp, 1)) as [Person]
  await testApp.household(ana)
  await ana.must(changeNotificationSettings, { body: wishesBy(way) })
  return ana
}
const put = (ana: Person, name: string) =>
  ana.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'l', expirationDate: addDays(dayIn('UTC', new Date()), 1) } })
const morning = (days = 1) => new Date(`${addDays(dayIn('UTC', new Date()), days)}T08:00:30Z`)
const listening = async (server: Server | SMTPServer['server']) => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => new Promise<void>((done) => server.close(() => done())))
  return (server.address() as AddressInfo).port
}

it('F-14: no mail goes to a server whose certificate nobody vouches for; it waits, and why is written down', async () => {
  const taken: string[] = []
  // It brings a certificate that it signed itself.
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
  const ana = await cookBy(testApp, 'mail')
  await put(ana, 'Milk')
  await testApp.server.jobs.settle()
  await testApp.server.jobs.catchUp(morning())
  const rows = await asOwner<{ state: string; reason: string }>(testApp.server.database, 'select state, reason from deliveries')
  expect(rows).toMatchObject([{ state: 'waiting', reason: expect.stringMatching(/certificate/i) }])
  expect(await ana.must(listDeliveries)).toEqual({ waiting: 1, parked: [] })
  expect(taken).toEqual([])
})

it('F-14: no request waits for a mail server that takes the call and says nothing', async () => {
  const lines = new Set<Socket>()
  let called = () => {}
  const isCalled = new Promise<void>((resolve) => {
    called = resolve
  })
  let isAway = false
  const mute = createServer((socket) => {
    if (isAway) return void socket.destroy()
    lines.add(socket.on('error', () => {}))
    // The first call only asks whether anybody is there.
    return lines.size === 2 ? called() : undefined
  })
  const testApp = await testAppWith({ SMTP_URL: `smtp://127.0.0.1:${await listening(mute)}` })
  closing.push(() => {
    for (const line of lines) line.destroy()
  })
  const ana = await cookBy(testApp, 'mail')
  await put(ana, 'Milk')
  await testApp.server.jobs.settle()
  let isOver = false
  const delivering = testApp.server.jobs.catchUp(morning()).finally(() => {
    isOver = true
  })
  await isCalled
  for (let i = 0; i < 20; i++) await put(ana, `Food ${i}`)
  expect(isOver).toBe(false)
  isAway = true
  for (const line of lines) line.destroy()
  await delivering
  const [row] = await asOwner<{ state: string; tries: number }>(testApp.server.database, 'select state, tries from deliveries')
  expect([row?.state, Number(row?.tries)]).toEqual(['waiting', 0])
})

const dead = Number(process.env['LARDER_DEAD_BROWSERS'] ?? 200)
const each = 10
it(
  `F-15: ${dead} browsers that are gone are all forgotten, and everybody who has one that is there is told within 5 minutes`,
  async () => {
    const push = await startPushService()
    closing.push(() => push.stop())
    const testApp = await testAppWith({ LARDER_PUSH_HOSTS: push.origin })
    const ana = await cookBy(testApp, 'push')
    const { keys } = push.browser()
    const insert = async (table: string, columns: string, rows: readonly string[]) => {
      for (let i = 0; i < rows.length; i += 500)
        await asOwner(testApp.server.database, `insert into ${table} (${columns}) values ${rows.slice(i, i + 500).join()}`)
    }
    const at = '2026-01-01T00:00:00.000Z'
    const others = await crowd(testApp, dead / each)
    const members = others.map(({ userId }) => `('${ana.home}', '${userId}', 'MEMBER', '${at}')`)
    await insert('members', 'household_id, user_id, role, joined_at', members)
    const browsers: Browser[] = []
    const gone: string[] = []
    for (const person of others) {
      await person.must(changeNotificationSettings, { body: wishesBy('push') })
      const browser = push.browser()
      browsers.push(browser)
      await person.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
      // The service answers 410 for every address that is none of its browsers'.
      for (let i = 0; i < each; i++) {
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
        async (told) => told + (await countOf(`select count(*) as n from deliveries where state = 'waiting'`)),
      )
    const isTold = () => browsers.every(({ messages }) => messages.length === 1)
    const begun = Date.now() + 60_000
    let told: number | null = null
    let now = begun
    for (; (await waiting()) > 0 && now < begun + dayMs; now += 2_000) {
      await testApp.server.jobs.catchUp(new Date(now))
      if (isTold()) told ??= now - begun
    }
    expect(isTold()).toBe(true)
    expect(told).toBeLessThanOrEqual(300_000)
    expect(await countOf('select count(*) as n from push_devices')).toBe(others.length)
    expect(push.asked()).toBe(dead + others.length)
  },
  30_000 + dead * 100,
)
