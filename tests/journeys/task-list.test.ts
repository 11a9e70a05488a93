import ICAL from 'ical.js'
import { createDAVClient, type DAVCalendar } from 'tsdav'
import { describe, expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import {
  addByHand,
  addRow,
  checkbox,
  eventually,
  listOf,
  type Shopper,
  shareHousehold,
  summarize,
  tap,
  waitForSyncStatus,
} from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const shop = usePhoneApp()
const [phoneScreen] = screens

interface Access {
  address: string
  username: string
  password: string
}

/** Creates a password for a device in the settings and returns what the page shows. */
async function addDevice({ page }: Phone): Promise<Access> {
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Shopping list in other apps' }) })
  await card.getByText('No devices yet.').waitFor()
  await card.getByRole('button', { name: 'Add device' }).click()
  await card.getByLabel('Which device?').fill('Tablet')
  await card.getByRole('button', { name: 'Create password' }).click()
  await card.getByText('The password is shown only once.', { exact: false }).waitFor()
  await expectAccessible(page)
  const [address = '', username = '', password = ''] = await card.locator('code').allInnerTexts()
  expect(new URL(address).pathname).toBe('/dav/')
  return { address, username, password }
}

const todoFilter = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, 'comp-filter': { _attributes: { name: 'VTODO' } } } }

/** Another program, which has its own connection to the server. */
async function openProgram({ address, username, password }: Access) {
  const serverUrl = `${shop().server.url}${new URL(address).pathname}`
  const client = await createDAVClient({
    serverUrl,
    credentials: { username, password },
    authMethod: 'Basic',
    defaultAccountType: 'caldav',
  })
  const calendar = (await client.fetchCalendars())[0] as DAVCalendar
  const tasks = async (objectUrls?: string[]) => {
    const found = await client.fetchCalendarObjects({
      calendar,
      filters: [todoFilter],
      useMultiGet: true,
      ...(objectUrls && { objectUrls }),
    })
    return found.map((object) => ({ object, ...readTask(String(object.data)) }))
  }
  let token = ''
  /** Returns the tasks that changed since the last time. */
  const sync = async () => {
    const found = await client.syncCollection({ url: calendar.url, props: { 'd:getetag': {} }, syncLevel: 1, syncToken: token })
    const raw = found[0]?.raw as { multistatus?: { syncToken?: string } } | undefined
    token = raw?.multistatus?.syncToken ?? ''
    expect(token).not.toBe('')
    const hrefs = found.map(({ href = '' }) => href).filter((href) => href.endsWith('.ics'))
    return hrefs.length === 0 ? [] : (await tasks(hrefs)).map(({ summary, status }) => `${summary}: ${status}`).toSorted()
  }
  return { client, calendar, tasks, sync, serverUrl }
}

/** Reads a task with a parser that isn't ours. */
function readTask(text: string) {
  const todo = new ICAL.Component(ICAL.parse(text) as never).getFirstSubcomponent('vtodo')
  const textOf = (name: string) => todo?.getFirstPropertyValue(name)?.toString() ?? ''
  return { summary: textOf('summary'), status: textOf('status') }
}

const newTask = (summary: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Test//EN\r\nBEGIN:VTODO\r\nUID:${summary}@test\r\nDTSTAMP:20261127T010000Z\r\nSUMMARY:${summary}\r\nSTATUS:NEEDS-ACTION\r\nEND:VTODO\r\nEND:VCALENDAR\r\n`

async function openHousehold(): Promise<{ ana: Shopper; phone: Phone }> {
  const ana = await shop().shopper('Ana')
  await shareHousehold(ana)
  await addRow(ana, 'Milk', { suggestedQuantity: 2, unit: 'l' })
  return { ana, phone: await shop().phone(ana, phoneScreen, '/settings?tab=data', { look: 'dark' }) }
}

describe('the shopping list in another program', () => {
  it('changes live on a phone, takes what the phone did offline, and is refused once its password is revoked', async () => {
    const { ana, phone } = await openHousehold()
    const access = await addDevice(phone)
    const { client, calendar, tasks, sync, serverUrl } = await openProgram(access)
    const page = await phone.reopen('/shopping-list')
    await checkbox(page, 'Milk').waitFor()
    await waitForReplica(page, ana)

    // The program adds one and checks one off.
    const added = await client.createCalendarObject({ calendar, filename: 'potatoes.ics', iCalString: newTask('2 kg Potatoes') })
    expect(added.status).toBe(201)
    await checkbox(page, 'Potatoes').waitFor()
    const milk = (await tasks()).find(({ summary }) => summary === '2 l Milk')
    if (!milk) throw new Error('the program doesn’t see the milk')
    const data = String(milk.object.data).replace('STATUS:NEEDS-ACTION', 'STATUS:COMPLETED')
    expect((await client.updateCalendarObject({ calendarObject: { ...milk.object, data } })).status).toBe(204)
    await expect.poll(() => checkbox(page, 'Milk').isChecked()).toBe(true)
    await waitForSyncStatus(page, 'Up to date')
    expect(await sync()).toEqual(['2 kg Potatoes: NEEDS-ACTION', '2 l Milk: COMPLETED'])

    // The phone does the same without a connection.
    phone.network.setState('dead')
    await tap(page, 'Potatoes')
    await addByHand(page, 'Bread')
    await checkbox(page, 'Bread').waitFor()
    await waitForSyncStatus(page, /waiting/)
    expect(await sync()).toEqual([])
    phone.network.setState('open')
    await dispatchOnline(page)
    await waitForSyncStatus(page, 'Up to date')
    const rows = await eventually(
      () => listOf(ana),
      (all) => all.length === 3,
    )
    expect(summarize(rows)).toEqual([
      ['Bread', 1, false],
      ['Milk', 2, true],
      ['Potatoes', 2, true],
    ])
    expect(await sync()).toEqual(['2 kg Potatoes: COMPLETED', 'Bread: NEEDS-ACTION'])

    const settings = await phone.reopen('/settings?tab=data')
    await settings.getByRole('button', { name: 'Revoke Tablet' }).click()
    await settings.getByRole('button', { name: 'Revoke password' }).click()
    await settings.getByText('No devices yet.').waitFor()
    const [refused] = await client.propfind({ url: serverUrl, props: { 'd:displayname': {} }, depth: '0' })
    expect(refused?.status).toBe(401)
    expect(phone.complaints).toEqual([])
  })
})
