import { afterAll, beforeAll, expect, it } from 'vitest'
import { compose, type Larder } from '#app/compose.ts'
import { changeHousehold } from '#domains/households/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addPushDevice, changeNotificationSettings, defaultNotificationSettings } from '#domains/notifications/contract/index.ts'
import { type Jobs, openJobs } from '#platform/server/jobs/scheduler.ts'
import { addDays, dayIn } from '#platform/shared/calendar.ts'
import { crowd } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type PushService, startPushService } from '#tests/support/fakes/push-service.ts'
import { type Kitchen, openKitchen, type Person } from '#tests/support/server/test-app.ts'
import { alertConsumer } from './consumers.ts'

let kitchen: Kitchen
let push: PushService
let second: Larder | undefined
let alone: Jobs
let close = async () => {}
beforeAll(async () => {
  push = await startPushService()
  const opened = await openKitchen({ LARDER_PUSH_HOSTS: push.origin })
  ;({ kitchen, close } = opened)
  second = kitchen.config.databaseUrl ? await compose(kitchen.config, () => 'http://localhost:3000') : undefined
  alone = openJobs(kitchen.larder.database, [alertConsumer], [], () => {}, { isAutomatic: false, lease: 'a clock of its own' })
})
afterAll(async () => {
  await alone.close()
  await second?.close()
  await close()
  await push.stop()
})

const put = (person: Person, name: string, expirationDate: string) =>
  person.must(addLot, { body: { ingredient: { name }, quantity: 1, unit: 'each', expirationDate, dateKind: 'use_by' } })
const sql = <Row>(text: string) => asOwner<Row>(kitchen.larder.database, text)

it('C-18: two processes sweep one midnight at the same time: each notice is there once and told once', async () => {
  const [ana, ben] = (await crowd(kitchen, 2)) as [Person, Person]
  await kitchen.household(ana, ben)
  const browser = push.browser()
  await ben.must(changeNotificationSettings, {
    body: { ...defaultNotificationSettings, quietHours: { ...defaultNotificationSettings.quietHours, isOn: false } },
  })
  await ben.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  const today = dayIn('UTC', new Date())
  const lots = 240
  for (let i = 0; i < lots; i += 24)
    await Promise.all(Array.from({ length: 24 }, (_, n) => put(ana, `Food ${(i + n) % 40}`, addDays(today, 10))))
  const midnight = new Date(`${addDays(today, 7)}T00:00:01Z`)
  const processes = [kitchen.larder.jobs, (second ?? kitchen.larder).jobs]
  await Promise.all([...processes, ...processes].map((jobs) => jobs.catchUp(midnight)))
  await Promise.all(processes.map((jobs) => jobs.catchUp(midnight)))

  const input = await sql<{ user_id: string; notices: number; lots: number }>(
    `select user_id, cast(count(*) as integer) as notices, cast(count(distinct lot_id) as integer) as lots
     from notifications where household_id = '${ana.home}' and type = 'expiring_soon' group by user_id`,
  )
  expect(input.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))).toEqual(
    [ana.userId, ben.userId].toSorted().map((user_id) => ({ user_id, notices: lots, lots })),
  )
  // One message may tell of many; together they tell of each lot once.
  const told = browser.messages.map(({ title }) => Number(/^(\d+) items/.exec(title)?.[1] ?? 1))
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(lots)
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

it('a lot is good to the last second of its day, in 12 time zones and on both days on which clocks change', async () => {
  const dates = ['2027-03-28', '2027-10-31']
  const homes = await Promise.all(
    zones.map(async (zone) => {
      const [ana] = (await crowd(kitchen, 1)) as [Person]
      const { id } = await kitchen.household(ana)
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
}, 60_000)
