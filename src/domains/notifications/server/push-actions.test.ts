import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { changeAccount, signOutAccount } from '#domains/admin/contract.ts'
import { changeMember, listHistory, removeMember } from '#domains/households/contract/index.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, getLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { insertReservation } from '#domains/inventory/server/index.ts'
import { changeShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Browser, type PushService, startPushService } from '#tests/support/fakes/push-service.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/test-app.ts'
import {
  addPushDevice,
  changeNotificationSettings,
  defaultNotificationSettings,
  listNotifications,
  listPushDevices,
  readAllNotifications,
  removePushDevice,
  runPushAction,
  snoozeNotification,
} from '../contract/index.ts'
import { openPushActionTokens } from './gateway/push-actions.ts'

let testApp: TestApp
let push: PushService
let admin: Person
let close = async () => {}
beforeAll(async () => {
  push = await startPushService()
  ;({ testApp, close } = await openTestApp({ LARDER_PUSH_HOSTS: push.origin }))
  // The first account is the server admin.
  ;[admin] = (await createPeople(testApp, 1)) as [Person]
})
afterAll(async () => {
  await close()
  await push.stop()
})

/** Ana, whose phone gets what Ben’s changes cause. */
async function aPhone() {
  const [ana, ben] = [await testApp.person('Ana'), await testApp.person('Ben')]
  await testApp.household(ana, ben)
  return { ana, ben, ...(await registerPhone(ana)) }
}
async function registerPhone(person: Person) {
  await testApp.server.jobs.settle()
  await person.must(readAllNotifications)
  const { kinds, digestHour, quietHours } = defaultNotificationSettings
  const everything = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { bell: true, mail: false, push: true, apps: false }]))
  await person.must(changeNotificationSettings, {
    body: { kinds: everything as typeof kinds, digestHour, quietHours: { ...quietHours, isOn: false }, foodMessages: 'immediate' },
  })
  const browser = push.browser()
  const { id: deviceId } = await person.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  return { browser, deviceId }
}
async function deliver(): Promise<void> {
  await testApp.server.jobs.settle()
  await testApp.server.jobs.catchUp(new Date())
}
const tomorrow = () => addDays(dateInTimeZone('UTC', new Date()), 1)
async function milkExpires(ben: Person) {
  const lot = await ben.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1.5, unit: 'l', expirationDate: tomorrow() } })
  await deliver()
  return lot
}
const tokenOf = ({ messages }: Browser, title: string): string => {
  const found = messages.flatMap(({ actions }) => actions).findLast((action) => action.title === title)
  if (!found) throw new Error(`no button ${title}`)
  return found.token
}
const press = (token: string) =>
  testApp.inject({
    method: 'POST',
    url: runPushAction.path,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ token }),
  })
