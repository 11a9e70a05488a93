import { expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household } from '#tests/journeys/support/shoppers.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens

it(
  'makes a place, renames it and moves everything without a network, and opened milk goes to the fridge, as another member sees',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    await ana.request('PATCH', `/api/households/${ana.household}`, { locations: ['Cupboard', 'Balcony'] })
    const milk = await ana.request<{ id: string }>('POST', '/api/ingredients', {
      name: 'Milk',
      defaultUnit: 'l',
      defaultStorage: 'PANTRY',
      openedStorage: 'FRIDGE',
    })
    const put = (ingredient: object, location: string) =>
      ana.request<{ id: string }>('POST', '/api/inventory', { ...ingredient, quantity: 2, unit: 'l', storage: 'PANTRY', location })
    const carton = await put({ ingredientId: milk.id }, 'Cupboard')
    for (const name of ['Oil', 'Vinegar']) await put({ ingredient: { name } }, 'Cupboard')
    const [phone, other] = [await app().phone(ana, phoneScreen, '/places'), await app().phone(ben, phoneScreen, '/inventory')]
    const row = (name: string) => phone.page.getByRole('list', { name: 'Places' }).getByRole('listitem').filter({ hasText: name })
    const dialog = () => phone.page.getByRole('dialog')
    await row('Cupboard').getByText('3 items').waitFor()
    await waitForReplica(phone.page, ana)
    expect(await violationsOf(phone.page)).toEqual([])

    phone.network.setState('dead')
    await phone.page.getByRole('button', { name: 'Add a place' }).click()
    await dialog().getByLabel('Name').fill('Cellar')
    await dialog().getByRole('button', { name: 'Add', exact: true }).click()
    await row('Cellar').getByText('Empty').waitFor()
    await phone.page.getByRole('button', { name: 'More for Cupboard' }).click()
    await phone.page.getByRole('menuitem', { name: 'Edit place' }).click()
    await dialog().getByLabel('Name').fill('Larder shelf')
    expect(await violationsOf(phone.page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save' }).click()
    await phone.page.getByText('Renamed to Larder shelf. Will sync when you’re online.').waitFor()
    await row('Larder shelf').getByText('3 items').waitFor()
    expect(await row('Cupboard').count()).toBe(0)

    await phone.reopen('/places')
    await phone.page.getByRole('button', { name: 'More for Larder shelf' }).click()
    await phone.page.getByRole('menuitem', { name: 'Move everything' }).click()
    await dialog().getByLabel('From Larder shelf to').selectOption('Cellar')
    await dialog().getByRole('button', { name: 'Move', exact: true }).click()
    await row('Cellar').getByText('3 items').waitFor()
    expect(await row('Cupboard').count()).toBe(0)
    await phone.page.getByRole('button', { name: 'Arrange' }).click()
    await phone.page.getByRole('button', { name: 'Move Cellar down' }).press('Enter')
    await expect.poll(() => phone.page.getByRole('list', { name: 'Places' }).getByRole('listitem').allInnerTexts()).toHaveLength(3)

    await phone.reopen(`/inventory?item=${carton.id}`)
    await dialog().getByRole('button', { name: 'Open', exact: true }).click()
    await phone.page.getByText('Opened Milk. Moved to Fridge. Will sync when you’re online.').waitFor()

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    const lots = await eventually(
      () => ben.request<{ location: string; storage: string }[]>('GET', '/api/inventory?sort=name'),
      (all) => all.some(({ storage }) => storage === 'FRIDGE'),
    )
    expect(lots.map(({ location, storage }) => `${location} ${storage}`)).toEqual(['Fridge FRIDGE', 'Cellar PANTRY', 'Cellar PANTRY'])
    const places = await ben.request<{ name: string }[]>('GET', '/api/places')
    expect(places.map(({ name }) => name)).toEqual(['Larder shelf', 'Cellar', 'Balcony'])
    const seen = other.page.getByRole('list', { name: 'Inventory' })
    await expect.poll(() => seen.getByText('Cellar').count()).toBe(2)
    await seen.getByText('Fridge').first().waitFor()
    await other.reopen('/places')
    const others = other.page.getByRole('list', { name: 'Places' }).getByRole('listitem')
    await expect
      .poll(async () => (await others.allInnerTexts()).map((text) => text.split('\n')[0]))
      .toEqual(['Larder shelf', 'Cellar', 'Balcony', 'Fridge'])
    expect([...phone.complaints, ...other.complaints]).toEqual([])
  },
  300_000 * timeoutFactor,
)
