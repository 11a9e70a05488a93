import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { listPushDevices } from '#domains/notifications/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)
const put = (person: HttpPerson, name: string, days: number) =>
  person.must(addLot, {
    body: { ingredient: { name }, quantity: 1, unit: 'each', location: 'Fridge', expirationDate: inDays(days), dateKind: 'use_by' },
  })
/** Lets this browser use a fake push service, whose address is `localStorage['test.push']`. The page's code is passed as text. */
async function takePush(page: Page, address: string): Promise<void> {
  await page.addInitScript(`Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  PushManager.prototype.getSubscription = async () => {
    const endpoint = localStorage.getItem('test.push')
    const p256dh = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
    return { endpoint, toJSON: () => ({ endpoint, keys: { p256dh, auth: 'tBHItJI5svbpez7KI4CCXg' } }) }
  }`)
  await moveTo(page, address)
}
const moveTo = (page: Page, address: string) => page.evaluate(`localStorage.setItem('test.push', ${JSON.stringify(address)})`)
/** Returns what this browser has registered with the server: its id and address; null before. */
const toldOf = (page: Page): Promise<{ id: string; endpoint: string } | null> =>
  page.evaluate(`JSON.parse(localStorage.getItem('larder.push'))`)

const bell = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

describe.each(screens)('on a $name', (screen) => {
  it('shows a notification as it happens, acts in place, dismisses alerts and changes preferences', async () => {
    const [ana, ben] = [await signUp(walk().server.url, 'Ana'), await signUp(walk().server.url, 'Ben')]
    await shareHousehold(ana, ben)
    const visit = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    const { page } = visit
    await openSignedIn(page, ben, '/notifications')
    await page.getByText('No alerts', { exact: true }).waitFor()
    await expectAccessible(page)

    // Ana shops; Ben's bell rings.
    await put(ana, 'Milk', 1)
    await bell(page, 'Notifications, 1 new').click()
    const panel = page.getByRole('dialog', { name: 'Notifications' })
    await panel.getByText('Milk expires tomorrow').waitFor()
    // On a wide screen it covers parts of the page, which axe reports.
    if (screen.isMobile) await expectAccessible(page)
    await panel.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByText('Used Milk (1)').waitFor()
    await bell(page, 'Notifications').waitFor()
    // Outside: on a phone the box covers the heading.
    await page.mouse.click(2, 700)
    await panel.waitFor({ state: 'hidden' })

    // Adds one alert to the list, snoozes one, dismisses the others together.
    await put(ana, 'Leek', -1)
    await put(ana, 'Cream', 2)
    await ana.must(addIngredient, { body: { name: 'Salt', parLevel: 2, defaultUnit: 'each' } })
    const alerts = page.getByRole('list', { name: 'Alerts', exact: true })
    for (const title of ['Leek has expired', 'Cream expires in 2 days', 'Salt has run out']) await alerts.getByText(title).waitFor()
    await expectAccessible(page)
    if (screen.isMobile) await page.getByRole('tab', { name: 'Your notifications' }).click()
    const notifications = page.getByRole('list', { name: 'Your notifications' }).getByRole('listitem')
    await notifications.filter({ hasText: 'Salt' }).getByRole('button', { name: 'Add to list' }).click()
    await page.getByText('Added to shopping list').waitFor()
    await notifications.filter({ hasText: 'Cream' }).getByRole('button', { name: 'Snooze' }).click()
    await notifications.filter({ hasText: 'Cream' }).waitFor({ state: 'detached' })
    await expectAccessible(page)
    if (screen.isMobile) await page.getByRole('tab', { name: 'Alerts', exact: true }).click()
    await page.getByRole('button', { name: 'Resolve All' }).click()
    await page.getByText("You're all caught up! No alerts to show.").waitFor()
    const resolved = page.locator('[data-sonner-toast]', { hasText: /Resolved \d alerts/ })
    await resolved.getByRole('button', { name: 'Undo' }).click()
    await alerts.getByText('Leek has expired').waitFor()
    const cream = alerts.getByRole('listitem').filter({ hasText: 'Cream' })
    await cream.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'For three days' }).click()
    await page.getByText('1 snoozed alert').waitFor()
    await page.getByRole('button', { name: 'Resolve All' }).click()
    await page.getByText("You're all caught up! No alerts to show.").waitFor()
    await page.getByRole('checkbox', { name: 'Show unresolved only' }).uncheck()
    await alerts.getByText('Resolved', { exact: true }).first().waitFor()
    await expectAccessible(page)

    await page.goto(`${walk().server.url}/settings`)
    await page.getByLabel('Settings', { exact: true }).getByText('Notifications', { exact: true }).click()
    await page.getByRole('checkbox', { name: 'Running low in the bell' }).uncheck()
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.getByText('Preferences updated successfully!').waitFor()
    await page.getByRole('button', { name: 'Send test push' }).click()
    await page.getByText('None of your devices has push turned on yet.').waitFor()
    await expectAccessible(page)

    // The browser gets another address while idle: its worker notices, and the server has only the new one.
    const [before, after] = ['https://fcm.googleapis.com/fcm/send/before', 'https://fcm.googleapis.com/fcm/send/after']
    await takePush(page, before)
    await page.reload()
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))
    const devices = async () => (await ben.must(listPushDevices)).devices.map(({ id }) => id)
    await expect.poll(() => toldOf(page)).toMatchObject({ endpoint: before })
    const first = await toldOf(page)
    expect(await devices()).toEqual([first?.id])
    await moveTo(page, after)
    await worker.evaluate(`self.dispatchEvent(new ExtendableEvent('pushsubscriptionchange'))`)
    await expect.poll(async () => (await toldOf(page))?.endpoint).toBe(after)
    const second = await toldOf(page)
    expect(second?.id).not.toBe(first?.id)
    await expect.poll(devices).toEqual([second?.id])
    if (visit.complaints.length > 0) throw new Error(visit.complaints.join('\n'))
    await visit.close()
  })
})