const buttonsOf = ({ body }: { body: unknown }) => (body as Done).message?.actions.map(({ title }) => title)
/** What makes reading a notification fail, and what ends that. */
const failingReads = {
  sqlite: [
    [
      `create trigger no_reading before update of read_at on notifications when new.read_at is not null begin select raise(abort, 'no'); end`,
    ],
    ['drop trigger no_reading'],
  ],
  postgres: [
    [
      `create function no_reading() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
      `create trigger no_reading before update of read_at on notifications for each row when (new.read_at is not null) execute function no_reading()`,
    ],
    ['drop trigger no_reading on notifications', 'drop function no_reading'],
  ],
} as const
type Done = { message: { title: string; body: string; actions: { title: string; token: string }[] } | null }

describe('the buttons of a push message', () => {
  it('use a lot up in the name of its user, and undo that', async () => {
    const { ana, ben, browser } = await aPhone()
    const { id } = await milkExpires(ben)
    const sent = browser.messages.find(({ title }) => title === 'Milk expires tomorrow')
    expect(sent?.actions.map(({ title }) => title)).toEqual(['Use up', 'Snooze', 'Add to list'])
    const { status, body } = await press(tokenOf(browser, 'Use up'))
    const { message } = body as Done
    expect([status, message]).toMatchObject([200, { title: 'Used up Milk', body: '1.5 l', actions: [{ title: 'Undo' }] }])
    expect(await ben.must(listLots, { query: {} })).toEqual([])
    expect((await ben.must(listHistory, { query: {} }))[0]).toMatchObject({ name: 'item.used', actor: { firstName: 'Ana' } })
    await testApp.server.jobs.settle()
    expect((await ana.must(listNotifications, { query: {} })).unreadCount).toBe(0)

    const undo = await press(message?.actions[0]?.token ?? '')
    expect([undo.status, undo.body]).toEqual([200, { message: null }])
    expect(await ben.must(getLot, { params: { id } })).toMatchObject({ quantity: 1.5, state: 'active' })
    expect((await press(message?.actions[0]?.token ?? '')).body).toMatchObject({ code: 'already_undone' })
  })

  it('add to the shopping list once, however often they are pressed', async () => {
    const { ana, ben, browser } = await aPhone()
    const { ingredient } = await ben.must(addLot, { body: { ingredient: { name: 'Rice' }, quantity: 1, unit: 'kg' } })
    await ben.must(changeIngredient, { params: { id: ingredient.id }, body: { parLevel: 3 } })
    await deliver()
    expect(browser.messages.at(-1)?.actions.map(({ title }) => title)).toEqual(['Add to list', 'Snooze'])
    const presses = [await press(tokenOf(browser, 'Add to list')), await press(tokenOf(browser, 'Add to list'))]
    expect(presses.map(({ body }) => (body as Done).message?.title)).toEqual(['On the shopping list: Rice', 'On the shopping list: Rice'])
    const { items } = await ana.must(getShoppingList)
    expect(items).toMatchObject([{ ingredientName: 'Rice', isChecked: false }])
    const quantity = items[0]?.suggestedQuantity
    await press(tokenOf(browser, 'Add to list'))
    expect((await ana.must(getShoppingList)).items[0]?.suggestedQuantity).toBe(quantity)
  })

  it('offer no Undo of what someone else did, after a second press', async () => {
    const { ana, ben, browser } = await aPhone()
    await milkExpires(ben)
    const token = tokenOf(browser, 'Add to list')
    expect(buttonsOf(await press(token))).toEqual(['Undo'])
    const [item] = (await ana.must(getShoppingList)).items
    await ben.must(changeShoppingItem, { params: { id: item?.id ?? '' }, body: { isChecked: true } })
    expect([await press(token)].map((reply) => [reply.status, buttonsOf(reply)])).toEqual([[200, []]])
  })

  it('add nothing for a second member, nor if it is on the list', async () => {
    const [ana, ben, cleo] = [await testApp.person('Ana'), await testApp.person('Ben'), await testApp.person('Cleo')]
    await testApp.household(ana, ben, cleo)
    const [{ browser }, { browser: other }] = [await registerPhone(ana), await registerPhone(cleo)]
    await milkExpires(ben)
    await press(tokenOf(browser, 'Add to list'))
    const before = await ana.must(listHistory, { query: {} })
    const { items } = await ana.must(getShoppingList)
    const second = await press(tokenOf(other, 'Add to list'))
    expect([(second.body as Done).message?.title, buttonsOf(second)]).toEqual(['On the shopping list: Milk', []])
    expect((await ana.must(getShoppingList)).items).toEqual(items)
    expect(await ana.must(listHistory, { query: {} })).toEqual(before)
  })

  it('snooze until tomorrow', async () => {
    const { ana, ben, browser } = await aPhone()
    await milkExpires(ben)
    const titles = async () => (await ana.must(listNotifications, { query: {} })).notifications.map(({ title }) => title)
    expect(await titles()).toContain('Milk expires tomorrow')
    const { status, body } = await press(tokenOf(browser, 'Snooze'))
    expect([status, body]).toEqual([200, { message: null }])
    expect(await titles()).not.toContain('Milk expires tomorrow')
  })

  it('snooze until the daily message, at the hour of the household joined first', async () => {
    const { ana, ben, browser } = await aPhone()
    await testApp.household(ben, ana)
    await milkExpires(ben)
    const { database } = testApp.server
    await asOwner(database, `update households set time_zone = 'Pacific/Auckland' where id = '${ben.home}'`)
    const { quietHours } = defaultNotificationSettings
    const daily = { ...defaultNotificationSettings, quietHours: { ...quietHours, isOn: false } }
    await ana.must(changeNotificationSettings, { body: daily })
    expect(await press(tokenOf(browser, 'Snooze'))).toMatchObject({ status: 200, body: { message: null } })
    expect(await asOwner(database, `select push_at from notifications where user_id = '${ana.userId}' and at > created_at`)).toEqual([
      { push_at: expect.stringMatching(/T08:00:00\.000Z$/) },
    ])
  })

  it.each<[string, (ana: Person, ben: Person) => Promise<unknown>]>([
    ['read', (ana) => ana.must(readAllNotifications)],
    ['snoozed for a week', (ana) => snoozeFirst(ana)],
    ['closed with its alert', (_ana, ben) => resolveAlerts(ben)],
  ])('snooze nothing that was %s', async (_what, finish) => {
    const { ana, ben, browser } = await aPhone()
    await milkExpires(ben)
    await finish(ana, ben)
    const times = () =>
      asOwner(testApp.server.database, `select at, read_at from notifications where user_id = '${ana.userId}' order by id`)
    const before = await times()
    expect(await press(tokenOf(browser, 'Snooze'))).toMatchObject({ status: 200, body: { message: null } })
    expect(await times()).toEqual(before)
  })
  const snoozeFirst = async (ana: Person) => {
    const [first] = (await ana.must(listNotifications, { query: {} })).notifications
    await ana.must(snoozeNotification, { params: { id: first?.id ?? '' }, body: { days: 7 } })
  }
  /** Before the notifications follow. */
  const resolveAlerts = (ben: Person) =>
    asOwner(testApp.server.database, `update alerts set resolved_at = created_at where household_id = '${ben.home}'`)

  it('succeed even if the notification can’t be marked as read', async () => {
    const { ben, browser } = await aPhone()
    await milkExpires(ben)
    const { database } = testApp.server
    const [create, remove] = failingReads[database.engine]
    for (const statement of create) await asOwner(database, statement)
    try {
      const { status, body } = await press(tokenOf(browser, 'Use up'))
      expect([status, (body as Done).message?.title]).toEqual([200, 'Used up Milk'])
    } finally {
      for (const statement of remove) await asOwner(database, statement)
    }
  })

  it('speak the language of the user, not of the request', async () => {
    const { ana, ben, browser } = await aPhone()
    await ana.must(changePreferences, { body: { preferences: { ...defaultPreferences, language: 'de' } } })
    const { id } = await milkExpires(ben)
    const token = tokenOf(browser, 'Aufbrauchen')
    const version = (by: number) => asOwner(testApp.server.database, `update lots set version = version + ${by} where id = '${id}'`)
    await version(1)
    expect((await press(token)).body).toMatchObject({
      code: 'changed_meanwhile',
      detail: 'Das hat sich inzwischen geändert. Tippe, um Larder zu öffnen.',
    })
    await version(-1)
    const { body } = await press(token)
    expect((body as Done).message).toMatchObject({ title: 'Milk aufgebraucht', actions: [{ title: 'Rückgängig' }] })
  })

  it.each<[string, (one: Awaited<ReturnType<typeof aPhone>>, lotId: string) => Promise<unknown>, [number, string]]>([
    ['the device was signed out', ({ ana, deviceId }) => ana.must(removePushDevice, { params: { id: deviceId } }), [404, 'not_found']],
    ['the user signed out', ({ ana }) => signOut(ana), [404, 'not_found']],
    [
      'the user was signed out everywhere',
      ({ ana }) => admin.must(signOutAccount, { params: { userId: ana.userId }, body: { endTokens: false } }),
      [404, 'not_found'],
    ],
    ['the user left', ({ ana, ben }) => ben.must(removeMember, { params: { id: ben.home ?? '', userId: ana.userId } }), [404, 'not_found']],
    ['the user may only look', ({ ana, ben }) => demote(ben, ana), [403, 'role_denied']],
    [
      'the account is locked',
      ({ ana }) => admin.must(changeAccount, { params: { userId: ana.userId }, body: { isLocked: true } }),
      [404, 'not_found'],
    ],
    ['it was used up before', (_one, id) => endLotUnnoticed(id), [409, 'lot_ended']],
    ['some of it was used', ({ ben }, id) => ben.must(useLot, { params: { id }, body: { quantity: 1 } }), [409, 'changed_meanwhile']],
    ['part of it was reserved', ({ ben }, id) => reserve(ben, id), [409, 'reserved']],
  ])('do nothing after %s', async (_when, change, [status, code]) => {
    const { ana, ben, browser, deviceId } = await aPhone()
    // Owners make members.
    const [owner, member] = [ana, ben]
    await owner.must(changeMember, { params: { id: owner.home ?? '', userId: member.userId }, body: { role: 'OWNER' } })
    const { id } = await milkExpires(ben)
    await change({ ana, ben, browser, deviceId }, id)
    const before = await ben.must(listHistory, { query: {} })
    expect(await press(tokenOf(browser, 'Use up'))).toMatchObject({ status, body: { code } })
    expect(await ben.must(listHistory, { query: {} })).toEqual(before)
  })
  const reserve = (by: Person, lotId: string) =>
    testApp.server.database.write(by.home as HouseholdId, 'reserve', (tx) =>
      insertReservation(tx, {
        household_id: by.home as HouseholdId,
        id: randomUUID(),
        lot_id: lotId,
        kind: 'plan',
        milli: 500,
        on_date: null,
        ref_id: randomUUID(),
        created_at: new Date().toISOString(),
      }),
    )
  /** Without a change in the log, after which the notification would be deleted. */
  const endLotUnnoticed = (lotId: string) =>
    asOwner(testApp.server.database, `update lots set state = 'used', milli = 0 where id = '${lotId}'`)
  const demote = (by: Person, who: Person) =>
    by.must(changeMember, { params: { id: by.home ?? '', userId: who.userId }, body: { role: 'VIEWER' } })

  it('leave no device of a session that ended', async () => {
    const { ana } = await aPhone()
    const devices = () => asOwner(testApp.server.database, `select id from push_devices where user_id = '${ana.userId}'`)
    expect(await devices()).toHaveLength(1)
    await signOut(ana)
    await expect.poll(devices).toEqual([])
  })
  const signOut = ({ token }: Person) =>
    testApp.inject({
      method: 'POST',
      url: '/api/auth/sign-out',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{}',
    })

  it('are missing for a device of an older version until it registers again', async () => {
    const { ana, ben, browser } = await aPhone()
    await asOwner(testApp.server.database, `update push_devices set session_id = null where user_id = '${ana.userId}'`)
    await milkExpires(ben)
    expect(browser.messages.map(({ actions }) => actions)).toEqual([[]])
    expect((await ana.must(listPushDevices)).devices).toMatchObject([{ isCurrent: false }])
    const again = await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
    expect(again.isCurrent).toBe(true)
  })

  it('offer a viewer nothing but the message', async () => {
    const { ana, ben, browser } = await aPhone()
    await ana.must(changeMember, { params: { id: ana.home ?? '', userId: ben.userId }, body: { role: 'OWNER' } })
    await demote(ben, ana)
    await milkExpires(ben)
    expect(browser.messages.find(({ title }) => title === 'Milk expires tomorrow')).toMatchObject({ actions: [] })
  })

  it('work for two days', async () => {
    const tokens = await openPushActionTokens(testApp.server.database)
    const [sentAt, action] = [new Date(), { do: 'snooze', notificationId: 'one' } as const]
    const token = tokens.sign({ action, userId: 'ana', deviceId: 'phone' }, sentAt)
    const readLater = (ms: number) => tokens.read(token, new Date(sentAt.getTime() + ms))
    expect([readLater(2 * 86_400_000 - 1)?.action, readLater(2 * 86_400_000)]).toEqual([action, null])
  })

  it('say that it changed once the alert is closed, and snooze nothing', async () => {
    const { ben, browser } = await aPhone()
    const { id } = await milkExpires(ben)
    await ben.must(useLot, { params: { id }, body: { quantity: 1.5 } })
    await testApp.server.jobs.settle()
    const answer = await press(tokenOf(browser, 'Use up'))
    expect([answer.status, answer.body]).toMatchObject([404, { detail: 'It changed since. Tap to open Larder.' }])
    expect(await press(tokenOf(browser, 'Snooze'))).toMatchObject({ status: 200, body: { message: null } })
  })

  it('accept no token that was changed, shortened or made up', async () => {
    const { ben, browser } = await aPhone()
    const { id } = await milkExpires(ben)
    const token = tokenOf(browser, 'Use up')
    const [text = '', signature = ''] = token.split('.')
    const other = Buffer.from(Buffer.from(text, 'base64url').toString().replace('use_up', 'snooze')).toString('base64url')
    const tokens = [`${other}.${signature}`, token.slice(0, -1), `${text}.`, text, '.', 'x', `${signature}.${text}`]
    for (const forged of tokens) expect([forged, (await press(forged)).status]).toEqual([forged, 404])
    expect(await ben.must(getLot, { params: { id } })).toMatchObject({ quantity: 1.5 })
  })

  it('leave no token in the database', async () => {
    const { ana, ben } = await aPhone()
    // Stays in the queue. The last test, since an outage delays later messages.
    push.answer(503)
    const lot = await ben.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', expirationDate: tomorrow() } })
    await deliver()
    const rows = await asOwner<{ payload: string }>(
      testApp.server.database,
      `select payload from deliveries where user_id = '${ana.userId}'`,
    )
    expect(rows.map(({ payload }) => payload).join()).toContain(lot.id)
    expect(rows.map(({ payload }) => payload).join()).not.toContain('token')
  })
})
