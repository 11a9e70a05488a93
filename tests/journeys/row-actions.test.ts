import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { changePreferences, defaultPreferences } from '#domains/account/contract/index.ts'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot } from '#domains/inventory/contract.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { languages } from '#platform/shared/language.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const [phone] = screens
const inDays = (days: number) => addDays(dateInTimeZone('UTC', new Date()), days)
const put = (person: HttpPerson, name: string, days: number) =>
  person.must(addLot, {
    body: { ingredient: { name }, quantity: 3, unit: 'each', location: 'Fridge', expirationDate: inDays(days), dateKind: 'use_by' },
  })

/** Moves a finger sideways over the element's middle. */
async function swipe(page: Page, row: Locator, dx: number): Promise<void> {
  const box = await row.boundingBox()
  if (!box) throw new Error('nothing to swipe')
  const [x, y] = [box.x + box.width / 2 - dx / 2, box.y + box.height / 2]
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  for (let step = 1; step <= 8; step++)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + (dx * step) / 8, y }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

describe.each(screens)('on a $name', (screen) => {
  it('uses one and puts it on the list in one tap, and discards in two', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await put(person, 'Kefir', 5)
    const { page, complaints, close } = await walk().visit('/login', screen)
    await openSignedIn(page, person, '/inventory')
    const list = page.getByLabel('Inventory', { exact: true })
    await page.getByRole('button', { name: 'Use Kefir' }).click()
    await page.getByText('Used Kefir (1)').waitFor()
    await list.getByText('2', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Add Kefir to the list' }).click()
    await page
      .getByText(/Kefir.*list/)
      .first()
      .waitFor()
    await list.getByText('Kefir', { exact: true }).click()
    await page.getByRole('dialog', { name: 'Kefir' }).getByRole('button', { name: 'Spoiled' }).click()
    await list.getByText('Kefir', { exact: true }).waitFor({ state: 'detached' })
    await page.goto(`${person.url}/shopping-list`)
    await page.getByRole('checkbox', { name: 'Kefir' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

it('swipes rows of stock, list and alerts on a phone', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await put(person, 'Kefir', 1)
  await person.must(addShoppingItem, { body: { ingredientName: 'Soap', category: 'Household' } })
  const { page, complaints, close } = await walk().visit('/login', phone)
  await openSignedIn(page, person, '/inventory')
  const list = page.getByLabel('Inventory', { exact: true })
  const kefir = list.getByText('Kefir', { exact: true })
  await kefir.waitFor()
  await swipe(page, list.getByRole('listitem').first(), 160)
  await page.getByText('Used Kefir (1)').waitFor()
  await swipe(page, list.getByRole('listitem').first(), -160)
  const discard = page.getByRole('dialog', { name: 'Discard Kefir' })
  await discard.waitFor()
  await discard.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`${person.url}/shopping-list`)
  const soap = page.getByRole('checkbox', { name: 'Soap' })
  await soap.waitFor()
  await swipe(page, page.getByRole('listitem').filter({ has: soap }), 160)
  await page.getByRole('checkbox', { name: 'Soap', checked: true }).waitFor()

  await page.goto(`${person.url}/notifications`)
  const alerts = page.getByRole('list', { name: 'Alerts', exact: true })
  await alerts.getByText('Kefir expires tomorrow').waitFor()
  await swipe(page, alerts.getByRole('listitem').first(), -160)
  await page.getByText('Dismissed: Kefir').waitFor()
  await alerts.getByText('Kefir expires tomorrow').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await close()
})

it('keeps the actions of an alert on one line on a phone, in every language', async () => {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  await put(person, 'Kefir', 1)
  await put(person, 'Cream', -1)
  await person.must(addIngredient, { body: { name: 'Salt', parLevel: 2, defaultUnit: 'each' } })
  const { page, close } = await walk().visit('/login', phone)
  await openSignedIn(page, person, '/notifications')
  for (const language of languages) {
    await person.must(changePreferences, { body: { preferences: { ...defaultPreferences, language } } })
    await page.reload()
    await page.locator(`html[lang=${language}] ul h3 >> nth=2`).waitFor()
    const lines = await page.evaluate<unknown[]>(`[...document.querySelectorAll('main ul li:has(h3)')].map((card) => {
      const actions = [...card.querySelectorAll('fieldset > *')]
      if (actions.some((one) => one.scrollWidth > one.clientWidth)) return 'cut'
      if (actions.at(-1).getBoundingClientRect().right > card.getBoundingClientRect().right) return 'too wide'
      return new Set(actions.map((one) => Math.round(one.getBoundingClientRect().top))).size
    })`)
    expect([language, lines]).toEqual([language, [1, 1, 1]])
  }
  await close()
})
