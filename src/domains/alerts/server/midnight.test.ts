import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppServer, compose } from '#app/compose.ts'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addPushDevice, changeNotificationSettings, defaultNotificationSettings } from '#domains/notifications/contract/index.ts'
import { type Jobs, openJobs } from '#platform/server/jobs/background-work.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type PushService, startPushService } from '#tests/support/fakes/push-service.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import { alertConsumer } from './consumers.ts'

let testApp: TestApp
let push: PushService
let second: AppServer | undefined
let alone: Jobs
let close = async () => {}
beforeAll(async () => {
  push = await startPushService()
  const opened = await openTestApp({ LARDER_PUSH_HOSTS: push.origin })
  ;({ testApp, close } = opened)
  second = testApp.config.databaseUrl ? await compose(testApp.config, () => 'http://localhost:3000') : undefined
  alone = openJobs(testApp.server.database, [alertConsumer], [], () => {}, { isAutomatic: false, lease: 'separate lease' })
})
afterAll(async () => {
  await alone.close()
  await second?.close()
  await close()
  await push.stop()
})

const put = (person: Person, name: string, expirationDate: string) =>
  person.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', expirationDate, dateKind: 'use_by' } })
const sql = <Row>(text: string) => asOwner<Row>(testApp.server.database, text)

it('C-18: creates and sends each notification once when two processes handle the same midnight', async () => {
  const [ana, ben] = (await createPeople(testApp, 2)) as [Person, Person]
  await testApp.household(ana, ben)
  const browser = push.browser()
  await ben.must(changeNotificationSettings, {
    body: {
      ...defaultNotificationSettings,
      foodMessages: 'immediate',
      quietHours: { ...defaultNotificationSettings.quietHours, isOn: false },
    },
  })
  await ben.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  const today = dateInTimeZone('UTC', new Date())
  const lots = 240
  for (let i = 0; i < lots; i += 24)
    await Promise.all(Array.from({ length: 24 }, (_, n) => put(ana, `Food ${(i + n) % 40}`, addDays(today, 10))))
  const midnight = new Date(`${addDays(today, 7)}T00:00:01Z`)
  const processes = [testApp.server.jobs, (second ?? testApp.server).jobs]
  await Promise.all([...processes, ...processes].map((jobs) => jobs.catchUp(midnight)))
  await Promise.all(processes.map((jobs) => jobs.catchUp(midnight)))

  const created = await sql<{ user_id: string; notices: number; lots: number }>(
    `select user_id, cast(count(*) as integer) as notices, cast(count(distinct lot_id) as integer) as lots
     from notifications where household_id = '${ana.home}' and type = 'expiring_soon' group by user_id`,
  )
  expect(created.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))).toEqual(
    [ana.userId, ben.userId].toSorted().map((user_id) => ({ user_id, notices: lots, lots })),
  )
  // A push message may summarize several lots.
  const pushed = browser.messages.map(({ title }) => Number(/^(\d+) items/.exec(title)?.[1] ?? 1))
  expect(pushed.reduce((sum, count) => sum + count, 0)).toBe(lots)
})

const zones = [
  'Pacific/Kiritimati',
  'Pacific/Auckland',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Europe/Berlin',
  'UTC',
  'America/St_Johns',
  'America/New_York',
  'America/Santiago',
  'Pacific/Pago_Pago',
]

it('expires a lot after the last second of its date, in 12 time zones and on both days when clocks change', async () => {
  const dates = ['2027-03-28', '2027-10-31']
  const homes = await Promise.all(
    zones.map(async (zone) => {
      const [ana] = (await createPeople(testApp, 1)) as [Person]
      const { id } = await testApp.household(ana)
      await ana.must(changeHousehold, { params: { id }, body: { timeZone: zone } })
      for (const date of dates) await put(ana, `Milk ${date}`, date)
      return { zone, id }
    }),
  )
  const nights = dates.flatMap((date) =>
    homes.map(({ zone, id }) => ({
      zone,
      id,
      date,
      ends: Temporal.PlainDate.from(addDays(date, 1)).toZonedDateTime(zone).epochMilliseconds,
    })),
  )
  const moments = nights.flatMap(({ ends, ...night }) => [
    { ...night, at: ends - 1000, kind: 'expiring_soon' },
    { ...night, at: ends, kind: 'expired' },
  ])
  for (const { zone, id, date, at, kind } of moments.toSorted((a, b) => a.at - b.at)) {
    await alone.catchUp(new Date(at))
    const open = await sql<{ kind: string }>(
      `select kind from alerts where household_id = '${id}' and due_on = '${date}' and ended_at is null`,
    )
    expect([zone, date, new Date(at).toISOString(), open]).toEqual([zone, date, new Date(at).toISOString(), [{ kind }]])
  }
})
