import { expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household } from '#tests/journeys/support/shoppers.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens
interface Item {
  id: string
  quantity: number
}

it(
  'weighs an open jar without a network, remembers its container, and takes it back',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    const honey = await ana.request<{ id: string }>('POST', '/api/ingredients', { name: 'Honey', defaultUnit: 'g' })
    const jar = await ana.request<Item>('POST', '/api/inventory', { ingredientId: honey.id, quantity: 500, unit: 'g', isOpened: true })
    const { page, network, complaints } = await app().phone(ana, phoneScreen, `/inventory?item=${jar.id}`)
    const dialog = page.getByRole('dialog')
    const stored = () => ben.request<Item>('GET', `/api/inventory/${jar.id}`)
    await waitForReplica(page, ana)

    network.setState('dead')
    await dialog.getByRole('button', { name: 'Weigh', exact: true }).click()
    await dialog.getByLabel('The scale shows').fill('530')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter what it weighs empty.').waitFor()
    await dialog.getByLabel('Name').fill('Glass jar')
    await dialog.getByLabel('Empty weight (g)').fill('220')
    await dialog.getByText('Left: 310 g').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Corrected Honey. Will sync when you’re online.').waitFor()
    const row = page.getByRole('list', { name: 'Inventory' }).getByRole('listitem').filter({ hasText: 'Honey' })
    await row.getByText('10.9 oz').first().waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row.getByText('1.1 lb').first().waitFor()

    await row.getByRole('button').first().click()
    await dialog.getByRole('button', { name: 'Weigh', exact: true }).click()
    await dialog.getByLabel('The scale shows').fill('150')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('That’s 70 g less than “Glass jar” weighs empty.').waitFor()
    await dialog.getByRole('button', { name: 'Yes, it’s empty' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByLabel('The scale shows').fill('420')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.getByText('7.05 oz').first().waitFor()

    network.setState('open')
    await dispatchOnline(page)
    expect((await eventually(stored, ({ quantity }) => quantity === 200)).quantity).toBe(200)
    const { containers } = await ben.request<{ containers: unknown[] }>('GET', `/api/ingredients/${honey.id}`)
    expect(containers).toEqual([{ name: 'Glass jar', quantity: 220, unit: 'g' }])
    expect(complaints).toEqual([])
  },
  300_000 * timeoutFactor,
)
