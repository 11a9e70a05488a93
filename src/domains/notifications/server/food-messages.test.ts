import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Alert, listAlerts, snoozeAlerts } from '#domains/alerts/contract.ts'
import { createHousehold, removeMember } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, correctLot, useLot } from '#domains/inventory/contract.ts'
import { addRecipe } from '#domains/recipes/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Browser, type PushService, startPushService } from '#tests/support/fakes/push-service.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import {
  addPushDevice,
  changeNotificationSettings,
  defaultNotificationSettings,
  immediateChannels,
  listNotifications,
  type NotificationSettings,
  type OutgoingChannel,
  outgoingChannelNames,
  outgoingChannels,
  readAllNotifications,
  snoozeNotification,
} from '../contract/index.ts'
import type { ChannelServices } from './gateway/index.ts'
import { deliveryQueueJobs } from './jobs.ts'

const today = dateInTimeZone('UTC', new Date())
const inDays = (days: number) => addDays(today, days)
const at = (days: number, time: string) => new Date(`${inDays(days)}T${time}:00Z`)

let testApp: TestApp
let push: PushService
const services: PushService[] = []
let close = async () => {}
beforeAll(async () => {
  services.push(...(await Promise.all(Array.from({ length: 22 }, startPushService))))
  ;({ testApp, close } = await openTestApp({ LARDER_PUSH_HOSTS: services.map(({ origin }) => origin).join(',') }))
})
afterAll(async () => {
  await close()
  await Promise.all(services.map((service) => service.stop()))
})
let used = 0
beforeEach(() => {
  push = services[used++] as PushService
})

const settings = (part: Partial<NotificationSettings> = {}): NotificationSettings => ({
  ...defaultNotificationSettings,
  quietHours: { ...defaultNotificationSettings.quietHours, isOn: false },
  ...part,
})
interface Home {
  ana: Person
  /** Another member, who adds the food. */
  ben: Person
  browser: Browser
}
async function newHome(part: Partial<NotificationSettings> = {}): Promise<Home> {
  const [ana, ben] = (await createPeople(testApp, 2)) as [Person, Person]
  // Late in the evening, the usual quiet hours would hold the message that Ben joined.
  await ana.must(changeNotificationSettings, { body: settings() })
  await testApp.household(ana, ben)
  await testApp.server.jobs.settle()
  await ana.must(readAllNotifications)
  await ana.must(changeNotificationSettings, { body: settings(part) })
  const browser = push.browser()
  await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  return { ana, ben, browser }
}
async function add({ ben }: Home, name: string, days: number) {
  const lot = await ben.must(addLot, {
    body: { ingredient: { name }, quantity: 1, unit: 'l', storage: 'FRIDGE', expirationDate: inDays(days), dateKind: 'use_by' },
  })
  await testApp.server.jobs.settle()
  return lot
}
const runAt = (now: Date) => testApp.server.jobs.catchUp(now)
const textsOf = ({ browser }: Home) => browser.messages.map(({ title, body }) => `${title} | ${body}`)
/** When the next push message to Ana is due. */
const dueTimesOf = async ({ ana }: Home) => {
  const query = `select push_at from notifications where user_id = '${ana.userId}' and push_at is not null`
  return (await asOwner<{ push_at: string }>(testApp.server.database, query)).map(({ push_at }) => push_at)
}
const deliveriesOf = ({ ana }: Home) =>
  asOwner<{ state: string; reason: string | null }>(
    testApp.server.database,
    `select state, reason from deliveries where user_id = '${ana.userId}'`,
  )
const alertsOf = ({ ana }: Home): Promise<Alert[]> => ana.must(listAlerts, { query: { resolved: 'false' } })

it('names the food of a day in one message at the digest hour, with a recipe and what runs low', async () => {
  const home = await newHome({ kinds: { ...settings().kinds, low_stock: { bell: true, mail: false, push: true, apps: true } } })
  await add(home, 'Spinach', 1)
  await add(home, 'Cream', 3)
  const milk = await add(home, 'Milk', 60)
  await home.ben.must(changeIngredient, { params: { id: milk.ingredient.id }, body: { parLevel: 4 } })
  const recipe = { name: 'Spinach soup', ingredients: ['1 l spinach', '1 l cream'], instructions: ['Cook.'] }
  await home.ben.must(addRecipe, { body: recipe })
  await testApp.server.jobs.settle()
  await runAt(new Date())
  await runAt(at(1, '07:59'))
  expect(textsOf(home)).toEqual([])
  for (const time of ['08:00', '08:01', '12:00']) await runAt(at(1, time))
  expect(textsOf(home)).toHaveLength(1)
  const [message] = home.browser.messages
  expect(message?.title).toMatch(/^2 things to use by \w+day$/)
  expect(message?.body).toBe('Spinach (today), Cream.\nSpinach soup uses all of them.\nRunning low: Milk.')
  expect(message).toMatchObject({ url: '/notifications', actions: [] })
})

