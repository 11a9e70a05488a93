import { beforeAll, describe, expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { waitForReplica } from '#tests/journeys/support/on-device.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import { addByHand, addRow, checkbox, type Shopper, shareHousehold } from '#tests/journeys/support/shoppers.ts'
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

async function openHousehold() {
  if (!ana || !ben || !anas || !bens) throw new Error('the phones open before the first test')
  await shareHousehold(ana, ben)
  for (const name of ['Bread', 'Milk', 'Soap']) await addRow(ana, name)
  const store = await ana.request<{ id: string }>('POST', '/api/stores', { name: 'Corner' })
  await anas.signIn(ana)
  await bens.signIn(ben)
  const pages = [await anas.reopen('/shop'), await bens.reopen('/shopping-list')] as const
  await waitForReplica(pages[0], ana)
  await waitForReplica(pages[1], ben)
  return { anas, bens, anasPage: pages[0], bensPage: pages[1], store }
}

describe('a shopping trip on two phones', () => {
  it('shows the other what is in the cart, marks what they add, and ends with the shopping', async () => {
    const { anas, bens, anasPage, bensPage, store } = await openHousehold()
    await anasPage.getByLabel('I’m at').selectOption(store.id)
    await anasPage.getByRole('button', { name: 'I’m at the store' }).click()
    await anasPage.getByText(/^Shopping since/).waitFor()
    await bensPage.getByText('Ana is shopping at Corner').waitFor()
    await anasPage.getByText('Milk', { exact: true }).click()
    await bensPage.getByText(/1 in the cart · 2 left to buy$/).waitFor()
    await expectAccessible(bensPage)
    await addByHand(bensPage, 'Butter')
    await anasPage.getByText('Just added').waitFor()
    await expectAccessible(anasPage)
    await anasPage.getByRole('button', { name: 'Done shopping' }).click()
    await anasPage.getByRole('button', { name: 'Put away 1 item' }).click()
    await bensPage.getByText('Ana is shopping at Corner').waitFor({ state: 'detached' })
    expect([...anas.complaints, ...bens.complaints]).toEqual([])
  })

  it('begins without a connection, and shows once there is one', async () => {
    const { anas, anasPage, bensPage } = await openHousehold()
    await checkbox(anasPage, 'Milk').waitFor()
    anas.network.setState('dead')
    await anasPage.getByRole('button', { name: 'I’m at the store' }).click()
    await anasPage.getByText(/^Shopping since/).waitFor()
    await anasPage.getByText('Milk', { exact: true }).click()
    await anasPage.getByText('1 of 3 in the cart').waitFor()
    expect(await bensPage.getByText('Ana is shopping').count()).toBe(0)
    anas.network.setState('open')
    await bensPage.getByText('Ana is shopping').waitFor()
    await bensPage.getByText(/1 in the cart · 2 left to buy$/).waitFor()
  })
})
