import { describe, expect, it } from 'vitest'
import { listAlerts, reopenAlerts, resolveAlert, snoozeAlerts } from '#domains/alerts/contract.ts'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, changeLot } from '#domains/inventory/contract.ts'
import { addRecipe, cookRecipe } from '#domains/recipes/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { asOwner } from '#tests/support/database/invariants.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import {
  changeNotificationSettings,
  defaultNotificationSettings,
  getNotificationSettings,
  listNotifications,
  type NotificationSettings,
  readAllNotifications,
} from '../contract/index.ts'

const testApp = useTestApp()
const settle = () => testApp().server.jobs.settle()
const today = dateInTimeZone('UTC', new Date())
const inDays = (days: number) => addDays(today, days)
const milkLife = { pantryDays: null, fridgeDays: 7, freezerDays: null, openedDays: null }
const startOf = (days: number) => `${inDays(days)}T00:00:00.000Z`

async function two(): Promise<[Person, Person]> {
  const [ana, ben] = (await createPeople(testApp(), 2)) as [Person, Person]
  await testApp().household(ana, ben)
  await settle()
  for (const one of [ana, ben]) await one.must(readAllNotifications)
  return [ana, ben]
}
const everything = { bell: true, mail: true, push: true, apps: true }
const set = (person: Person, part: Partial<NotificationSettings>) =>
  person.must(changeNotificationSettings, {
    body: {
      ...defaultNotificationSettings,
      kinds: { ...defaultNotificationSettings.kinds, expiring_soon: everything, expired: everything },
      quietHours: { isOn: false, begin: '22:00', end: '07:00' },
      foodMessages: 'immediate',
      ...part,
    },
  })
const put = (ben: Person, days: number) =>
  ben.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 2, unit: 'l', expirationDate: inDays(days), dateKind: 'use_by' } })
async function heardBy(person: Person) {
  await settle()
  return (await person.must(listNotifications, { query: { unread: 'true' } })).notifications.map(({ title }) => title)
}
const stored = async (person: Person) => {
  await settle()
  const [row] = await asOwner<{
    at: string
    held_until: string | null
    push_at: string | null
    email_at: string | null
    read_at: string | null
  }>(
    testApp().server.database,
    `select at, held_until, push_at, email_at, read_at from notifications where user_id = '${person.userId}' and alert_id is not null`,
  )
  return row
}

describe('a member’s own days of warning', () => {
  it('let a notification wait for its day, in every channel, and leave the alert and the others alone', async () => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    await put(ben, 3)
    expect(await heardBy(ana)).toEqual([])
    expect(await ana.must(listAlerts, { query: { resolved: 'false' } })).toHaveLength(1)
    expect(await stored(ana)).toMatchObject({
      at: startOf(2),
      held_until: startOf(2),
      push_at: startOf(2),
      email_at: `${inDays(2)}T08:00:00.000Z`,
      read_at: null,
    })
    expect(await stored(ben)).toMatchObject({ held_until: null })
  })

  it('make the one who added it hear of it on that day, as its alert is no longer their own change', async () => {
    const [ana] = await two()
    await set(ana, { warningDays: 0 })
    await put(ana, 2)
    expect(await stored(ana)).toMatchObject({ at: startOf(2), read_at: null, push_at: startOf(2) })
  })

  it('follow a date that is changed', async () => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    const lot = await put(ben, 3)
    await settle()
    await ben.must(changeLot, { params: { id: lot.id }, body: { expirationDate: inDays(2) } })
    expect(await stored(ana)).toMatchObject({ at: startOf(1), held_until: startOf(1), push_at: startOf(1) })
    await ben.must(changeLot, { params: { id: lot.id }, body: { expirationDate: inDays(1) } })
    expect(await heardBy(ana)).toEqual(['Milk expires tomorrow'])
  })

  it('follow a date that comes earlier because some of it is cooked', async () => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 0 })
    const milk = await put(ben, 3)
    await ben.must(changeIngredient, { params: { id: milk.ingredient.id }, body: { shelfLife: { ...milkLife, openedDays: 1 } } })
    const { id } = await ben.must(addRecipe, { body: { name: 'Pudding', servings: 2, ingredients: ['1 l milk'] } })
    expect(await stored(ana)).toMatchObject({ held_until: startOf(3) })
    await ben.must(cookRecipe, { params: { id }, body: {} })
    await settle()
    expect(await stored(ana)).toMatchObject({ at: startOf(1), held_until: startOf(1), push_at: startOf(1) })
  })

  it('apply to what is there when they change, and never warn earlier than the household', async () => {
    const [ana, ben] = await two()
    await set(ana, {})
    await put(ben, 2)
    await put(ben, 9)
    expect(await heardBy(ana)).toHaveLength(1)
    await set(ana, { warningDays: 0 })
    expect(await heardBy(ana)).toEqual([])
    await set(ana, { warningDays: 30 })
    expect(await heardBy(ana)).toHaveLength(1)
    expect((await stored(ana))?.email_at).not.toBeNull()
  })

  it('leave alone what was read, and what a program without them saves', async () => {
    const [ana, ben] = await two()
    await put(ben, 2)
    await settle()
    await ana.must(readAllNotifications)
    await set(ana, { warningDays: 0, mutedIngredients: ['a2222222-2222-4222-8222-222222222222'] })
    expect(await stored(ana)).toMatchObject({ held_until: null })
    const { warningDays: _days, mutedIngredients: _muted, ...older } = await ana.must(getNotificationSettings)
    const saved = await ana.must(changeNotificationSettings, { body: { ...older, digestHour: 9 } })
    expect(saved).toMatchObject({ warningDays: 0, mutedIngredients: ['a2222222-2222-4222-8222-222222222222'] })
  })
})

