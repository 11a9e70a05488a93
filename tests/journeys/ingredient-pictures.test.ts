import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { screens, undoButton } from '#tests/journeys/support/browser.ts'
import { waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { addRow, shareHousehold } from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const shop = usePhoneApp()
const [phoneScreen] = screens

/** Pictures that were loaded, in the rows of a list. */
const pictures = (page: Page) => page.locator('li img')

it('shows a picture taken on one phone on the other ones, in the store, also without a connection', async () => {
  const [ana, ben] = await Promise.all([shop().shopper('Ana'), shop().shopper('Ben')])
  await shareHousehold(ana, ben)
  await ana.request('POST', '/api/ingredients', { name: 'Milk' })
  for (const name of ['Milk', 'Soap']) await addRow(ana, name)
  const anas = await shop().phone(ana, phoneScreen, '/shopping-list')
  const bens = await shop().phone(ben, phoneScreen, '/shop', { look: 'dark' })
  await waitForReplica(anas.page, ana)
  await waitForReplica(bens.page, ben)

  await anas.page.getByRole('button', { name: /^Milk/ }).click()
  const photo = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#3a7' } }).jpeg()
  await anas.page.getByLabel('Add a picture').setInputFiles({ name: 'milk.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() })
  const preview = anas.page.getByRole('button', { name: 'Picture of Milk' })
  await preview.click()
  await expectAccessible(anas.page)
  await anas.page.keyboard.press('Escape')
  await pictures(anas.page).waitFor()

  await pictures(bens.page).waitFor()
  await expectAccessible(bens.page)
  bens.network.setState('dead')
  await bens.reopen('/shop')
  await pictures(bens.page).waitFor()
  expect(await pictures(bens.page).count()).toBe(1)

  await anas.page.getByRole('button', { name: /^Milk/ }).click()
  await anas.page.getByRole('button', { name: 'Remove picture' }).click()
  await pictures(anas.page).waitFor({ state: 'detached' })
  // The message of the first change may still be there.
  await undoButton(anas.page, 'Removed the picture').click()
  await pictures(anas.page).waitFor({ state: 'attached' })

  await anas.page.keyboard.press('Escape')
  await anas.page.getByRole('button', { name: /^Soap/ }).click()
  await anas.page.getByLabel('Add a picture').setInputFiles({ name: 'soap.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() })
  await anas.page.getByRole('button', { name: 'Picture of Soap' }).waitFor()
  await anas.page.keyboard.press('Escape')
  await pictures(anas.page).nth(1).waitFor()
  expect([...anas.complaints, ...bens.complaints]).toEqual([])
})