it('keeps the buttons of a message about a single food', async () => {
  const home = await newHome()
  const lot = await add(home, 'Cream', 2)
  await runAt(at(1, '08:00'))
  expect(home.browser.messages).toMatchObject([{ title: 'Cream expires tomorrow', url: `/inventory?item=${lot.id}`, tag: 'food' }])
  expect(home.browser.messages[0]?.actions.map(({ title }) => title)).toEqual(['Use up', 'Snooze', 'Add to list'])
})

it('comes again each day, whether it was read or not, until it was sent three times', async () => {
  const home = await newHome()
  // Past a best-before date; it stays as it is.
  const lot = await home.ben.must(addLot, {
    body: { ingredient: { name: 'Jam' }, quantity: 1, unit: 'l', storage: 'PANTRY', expirationDate: inDays(-1), dateKind: 'best_before' },
  })
  await testApp.server.jobs.settle()
  // After the digest hour it is told late.
  await runAt(new Date())
  const days = async (from: number, to: number) => {
    for (let day = from; day <= to; day++) {
      await runAt(at(day, '08:00'))
      await home.ana.must(readAllNotifications)
    }
  }
  await days(1, 6)
  expect(textsOf(home)).toHaveLength(3)
  expect((await alertsOf(home)).map(({ announcedDays }) => announcedDays)).toEqual([3])
  await home.ben.must(correctLot, { params: { id: lot.id }, body: { quantity: 1 } })
  await testApp.server.jobs.settle()
  expect((await alertsOf(home)).map(({ announcedDays }) => announcedDays)).toEqual([0])
  await days(7, 7)
  expect(textsOf(home)).toHaveLength(4)
  expect(textsOf(home)[3]).toMatch(/^Jam /)
})

it('tells late what must be used today, if nothing was sent today', async () => {
  // The digest hour has begun.
  const home = await newHome({ digestHour: new Date().getUTCHours() })
  await add(home, 'Fish', 0)
  await runAt(new Date())
  expect(textsOf(home)).toEqual([expect.stringMatching(/^Fish expires today/)])
  await add(home, 'Ham', 0)
  await add(home, 'Cream', 2)
  await runAt(new Date())
  expect(textsOf(home)).toHaveLength(1)
})

it('doesn’t tell someone late what they added', async () => {
  const home = await newHome({ digestHour: new Date().getUTCHours() })
  await add({ ...home, ben: home.ana }, 'Fish', 0)
  await runAt(new Date())
  expect(textsOf(home)).toEqual([])
})

it('waits for the end of quiet hours', async () => {
  const home = await newHome({ digestHour: 5, quietHours: { isOn: true, begin: '22:00', end: '07:00' } })
  await add(home, 'Cream', 2)
  await runAt(at(1, '05:00'))
  expect(textsOf(home)).toEqual([])
  await runAt(at(1, '07:00'))
  expect(textsOf(home)).toHaveLength(1)
})

it('leaves out what was used up or snoozed until then, and is silent if nothing is left', async () => {
  const home = await newHome()
  const cream = await add(home, 'Cream', 3)
  await add(home, 'Spinach', 3)
  await home.ben.must(useLot, { params: { id: cream.id }, body: { quantity: 1 } })
  await testApp.server.jobs.settle()
  const alertIds = (await alertsOf(home)).map(({ id }) => id)
  await home.ben.must(snoozeAlerts, { body: { alertIds, days: 2 } })
  await testApp.server.jobs.settle()
  for (const [day, time] of [
    [1, '08:00'],
    [2, '00:00'],
    [2, '07:59'],
  ] as const)
    await runAt(at(day, time))
  expect(textsOf(home)).toEqual([])
  await runAt(at(2, '08:00'))
  expect(textsOf(home)).toEqual([expect.stringMatching(/^Spinach expires tomorrow/)])
})

it('leaves out what its reader snoozed in the bell, until then', async () => {
  const home = await newHome()
  await add(home, 'Spinach', 3)
  const [notification] = (await home.ana.must(listNotifications)).notifications
  await home.ana.must(snoozeNotification, { params: { id: notification?.id ?? '' }, body: { days: 1 } })
  await runAt(at(1, '00:01'))
  expect(textsOf(home)).toEqual([])
  // A day from now is before or after the digest hour.
  for (const day of [1, 2]) await runAt(at(day, '08:00'))
  expect(textsOf(home).length).toBeGreaterThan(0)
})

