import { describe, expect, it, vi } from 'vitest'
import {
  alertResolved,
  alertsEnded,
  alertsRaised,
  alertsReopened,
  alertsSnoozed,
  deleteAlert,
  listAlerts,
  reopenAlerts,
  resolveAlert,
  snoozeAlerts,
} from '#domains/alerts/contract.ts'
import { changeHousehold, changeMember, removeMember, undoChange } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot, useLot } from '#domains/inventory/contract.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { BodyInputOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { openStream } from '#tests/support/server/event-stream.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import {
  changeNotificationSettings,
  defaultNotificationSettings,
  deleteNotification,
  getNotificationSettings,
  listNotifications,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  readAllNotifications,
  readNotification,
  snoozeNotification,
  testNotification,
} from '../contract/index.ts'
import { notificationConsumer } from './consumers.ts'

const testApp = useTestApp()
const settle = () => testApp().server.jobs.settle()
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)

async function two(): Promise<[Person, Person]> {
  const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
  await testApp().household(ana, ben)
  await settle()
  for (const one of [ana, ben]) await one.must(readAllNotifications)
  return [ana, ben]
}
const put = (ana: Person, ingredient: Partial<BodyInputOf<typeof addLot>> = {}) =>
  ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 2, unit: 'l', expirationDate: inDays(1), ...ingredient } })
async function bellOf(one: Person) {
  await settle()
  return one.must(listNotifications, { query: { unread: 'true' } })
}
const settingsWith = (channels: { bell: boolean; mail: boolean; push: boolean }): NotificationSettings => {
  const all = { ...channels, apps: false }
  return {
    ...defaultNotificationSettings,
    foodMessages: 'immediate',
    kinds: Object.fromEntries(notificationKinds.map((kind) => [kind, all])) as Record<NotificationKind, typeof all>,
  }
}

