import type { Worker } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { addPushDevice, changeNotificationSettings, defaultNotificationSettings } from '#domains/notifications/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { startPushService } from '#tests/support/fakes/push-service.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const push = await startPushService()
const walk = useJourneyApp({ worker: true, env: { LARDER_PUSH_HOSTS: push.origin } })
afterAll(() => push.stop())

/** What the worker shows. The worker's code is passed as text. */
const shown = (worker: Worker) =>
  worker.evaluate(`self.registration.getNotifications().then((all) => all.map(({ title, body, actions }) => ({
    title, body, buttons: actions.map((one) => one.title) })))`) as Promise<{ title: string; body: string; buttons: string[] }[]>

/** Presses a button of a shown message, as the system would. */
const press = (worker: Worker, title: string, button: string) =>
  worker.evaluate(`self.registration.getNotifications().then((all) => {
    const notification = all.find((one) => one.title === ${JSON.stringify(title)})
    const { action } = notification.actions.find((one) => one.title === ${JSON.stringify(button)})
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action }))
  })`)

it('a push message on a phone uses milk up without opening the app, and brings it back', async () => {
  const [ana, ben] = [await signUp(walk().server.url, 'Ana'), await signUp(walk().server.url, 'Ben')]
  await shareHousehold(ana, ben)
  const { page, close } = await walk().visit(blankPagePath, screens[0])
  await page.context().grantPermissions(['notifications'], { origin: new URL(walk().server.url).origin })
  await openSignedIn(page, ana, '/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'))

  const { quietHours, ...settings } = defaultNotificationSettings
  await ana.must(changeNotificationSettings, {
    body: { ...settings, foodMessages: 'immediate', quietHours: { ...quietHours, isOn: false } },
  })
  const browser = push.browser()
  await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
  const expirationDate = addDays(dateInTimeZone('UTC', new Date()), 1)
  await ben.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l', expirationDate } })
  const warning = () => browser.messages.find(({ title }) => title === 'Milk expires tomorrow')
  await expect.poll(warning, { timeout: 30_000 }).toBeDefined()
  const data = JSON.stringify(warning())
  await worker.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(data)} }))`)
  await expect.poll(() => shown(worker)).toMatchObject([{ title: 'Milk expires tomorrow', buttons: ['Use up', 'Snooze'] }])

  await press(worker, 'Milk expires tomorrow', 'Use up')
  await expect.poll(() => shown(worker)).toEqual([{ title: 'Used up Milk', body: '1 l', buttons: ['Undo'] }])
  expect(await ben.must(listLots, { query: {} })).toEqual([])
  await press(worker, 'Used up Milk', 'Undo')
  await expect.poll(() => ben.must(listLots, { query: {} })).toMatchObject([{ quantity: 1, unit: 'l' }])
  await expect.poll(() => shown(worker)).toEqual([])

  // What changed since is said, in place.
  await worker.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(data)} }))`)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  await press(worker, 'Milk expires tomorrow', 'Use up')
  await expect
    .poll(() => shown(worker))
    .toMatchObject([{ title: 'Milk expires tomorrow', body: 'It changed since. Tap to open Larder.', buttons: [] }])
  await worker.evaluate('self.registration.getNotifications().then((all) => all.forEach((one) => one.close()))')

  // A button pressed offline stays, to be tried again.
  await worker.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(data)} }))`)
  await expect.poll(() => shown(worker)).toHaveLength(1)
  const [before] = await shown(worker)
  await page.context().setOffline(true)
  await press(worker, 'Milk expires tomorrow', 'Snooze')
  await expect.poll(() => shown(worker)).toEqual([before])
  await page.context().setOffline(false)
  await press(worker, 'Milk expires tomorrow', 'Snooze')
  await expect.poll(() => shown(worker)).toEqual([])
  await close()
})