it('doesn’t send a delayed message once the food is used up, nor on the next day', async () => {
  const home = await newHome()
  const cream = await add(home, 'Cream', 3)
  push.answer(503)
  await runAt(at(1, '08:00'))
  push.answer(201)
  await home.ben.must(useLot, { params: { id: cream.id }, body: { quantity: 1 } })
  await testApp.server.jobs.settle()
  await runAt(at(1, '10:00'))
  expect(textsOf(home)).toEqual([])
  expect(await deliveriesOf(home)).toEqual([{ state: 'sent', reason: 'unwanted' }])
})

it('doesn’t send a delayed message to someone who was removed meanwhile', async () => {
  const home = await newHome()
  const { ana, ben } = home
  await testApp.household(ben, ana)
  await testApp.server.jobs.settle()
  await ana.must(readAllNotifications)
  await add(home, 'Cream', 3)
  push.answer(503)
  await runAt(at(1, '08:00'))
  push.answer(201)
  await testApp.server.jobs.settle()
  expect(await deliveriesOf(home)).toMatchObject([{ state: 'waiting' }])
  await ben.must(removeMember, { params: { id: ben.home ?? '', userId: ana.userId } })
  await testApp.server.jobs.settle()
  await runAt(at(1, '10:00'))
  expect(textsOf(home).filter((text) => text.includes('Cream'))).toEqual([])
  expect(await deliveriesOf(home)).toContainEqual({ state: 'sent', reason: 'unwanted' })
})

it('sends one message about all households', async () => {
  const home = await newHome()
  const cabin = await home.ana.must(createHousehold, { body: { name: 'Cabin' } })
  await add(home, 'Cream', 2)
  await home.ana.must(addLot, {
    household: cabin.id,
    body: { ingredient: { name: 'Ham' }, quantity: 1, unit: 'kg', storage: 'FRIDGE', expirationDate: inDays(2), dateKind: 'use_by' },
  })
  await testApp.server.jobs.settle()
  for (const time of ['08:00', '09:00']) await runAt(at(1, time))
  expect(textsOf(home)).toHaveLength(1)
  expect(textsOf(home)[0]).toMatch(/^1 thing to use by tomorrow \| (Cream\.\nCabin: Ham|Ham\.\n.*: Cream)\.$/)
})

it('sends each alert at once to someone who chose that, also what was waiting', async () => {
  const home = await newHome()
  await add(home, 'Cream', 2)
  await runAt(new Date())
  expect(textsOf(home)).toEqual([])
  await home.ana.must(changeNotificationSettings, { body: settings({ foodMessages: 'immediate' }) })
  await runAt(new Date())
  expect(textsOf(home)).toEqual([expect.stringMatching(/^Cream expires in 2 days/)])
})

it('doesn’t send again at once what a message named, be it today', async () => {
  const home = await newHome({ digestHour: new Date().getUTCHours() })
  await add(home, 'Fish', 0)
  await runAt(new Date())
  await add(home, 'Cream', 2)
  await home.ana.must(changeNotificationSettings, { body: settings({ foodMessages: 'immediate' }) })
  for (let run = 0; run < 2; run++) await runAt(new Date())
  expect(textsOf(home)).toEqual([expect.stringMatching(/^Fish /), expect.stringMatching(/^Cream /)])
  // Back to one message a day: the next one names what is open.
  await home.ana.must(changeNotificationSettings, { body: settings() })
  expect(await dueTimesOf(home)).toEqual([expect.stringMatching(/T08:00:00\.000Z$/), expect.stringMatching(/T08:00:00\.000Z$/)])
})

it('keeps what waits for the end of quiet hours when settings are saved, though others were told', async () => {
  const part: Partial<NotificationSettings> = { foodMessages: 'immediate', quietHours: { isOn: true, begin: '00:00', end: '23:59' } }
  const home = await newHome(part)
  const lot = await add(home, 'Cream', 2)
  const told = `announced_days = 1, announced_severity = severity, announced_version = ${lot.version}`
  await asOwner(testApp.server.database, `update alerts set ${told} where household_id = '${home.ana.home}'`)
  const before = await dueTimesOf(home)
  expect(before).toHaveLength(1)
  await home.ana.must(changeNotificationSettings, { body: settings({ ...part, digestHour: 9 }) })
  expect(await dueTimesOf(home)).toEqual(before)
})

it('names what is open again once its kind is turned off and on', async () => {
  const home = await newHome()
  const { kinds } = settings()
  await add(home, 'Cream', 3)
  await home.ana.must(changeNotificationSettings, {
    body: settings({ kinds: { ...kinds, expiring_soon: { ...kinds.expiring_soon, push: false } } }),
  })
  expect(await dueTimesOf(home)).toEqual([])
  await home.ana.must(changeNotificationSettings, { body: settings() })
  expect(await dueTimesOf(home)).toEqual([expect.stringMatching(/T08:00:00\.000Z$/)])
})