describe('notifications of alerts', () => {
  it('notify every member once, the one who caused it by a read one that is only in the digest', async () => {
    const [ana, ben] = await two()
    // In quiet hours, a push isn't sent before the test reads when it is due.
    const hoursFromNow = (hours: number) => `${String((new Date().getUTCHours() + 24 + hours) % 24).padStart(2, '0')}:00`
    const quietHours = { isOn: true, begin: hoursFromNow(-6), end: hoursFromNow(6) }
    for (const one of [ana, ben])
      await one.must(changeNotificationSettings, { body: { ...settingsWith({ bell: true, mail: true, push: true }), quietHours } })
    const lot = await put(ana)
    for (const one of [ana, ben]) {
      await settle()
      const { notifications, unreadCount } = await one.must(listNotifications)
      expect(notifications.filter(({ lotId }) => lotId !== null)).toMatchObject([
        {
          type: 'expiring_soon',
          title: 'Milk expires tomorrow',
          isRead: one === ana,
          lotId: lot.id,
          ingredientId: lot.ingredient.id,
          household: { id: ana.home },
        },
      ])
      expect(unreadCount).toBe(one === ana ? 0 : 1)
    }
    const due = await asOwner<{ user_id: string; email_at: string | null }>(
      testApp().server.database,
      `select user_id, email_at from notifications where household_id = '${ana.home}' and alert_id is not null and push_at is null`,
    )
    expect(due).toEqual([{ user_id: ana.userId, email_at: expect.any(String) }])
  })

  it('of another member’s lot notify the member who changes an ingredient only of what that caused', async () => {
    const [ana, ben] = await two()
    const lot = await put(ben, { expirationDate: inDays(30) })
    await settle()
    await ana.must(changeIngredient, { params: { id: lot.ingredient.id }, body: { parLevel: 5 } })
    await put(ben, { ingredient: { name: 'Cream' } })
    expect((await bellOf(ana)).notifications.map(({ type }) => type)).toEqual(['expiring_soon'])
    expect((await bellOf(ben)).notifications.map(({ type }) => type)).toEqual(['low_stock'])
  })

  it('reach another member through the live stream when a lot starts to expire', async () => {
    const [ana, ben] = await two()
    const lot = await put(ana, { expirationDate: inDays(30) })
    await settle()
    const url = `http://127.0.0.1:${await portOf(testApp().server.app)}`
    const headers = () => ({ authorization: `Bearer ${ben.token}`, 'x-household-id': ben.home ?? '' })
    const stream = await openStream({ url, headers } as never, { url })
    const start = performance.now()
    await ana.must(changeLot, { params: { id: lot.id }, body: { expirationDate: inDays(2) } })
    await stream.next(({ event }) => event === 'notification.given')
    const { unreadCount } = await ben.must(listNotifications)
    process.stdout.write(`in the other member's bell after ${Math.round(performance.now() - start)} ms\n`)
    stream.close()
    expect(unreadCount).toBe(1)
  })

  it('disappear for every member once their cause is gone, also after they were read or their alert was resolved', async () => {
    const [ana, ben] = await two()
    const milk = await put(ana, { ingredient: { name: 'Milk', parLevel: 2 }, quantity: 1 })
    const aboutMilk = async (one: Person) => (await one.must(listNotifications)).notifications.filter(({ ingredientId }) => ingredientId)
    await settle()
    for (const one of [ana, ben]) expect((await aboutMilk(one)).map(({ type }) => type).toSorted()).toEqual(['expiring_soon', 'low_stock'])
    await ben.must(readAllNotifications)
    const alerts = await ana.must(listAlerts, { query: { resolved: 'false' } })
    await ana.must(resolveAlert, { params: { id: alerts.find(({ type }) => type === 'low_stock')?.id ?? '' } })
    await settle()
    expect(await aboutMilk(ben)).toHaveLength(2)
    await ana.must(addLot, { body: { ingredientId: milk.ingredient.id, quantity: 3, unit: 'l', expirationDate: inDays(30) } })
    await settle()
    for (const one of [ana, ben]) expect((await aboutMilk(one)).map(({ type }) => type)).toEqual(['expiring_soon'])
    const used = await ana.call(useLot, { params: { id: milk.id }, body: { quantity: 1 } })
    await settle()
    for (const one of [ana, ben]) expect(await aboutMilk(one)).toEqual([])
    await ana.must(undoChange, { params: { seq: Number(used.headers['x-change-seq']) } })
    await settle()
    expect(await aboutMilk(ben)).toMatchObject([{ type: 'expiring_soon', isRead: false }])
  })

  it('are marked as read and not sent once the alert is deleted', async () => {
    const [ana, ben] = await two()
    await put(ana, { ingredient: { name: 'Cream' } })
    await settle()
    const [alert] = await ana.must(listAlerts, { query: { resolved: 'false' } })
    await ana.must(deleteAlert, { params: { id: alert?.id ?? '' } })
    expect((await bellOf(ben)).unreadCount).toBe(0)
    expect(
      await asOwner(
        testApp().server.database,
        `select 1 from notifications where household_id = '${ana.home}' and alert_id is not null and push_at is not null`,
      ),
    ).toEqual([])
  })

  it('are hidden from every member while their alert is snoozed, and return unread on its day or read at once', async () => {
    const [ana, ben] = await two()
    const timeZone = 'Asia/Kolkata'
    await ana.must(changeHousehold, { params: { id: ana.home ?? '' }, body: { timeZone } })
    const until = addDays(dateInTimeZone(timeZone, new Date()), 3)
    const openAlerts = async (one: Person) => {
      await settle()
      return one.must(listAlerts, { query: { resolved: 'false' } })
    }
    await put(ana)
    const alertIds = (await openAlerts(ana)).map(({ id }) => id)
    const aboutMilk = async () => (await ben.must(listNotifications)).notifications.filter(({ type }) => type === 'expiring_soon')
    expect(await aboutMilk()).toHaveLength(1)
    const [snoozed] = await ana.must(snoozeAlerts, { body: { alertIds, days: 3 } })
    expect([snoozed?.snoozedUntil, snoozed?.isResolved]).toEqual([until, false])
    await settle()
    expect(await aboutMilk()).toEqual([])
    const stored = await asOwner(
      testApp().server.database,
      `select distinct at from notifications where household_id = '${ana.home}' and alert_id is not null`,
    )
    expect(stored).toEqual([{ at: new Date(`${until}T00:00+05:30`).toISOString() }])
    expect((await openAlerts(ben)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([until])
    await asOwner(testApp().server.database, `update alerts set snoozed_until = '${inDays(0)}' where household_id = '${ana.home}'`)
    await asOwner(
      testApp().server.database,
      `update notifications set at = '${new Date().toISOString()}' where user_id = '${ben.userId}' and alert_id is not null`,
    )
    expect((await openAlerts(ben)).map(({ snoozedUntil }) => snoozedUntil)).toEqual([null])
    expect((await aboutMilk()).map(({ isRead }) => isRead)).toEqual([false])
    await ben.must(snoozeAlerts, { body: { alertIds, days: 7 } })
    const [woken] = await ana.must(reopenAlerts, { body: { alertIds } })
    expect(woken?.snoozedUntil).toBe(null)
    await settle()
    expect((await aboutMilk()).map(({ isRead }) => isRead)).toEqual([true])
  })

  it('keep what a member snoozed for longer than its alert', async () => {
    const [ana, ben] = await two()
    await put(ana)
    const [milk] = (await bellOf(ben)).notifications
    const params = { id: milk?.id ?? '' }
    const at = async () =>
      (await asOwner<{ at: string }>(testApp().server.database, `select at from notifications where id = '${params.id}'`))[0]?.at
    await ben.must(snoozeNotification, { params, body: { days: 7 } })
    const snoozedUntil = await at()
    const alertIds = (await ana.must(listAlerts, { query: { resolved: 'false' } })).map(({ id }) => id)
    await ana.must(snoozeAlerts, { body: { alertIds, days: 3 } })
    await settle()
    expect(await at()).toBe(snoozedUntil)
    await ana.must(reopenAlerts, { body: { alertIds } })
    await settle()
    expect(await at()).toBe(snoozedUntil)
  })

  it('return with their alert when it is snoozed for less than before', async () => {
    const [ana] = await two()
    await put(ana)
    await settle()
    const alertIds = (await ana.must(listAlerts, { query: { resolved: 'false' } })).map(({ id }) => id)
    for (const days of [7, 2]) await ana.must(snoozeAlerts, { body: { alertIds, days } })
    await settle()
    const stored = await asOwner(
      testApp().server.database,
      `select distinct at from notifications where household_id = '${ana.home}' and alert_id is not null`,
    )
    expect(stored).toEqual([{ at: `${inDays(2)}T00:00:00.000Z` }])
  })

  it('are not made of an alert that was over before it was consumed', async () => {
    const [ana, ben] = await two()
    const lot = await put(ana)
    await settle()
    const { database } = testApp().server
    const householdId = ana.home as HouseholdId
    const [alert] = await ana.must(listAlerts, { query: { resolved: 'false' } })
    await ana.must(useLot, { params: { id: lot.id }, body: { quantity: lot.quantity } })
    expect(await bellOf(ben)).toMatchObject({ notifications: [] })
    // The admin retries a dead letter.
    const raised = { householdId, seq: 1, name: alertsRaised.name, actorId: null, at: '', undo: null, undoneBy: null }
    const context = { householdId, userId: null, now: new Date(), timeZone: 'UTC', today: inDays(0) }
    const changes = [{ ...raised, payload: { alertIds: [alert?.id] } }]
    await database.write(householdId, 'a late change', (tx) => notificationConsumer.consume(tx, context, changes))
    expect(await bellOf(ben)).toMatchObject({ notifications: [] })
  })

  it.each([
    ['ended', [alertsSnoozed.name, alertsEnded.name], []],
    ['resolved', [alertsSnoozed.name, alertResolved.name], [{ isSnoozed: false, isRead: true }]],
    ['reopened and snoozed', [alertsSnoozed.name, alertsReopened.name, alertsSnoozed.name], [{ isSnoozed: true, isRead: false }]],
  ])('follow their alert in order when one batch says it is snoozed, then %s', async (_what, names, expected) => {
    const [ana, ben] = await two()
    await put(ana)
    await settle()
    const { database } = testApp().server
    const householdId = ana.home as HouseholdId
    const [alert] = await ana.must(listAlerts, { query: { resolved: 'false' } })
    const until = inDays(3)
    const changes = names.map((name, at) => ({
      ...{ householdId, seq: at + 1, name, actorId: null, at: '', undo: null, undoneBy: null },
      payload: { alertIds: [alert?.id], previousUntil: [until], ...(name === alertsSnoozed.name ? { until } : {}) },
    }))
    const context = { householdId, userId: null, now: new Date(), timeZone: 'UTC', today: inDays(0) }
    await database.write(householdId, 'changes of alerts', (tx) => notificationConsumer.consume(tx, context, changes))
    const rows = await asOwner<{ at: string; read_at: string | null }>(
      database,
      `select at, read_at from notifications where user_id = '${ben.userId}' and alert_id is not null`,
    )
    const now = new Date().toISOString()
    expect(rows.map(({ at, read_at }) => ({ isSnoozed: at > now, isRead: read_at !== null }))).toEqual(expected)
  })
})

describe('own notifications', () => {
  it('can be read, read all at once and deleted, but not by others', async () => {
    const [ana, ben] = await two()
    for (const name of ['Milk', 'Cream', 'Leek']) await put(ben, { ingredient: { name } })
    await put(ana, { ingredient: { name: 'Chard' } })
    const { notifications } = await bellOf(ana)
    const [first, second] = notifications.map(({ id }) => id)
    const params = { id: first ?? '' }
    expect(await ana.must(readNotification, { params })).toEqual({ unreadCount: 2 })
    expect(await ana.must(readNotification, { params })).toEqual({ unreadCount: 2 })
    for (const call of [readNotification, deleteNotification]) expect((await ben.call(call, { params })).status).toBe(404)
    await ana.must(deleteNotification, { params: { id: second ?? '' } })
    expect((await ana.must(listNotifications)).notifications.map(({ isRead }) => isRead).filter((isRead) => !isRead)).toHaveLength(1)
    expect(await ana.must(readAllNotifications)).toEqual({ unreadCount: 0 })
    expect((await bellOf(ben)).unreadCount).toBe(1)
  })

  it('come back unread after being snoozed', async () => {
    const [ana, ben] = await two()
    await put(ben)
    const { notifications } = await bellOf(ana)
    const params = { id: notifications[0]?.id ?? '' }
    expect(await ana.must(snoozeNotification, { params, body: { days: 2 } })).toEqual({ unreadCount: 0 })
    expect((await bellOf(ana)).notifications).toEqual([])
    const at = new Date(Date.now() - 1000).toISOString()
    await asOwner(testApp().server.database, `update notifications set at = '${at}' where id = '${params.id}'`)
    expect((await bellOf(ana)).notifications.map(({ id }) => id)).toEqual([params.id])
  })

  it('are each on one page, newest first', async () => {
    const [ana, ben] = await two()
    for (let i = 0; i < 7; i++) await put(ben, { ingredient: { name: `Food ${i}` } })
    const all = (await bellOf(ana)).notifications.map(({ id }) => id)
    const pages = await Promise.all([0, 3, 6].map((offset) => ana.must(listNotifications, { query: { unread: 'true', limit: 3, offset } })))
    expect(pages.flatMap(({ notifications }) => notifications.map(({ id }) => id))).toEqual(all)
    expect((await ana.call(listNotifications, { query: { limit: 201 } })).status).toBe(422)
  })
})

describe('notifications about members', () => {
  it('report a new role, a new member and a removal, with current names', async () => {
    const [ana, ben] = (await createPeople(testApp(), 2, 'Ida')) as [Person, Person]
    const { id } = await testApp().household(ana, ben)
    expect((await bellOf(ana)).notifications.map(({ title }) => title)).toEqual(['Ida joined'])
    await ana.must(changeMember, { params: { id, userId: ben.userId }, body: { role: 'ADMIN' } })
    expect((await bellOf(ben)).notifications.map(({ title, message }) => [title, message])).toEqual([
      ['You’re now an admin', 'Ida changed your role in Test kitchen.'],
    ])
    await put(ana)
    expect((await bellOf(ben)).unreadCount).toBe(2)
    await ana.must(removeMember, { params: { id, userId: ben.userId } })
    expect((await bellOf(ben)).notifications.map(({ message }) => message)).toEqual(['You’re no longer a member of Test kitchen.'])
    const remaining = await asOwner<{ type: string }>(
      testApp().server.database,
      `select type from notifications where user_id = '${ben.userId}'`,
    )
    expect(remaining).toEqual([{ type: 'member_removed' }])
    const texts = JSON.stringify(
      await asOwner(testApp().server.database, `select facts from notifications where user_id = '${ana.userId}'`),
    )
    expect(texts).not.toContain('Ida')
  })
})

describe('notification settings', () => {
  it('create nothing when every kind is off', async () => {
    const [ana, ben] = await two()
    await ben.must(changeNotificationSettings, { body: settingsWith({ bell: false, mail: false, push: false }) })
    await put(ana)
    await put(ana, { ingredient: { name: 'Rye', parLevel: 5 }, expirationDate: inDays(-1) })
    await ana.must(changeMember, { params: { id: ana.home ?? '', userId: ben.userId }, body: { role: 'VIEWER' } })
    await ana.must(removeMember, { params: { id: ana.home ?? '', userId: ben.userId } })
    await settle()
    const rows = (who: Person) =>
      asOwner(testApp().server.database, `select 1 from notifications where user_id = '${who.userId}' and type <> 'member_joined'`)
    expect(await rows(ben)).toEqual([])
    expect((await rows(ana)).length).toBeGreaterThanOrEqual(3)
  })

  it('twin: create the one kind that is on', async () => {
    const [ana, ben] = await two()
    const off = settingsWith({ bell: false, mail: false, push: false })
    await ben.must(changeNotificationSettings, {
      body: { ...off, kinds: { ...off.kinds, expired: { bell: true, mail: false, push: false } } },
    })
    await put(ana)
    await put(ana, { ingredient: { name: 'Rye' }, expirationDate: inDays(-1) })
    expect((await bellOf(ben)).notifications.map(({ type }) => type)).toEqual(['expired'])
  })

  it('send by email only when the bell is off', async () => {
    const [ana, ben] = await two()
    await ben.must(changeNotificationSettings, { body: settingsWith({ bell: false, mail: true, push: false }) })
    await put(ana)
    expect(await bellOf(ben)).toEqual({ notifications: [], unreadCount: 0 })
    const waiting = `select email_at from notifications where user_id = '${ben.userId}' and email_at is not null`
    expect(await asOwner(testApp().server.database, waiting)).toHaveLength(1)
    await ben.must(changeNotificationSettings, { body: settingsWith({ bell: true, mail: false, push: false }) })
    expect(await asOwner(testApp().server.database, waiting)).toEqual([])
  })

  it('return the defaults until they are changed', async () => {
    const [ana] = await two()
    expect(await ana.must(getNotificationSettings)).toEqual(defaultNotificationSettings)
    const mine = {
      ...settingsWith({ bell: true, mail: true, push: true }),
      digestHour: 18,
      quietHours: { isOn: false, begin: '23:00', end: '06:30' },
    }
    expect(await ana.must(changeNotificationSettings, { body: mine })).toEqual(mine)
    expect(await ana.must(getNotificationSettings)).toEqual(mine)
    for (const wrong of [{ digestHour: 24 }, { quietHours: { isOn: true, begin: '25:00', end: '07:00' } }])
      expect((await ana.call(changeNotificationSettings, { body: { ...mine, ...wrong } })).status).toBe(422)
  })
})

it('reports a test email as unreachable without a mail server', async () => {
  const [ana] = await two()
  expect(await ana.must(testNotification, { body: { channel: 'mail' } })).toEqual({ outcome: 'unreachable' })
  expect(await ana.must(testNotification, { body: { channel: 'push' } })).toEqual({ outcome: 'no_device' })
})

it('notifies no one in other households', async () => {
  const [ana, ben] = await two()
  const [cleo] = await two()
  await put(ben)
  await settle()
  expect((await bellOf(cleo)).unreadCount).toBe(0)
  await vi.waitFor(async () => expect((await bellOf(ana)).unreadCount).toBe(1))
})