/** The only open alert of the household. */
async function alertOf(person: Person): Promise<string> {
  await settle()
  return (await person.must(listAlerts, { query: { resolved: 'false' } }))[0]?.id ?? ''
}

describe('a notification that its member will hear of later', () => {
  it.each(['snoozed', 'snoozed for longer', 'resolved'])('waits for its day again when its alert was %s and is reopened', async (how) => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    await put(ben, 3)
    const id = await alertOf(ben)
    const before = await stored(ana)
    if (how === 'resolved') await ben.must(resolveAlert, { params: { id } })
    else await ben.must(snoozeAlerts, { body: { alertIds: [id], days: how === 'snoozed' ? 2 : 7 } })
    await settle()
    await ben.must(reopenAlerts, { body: { alertIds: [id] } })
    expect(before).toMatchObject({ at: startOf(2), held_until: startOf(2), push_at: startOf(2), read_at: null })
    expect(await stored(ana)).toEqual(before)
    expect(await heardBy(ana)).toEqual([])
  })

  it.each(['snoozed', 'resolved'])('is sent when its alert is reopened if its day came while it was %s', async (how) => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    const lot = await put(ben, 3)
    const id = await alertOf(ben)
    if (how === 'resolved') await ben.must(resolveAlert, { params: { id } })
    else await ben.must(snoozeAlerts, { body: { alertIds: [id], days: 7 } })
    await settle()
    await ben.must(changeLot, { params: { id: lot.id }, body: { expirationDate: inDays(1) } })
    expect(await heardBy(ana)).toEqual([])
    await ben.must(reopenAlerts, { body: { alertIds: [id] } })
    expect(await heardBy(ana)).toEqual(['Milk expires tomorrow'])
    expect((await stored(ana))?.email_at).not.toBeNull()
  })

  it('comes after a snooze that is longer, in every channel', async () => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    await put(ben, 3)
    const id = await alertOf(ben)
    await ben.must(snoozeAlerts, { body: { alertIds: [id], days: 7 } })
    expect(await stored(ana)).toMatchObject({ at: startOf(7), push_at: startOf(7), read_at: null })
    await ben.must(snoozeAlerts, { body: { alertIds: [id], days: 1 } })
    expect(await stored(ana)).toMatchObject({ at: startOf(2), push_at: startOf(2), read_at: null })
  })

  it('stays read after Undo of a snooze if it was sent before', async () => {
    const [ana, ben] = await two()
    await set(ana, { warningDays: 1 })
    await put(ben, 1)
    const id = await alertOf(ben)
    expect(await heardBy(ana)).toHaveLength(1)
    await ben.must(snoozeAlerts, { body: { alertIds: [id], days: 3 } })
    expect(await heardBy(ana)).toEqual([])
    await ben.must(reopenAlerts, { body: { alertIds: [id] } })
    expect(await heardBy(ana)).toEqual([])
    expect(await stored(ana)).toMatchObject({ push_at: null })
  })
})