it('follows the switches of each kind', async () => {
  const { kinds } = settings()
  const home = await newHome({ kinds: { ...kinds, expiring_soon: { ...kinds.expiring_soon, push: false } } })
  await add(home, 'Cream', 2)
  await runAt(at(1, '08:00'))
  expect(textsOf(home)).toEqual([])
})

it('says what runs low if there is nothing to use, also to someone who chose only that', async () => {
  const off = { bell: true, mail: false, push: false, apps: false }
  const kinds = Object.fromEntries(Object.keys(settings().kinds).map((kind) => [kind, off])) as NotificationSettings['kinds']
  const home = await newHome({ kinds: { ...kinds, low_stock: { ...off, push: true } } })
  await add(home, 'Fish', 1)
  const milk = await add(home, 'Milk', 60)
  await home.ben.must(changeIngredient, { params: { id: milk.ingredient.id }, body: { parLevel: 4 } })
  await testApp.server.jobs.settle()
  await runAt(at(1, '07:59'))
  expect(textsOf(home)).toEqual([])
  for (const time of ['08:00', '12:00']) await runAt(at(1, time))
  expect(home.browser.messages).toMatchObject([{ title: 'Milk is running low', tag: 'food', url: '/notifications' }])
  expect(home.browser.messages[0]?.actions.map(({ title }) => title)).toEqual(['Add to list', 'Snooze'])
  for (const day of [2, 3, 4, 5]) await runAt(at(day, '08:00'))
  expect(textsOf(home)).toHaveLength(3)
})

it('keeps the hour of the household joined first when settings are saved', async () => {
  const home = await newHome()
  const cabin = await home.ana.must(createHousehold, { body: { name: 'Cabin', timeZone: 'Pacific/Auckland' } })
  await home.ana.must(addLot, {
    household: cabin.id,
    body: { ingredient: { name: 'Ham' }, quantity: 1, unit: 'kg', storage: 'FRIDGE', expirationDate: inDays(3), dateKind: 'use_by' },
  })
  await testApp.server.jobs.settle()
  await home.ana.must(changeNotificationSettings, { body: settings() })
  expect(await dueTimesOf(home)).toEqual([expect.stringMatching(/T08:00:00\.000Z$/)])
})

it('keeps on its day what must be used today when settings are saved', async () => {
  const quiet = { digestHour: new Date().getUTCHours(), quietHours: { isOn: true, begin: '00:00', end: '23:59' } }
  const home = await newHome(quiet)
  await add(home, 'Fish', 0)
  await add({ ...home, ben: home.ana }, 'Ham', 0)
  await home.ana.must(changeNotificationSettings, { body: settings(quiet) })
  expect((await dueTimesOf(home)).toSorted()).toEqual([at(0, '23:59').toISOString(), at(1, '23:59').toISOString()])
})

const transportsOf = (get: (channel: OutgoingChannel) => object) =>
  Object.fromEntries(outgoingChannelNames.map((channel) => [channel, get(channel)])) as unknown as ChannelServices['transports']

it('addresses the daily message by every channel that sends at once, and by no other', async () => {
  const home = await newHome()
  await add(home, 'Cream', 3)
  const addressed = new Set<OutgoingChannel>()
  const transports = transportsOf((channel) => ({
    compose: async () => [],
    address: async (_: unknown, userId: string) => {
      if (userId === home.ana.userId) addressed.add(channel)
      return []
    },
  }))
  const [job] = deliveryQueueJobs(testApp.server.database, { transports })
  await job?.run(at(1, '08:00'))
  expect([...addressed].map((channel) => outgoingChannels[channel].timing)).toEqual(immediateChannels.map(() => 'immediate'))
})

it('prepares the messages of others if those of one member fail, and reports the failure', async () => {
  const { kinds } = settings()
  const mailOnly = { ...kinds, expiring_soon: { bell: true, mail: true, push: false, apps: false } }
  const [broken, whole, mailed] = [await newHome(), await newHome(), await newHome({ kinds: mailOnly })]
  for (const home of [broken, whole, mailed]) await add(home, 'Cream', 3)
  const reached = new Set<string>()
  const reach = async (userId: string) => {
    if (userId === broken.ana.userId) throw new Error('broken')
    reached.add(userId)
    return []
  }
  const transport = {
    compose: (_: unknown, { userId }: { userId: string }) => reach(userId),
    address: (_: unknown, userId: string) => reach(userId),
  }
  const [job] = deliveryQueueJobs(testApp.server.database, { transports: transportsOf(() => transport) })
  await expect(job?.run(at(1, '08:00'))).rejects.toThrow('broken')
  expect([broken, whole, mailed].map(({ ana }) => reached.has(ana.userId))).toEqual([false, true, true])
})
