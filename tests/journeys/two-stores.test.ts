import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReadBack, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import { addRow, checkbox, type Shopper, shareHousehold, waitForSyncStatus } from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const shop = usePhoneApp()
const [phoneScreen] = screens

let [ana, ben]: Shopper[] = []
let [anas, bens]: Phone[] = []
beforeAll(async () => {
  const people = await Promise.all([shop().shopper('Ana'), shop().shopper('Ben')])
  ;[ana, ben] = people
  ;[anas, bens] = await Promise.all([
    shop().phone(people[0], phoneScreen, '/households'),
    shop().phone(people[1], phoneScreen, '/households', { look: 'dark' }),
  ])
})

/** A household with two stores, what it paid there, and a list for both. */
async function openHousehold() {
  if (!ana || !ben || !anas || !bens) throw new Error('the phones open before the first test')
  const owner = ana
  await shareHousehold(owner, ben)
  const [market, bakery] = await Promise.all(
    ['Market', 'Bakery'].map(async (name) => (await owner.request<{ id: string }>('POST', '/api/stores', { name })).id),
  )
  const paid = (name: string, storeId: string | undefined, purchasePrice: number) =>
    owner.request('POST', '/api/inventory', { ingredient: { name }, quantity: 1, unit: 'each', purchasePrice, storeId })
  await paid('Butter', market, 3)
  await paid('Butter', bakery, 2.5)
  await paid('Milk', market, 1.2)
  for (const [name, storeIds] of [
    ['Bread', [bakery]],
    ['Milk', [market]],
    ['Butter', []],
    ['Soap', []],
  ] as const)
    await addRow(owner, name, { storeIds })
  await anas.signIn(owner)
  await bens.signIn(ben)
  const [anasPage, bensPage] = [await anas.reopen('/shop'), await bens.reopen('/shop')]
  await waitForReplica(anasPage, owner)
  await waitForReplica(bensPage, ben)
  return { owner, ben, anas, bens, anasPage, bensPage }
}

async function costsOn(page: Page) {
  await page.getByRole('button', { name: 'Cost per store' }).click()
  const sheet = page.getByRole('dialog', { name: 'Cost per store' })
  await sheet
    .getByText(/^about/)
    .first()
    .waitFor()
  await expectAccessible(page)
  const rows = await sheet.getByRole('listitem').allInnerTexts()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  return rows.map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
}

describe('two phones in two stores', () => {
  it('buy here, there and offline, know what is left costs, and keep each price with its store', async () => {
    const { owner, ben, anas, bens, anasPage, bensPage } = await openHousehold()
    await anasPage.getByLabel('I’m at').selectOption('Market')
    await bensPage.getByLabel('I’m at').selectOption('Bakery')
    await anasPage.getByText('0 of 3 in the cart').waitFor()
    await bensPage.getByText('0 of 3 in the cart').waitFor()
    expect(await checkbox(anasPage, 'Bread').count()).toBe(0)
    await anasPage.getByRole('button', { name: 'Other stores 1' }).click()
    await checkbox(anasPage, 'Bread').waitFor()
    expect(await checkbox(bensPage, 'Milk').count()).toBe(0)
    expect(await costsOn(anasPage)).toEqual([
      ['Market', 'about $4.20', '1 of 3 without a price', '$0.50 more than at Bakery for the 1 item with a price in both'],
      ['Bakery', 'Cheapest', 'about $2.50', '2 of 3 without a price'],
    ])

    // Ben loses the signal, buys what is left here, and puts it away with what he paid.
    bens.network.setState('dead')
    await anasPage.getByText('Milk', { exact: true }).click()
    await bensPage.getByText('Bread', { exact: true }).click()
    await bensPage.getByText('Butter', { exact: true }).click()
    await bensPage.getByText('2 of 3 in the cart').waitFor()
    await waitForSyncStatus(bensPage, /2 waiting|Offline since/)
    expect((await costsOn(bensPage)).at(0)).toEqual(['Market', 'about $1.20', '1 of 2 without a price'])
    await bensPage.getByRole('button', { name: 'Done shopping' }).click()
    const sheet = bensPage.getByRole('dialog', { name: 'Put away?' })
    // Only the server knows where each was.
    expect(await sheet.getByLabel('Store').locator('option:checked').textContent()).toBe('Where each was checked off')
    await sheet.getByRole('button', { name: /^Bread/ }).click()
    await sheet.getByLabel('Price paid').fill('3.20')
    await expectAccessible(bensPage)
    await sheet.getByRole('button', { name: 'Put away 2 items' }).click()
    expect(await checkbox(anasPage, 'Butter').isChecked()).toBe(false)

    bens.network.setState('open')
    await dispatchOnline(bensPage)
    await waitForReadBack(bensPage, ben)
    await checkbox(anasPage, 'Butter').waitFor({ state: 'detached' })
    await anasPage.getByText('1 of 2 in the cart').waitFor()
    const list = await owner.request<{ items: { ingredientName: string; isChecked: boolean }[] }>('GET', '/api/shopping-list')
    expect(list.items.map(({ ingredientName, isChecked }) => [ingredientName, isChecked]).toSorted()).toEqual([
      ['Milk', true],
      ['Soap', false],
    ])

    const ingredients = await anas.reopen('/ingredients')
    await ingredients.getByText('Bread', { exact: true }).first().click()
    const prices = ingredients.getByRole('table', { name: 'Prices' })
    await prices.getByRole('cell', { name: 'Bakery' }).waitFor()
    await prices.getByRole('cell', { name: '$3.20', exact: false }).first().waitFor()
    await expectAccessible(ingredients)
    expect([...anas.complaints, ...bens.complaints]).toEqual([])
  })
})
