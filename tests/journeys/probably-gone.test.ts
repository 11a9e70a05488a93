import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household } from '#tests/journeys/support/shoppers.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens

/** Marks an item as the forecast's job does once there are months of records; the next change brings it to devices. */
function doubt(lotId: string): void {
  const database = new DatabaseSync(join(app().server.dataFolder, 'larder.db'), { timeout: 10_000 })
  database.prepare('update lots set gone_percent = 85, gone_version = version where id = ?').run(lotId)
  database.close()
}

it(
  'says that the milk of a recipe is probably gone, and counts it again after one tap without a network',
  async () => {
    const [ana] = await household(app(), 'Ana')
    const milk = await ana.request<{ id: string }>('POST', '/api/ingredients', { name: 'Milk', defaultUnit: 'l', parLevel: 1 })
    const carton = await ana.request<{ id: string }>('POST', '/api/inventory', { ingredientId: milk.id, quantity: 1, unit: 'l' })
    const recipe = await ana.request<{ id: string }>('POST', '/api/recipes', { name: 'Pancakes', ingredients: ['0.5 l milk'], servings: 2 })
    doubt(carton.id)
    await ana.request('POST', '/api/shopping-list/generate')
    const phone = await app().phone(ana, phoneScreen, '/shopping-list')
    const { page } = phone
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: /^Milk/ }).first().click()
    await dialog.getByText('Probably gone, check (1 l recorded); minimum 1 l').waitFor()
    await dialog.getByRole('button', { name: /^It’s gone: Milk/ }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await waitForReplica(page, ana)

    phone.network.setState('dead')
    await phone.reopen(`/recipes?recipe=${recipe.id}`)
    const sheet = phone.page.getByRole('dialog', { name: 'Pancakes' })
    await sheet.getByText('Probably gone, check').waitFor()
    expect(await violationsOf(phone.page)).toEqual([])
    await sheet.getByRole('button', { name: /^Still there: Milk/ }).click()
    await sheet.getByText(/^(?:In stock|expires in \d+ days)$/).waitFor()
    expect(await sheet.getByText(/robably gone/).count()).toBe(0)

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    const lines = await eventually(
      async () => (await ana.request<{ lines: { state: string }[] }>('GET', `/api/recipes/${recipe.id}/stock`)).lines,
      ([line]) => line?.state === 'have',
    )
    expect(lines).toMatchObject([{ state: 'have', isProbablyGone: false }])
    expect(await ana.request('GET', '/api/stock-doubts')).toEqual([])
    expect(phone.complaints).toEqual([])
  },
  180_000 * timeoutFactor,
)