describe('settings that are switched on and off', () => {
  const muted = (id: string): Partial<NotificationSettings> => ({ mutedIngredients: [id] })
  const lateWarning = (): Partial<NotificationSettings> => ({ warningDays: 0 })

  it.each([
    ['days of warning', lateWarning, { warningDays: null }],
    ['muting', muted, { mutedIngredients: [] }],
  ])('send nothing twice: %s', async (_what, turnedOn, turnedOff) => {
    const [ana, ben] = await two()
    await set(ana, {})
    const lot = await put(ben, 2)
    expect(await heardBy(ana)).toHaveLength(1)
    await asOwner(testApp().server.database, `update notifications set push_at = null where user_id = '${ana.userId}'`)
    const sent = await stored(ana)
    await set(ana, turnedOn(lot.ingredient.id))
    expect(await heardBy(ana)).toEqual([])
    await set(ana, turnedOff)
    expect(await heardBy(ana)).toHaveLength(1)
    expect(await stored(ana)).toEqual(sent)
  })

  it('keep what was read as read', async () => {
    const [ana, ben] = await two()
    await set(ana, {})
    const lot = await put(ben, 2)
    expect(await heardBy(ana)).toHaveLength(1)
    await ana.must(readAllNotifications)
    const read = await stored(ana)
    await set(ana, { mutedIngredients: [lot.ingredient.id] })
    await set(ana, { mutedIngredients: [], warningDays: 0 })
    expect(await stored(ana)).toEqual(read)
  })

  it('leave a snooze of the alert alone, also one from while it was muted, and its Undo', async () => {
    const [ana, ben] = await two()
    const lot = await put(ben, 2)
    const muted = { mutedIngredients: [lot.ingredient.id] }
    await settle()
    await set(ana, muted)
    const id = await alertOf(ben)
    await ben.must(snoozeAlerts, { body: { alertIds: [id], days: 3 } })
    await settle()
    await set(ana, { mutedIngredients: [] })
    expect(await stored(ana)).toMatchObject({ at: startOf(3), held_until: null })
    expect(await heardBy(ana)).toEqual([])
    await set(ana, muted)
    await ben.must(reopenAlerts, { body: { alertIds: [id] } })
    await settle()
    await set(ana, { mutedIngredients: [] })
    expect(await heardBy(ana)).toHaveLength(1)
  })

  it('make a member hear of what was raised and reopened while it was muted', async () => {
    const [ana, ben] = await two()
    const { ingredient } = await put(ben, 30)
    await set(ana, { mutedIngredients: [ingredient.id] })
    await put(ben, 2)
    const id = await alertOf(ben)
    await ben.must(resolveAlert, { params: { id } })
    await settle()
    await ben.must(reopenAlerts, { body: { alertIds: [id] } })
    expect(await heardBy(ana)).toEqual([])
    await set(ana, { mutedIngredients: [] })
    expect(await heardBy(ana)).toEqual(['Milk expires in 2 days'])
    expect((await stored(ana))?.email_at).not.toBeNull()
  })
})

describe('an ingredient that a member is never notified of', () => {
  it('is in no message to them, also once it expires, until they want it again', async () => {
    const [ana, ben] = await two()
    const lot = await put(ben, 1)
    expect(await heardBy(ana)).toHaveLength(1)
    await set(ana, { mutedIngredients: [lot.ingredient.id] })
    expect(await heardBy(ana)).toEqual([])
    await ben.must(changeLot, { params: { id: lot.id }, body: { expirationDate: inDays(-1) } })
    expect(await heardBy(ana)).toEqual([])
    expect(await heardBy(ben)).toEqual([])
    expect(await stored(ana)).toMatchObject({ push_at: null, email_at: null })
    await set(ana, { mutedIngredients: [], foodMessages: 'daily' })
    expect(await heardBy(ana)).toEqual(['Milk has expired'])
  })

  it('stays hidden when its alert is resolved', async () => {
    const [ana, ben] = await two()
    const lot = await put(ben, 1)
    await set(ana, { mutedIngredients: [lot.ingredient.id] })
    await settle()
    const [alert] = await ben.must(listAlerts, { query: { resolved: 'false' } })
    await ben.must(resolveAlert, { params: { id: alert?.id ?? '' } })
    await settle()
    expect((await ana.must(listNotifications)).notifications.filter(({ lotId }) => lotId !== null)).toEqual([])
  })

  it.each([
    ['one twice', { mutedIngredients: ['a2222222-2222-4222-8222-222222222222', 'a2222222-2222-4222-8222-222222222222'] }],
    ['no id', { mutedIngredients: ['milk'] }],
    ['61 days', { warningDays: 61 }],
    ['half a day', { warningDays: 0.5 }],
  ])('is refused: %s', async (_what, part) => {
    const [ana] = await two()
    expect((await ana.call(changeNotificationSettings, { body: { ...defaultNotificationSettings, ...part } })).status).toBe(422)
  })
})
