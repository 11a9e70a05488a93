import { expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { addRecipe } from '#domains/recipes/contract/index.ts'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { household } from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'

const app = usePhoneApp()
const [phoneScreen] = screens

it('says on a phone that brie is a kind of cheese, and cooks with it without a network where a recipe says cheese', async () => {
  const [ana, ben] = await household(app(), 'Ana', 'Ben')
  await ana.request('POST', addIngredient.path, { name: 'Cheese', defaultUnit: 'g' })
  const brie = await ana.request<{ id: string }>('POST', addIngredient.path, { name: 'Brie', defaultUnit: 'g' })
  await ana.request('POST', addLot.path, { ingredientId: brie.id, quantity: 300, unit: 'g' })
  const gratin = await ana.request<{ id: string }>('POST', addRecipe.path, { name: 'Gratin', servings: 2, ingredients: ['200 g cheese'] })
  const phone = await app().phone(ana, phoneScreen, '/ingredients')
  await phone.page.getByRole('button', { name: /^Brie/ }).click()
  const sheet = phone.page.getByRole('dialog', { name: 'Brie' })
  await sheet.getByLabel('Is a kind of').selectOption({ label: 'Cheese' })
  await expectAccessible(phone.page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await phone.page.getByText('kind of Cheese').waitFor()
  await waitForReplica(phone.page, ana)
  await phone.page.reload()
  await phone.page.getByText('kind of Cheese').waitFor()

  phone.network.setState('dead')
  await phone.reopen(`/recipes?recipe=${gratin.id}&sheet=cook`)
  await phone.page.getByRole('dialog').getByRole('button', { name: 'Update inventory' }).click()
  await phone.page.getByText('Cooked Gratin. Will sync when you’re online.').waitFor()
  await phone.reopen('/inventory')
  await phone.page
    .getByRole('list', { name: 'Inventory' })
    .getByRole('button', { name: /Brie.*(100 g|3.53 oz)/ })
    .waitFor()
  phone.network.setState('open')
  await dispatchOnline(phone.page)
  await expect
    .poll(async () => (await ben.request<Lot[]>('GET', listLots.path)).map(({ quantity }) => quantity), { timeout: 60_000 })
    .toEqual([100])
  expect(phone.complaints).toEqual([])
}, 180_000)
