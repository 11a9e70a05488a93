import { expect, it } from 'vitest'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household } from '#tests/journeys/support/shoppers.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

it(
  'opens every screen from a cold start without a network, after a look at the dashboard alone',
  async () => {
    const [ana] = await household(app(), 'Ana')
    const milk = { ingredient: { name: 'Oat milk', parLevel: 3 }, quantity: 2, unit: 'l', expirationDate: day(1) }
    const { id } = await ana.request<{ id: string }>('POST', '/api/inventory', milk)
    await ana.request('POST', '/api/inventory', { ingredient: { name: 'Flour' }, quantity: 500, unit: 'g' })
    const soup = await ana.request<{ id: string }>('POST', '/api/recipes', {
      name: 'Milk soup',
      ingredients: ['1 l oat milk', '50 g flour'],
    })
    await ana.request('PUT', '/api/meal-plan', { entries: [{ date: day(1), recipeId: soup.id }] })
    await eventually(
      () => ana.request<unknown[]>('GET', '/api/alerts?resolved=false'),
      (alerts) => alerts.length > 1,
    )
    const phone = await app().phone(ana, phoneScreen, '/')
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await waitForReplica(phone.page, ana)

    phone.network.setState('dead')
    await phone.reopen('/inventory')
    const list = phone.page.getByRole('list', { name: 'Inventory' })
    await list.getByText('Oat milk').waitFor()
    await list.getByText('Flour').waitFor()
    await phone.reopen(`/inventory?item=${id}`)
    await phone.page.getByRole('dialog').getByText('Oat milk').first().waitFor()
    await phone.reopen('/')
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await phone.page.getByText('Oat milk').first().waitFor()
    await phone.reopen('/ingredients')
    await phone.page.getByText('Flour').first().waitFor()
    await phone.reopen('/notifications')
    await phone.page.getByText('Oat milk expires tomorrow').first().waitFor()
    await phone.reopen('/recipes?search=soup')
    await phone.page.getByText('Milk soup').first().waitFor()
    await phone.reopen(`/recipes?recipe=${soup.id}`)
    await phone.page.getByRole('dialog').getByText('50 g flour').first().waitFor()
    await phone.reopen('/plan')
    await phone.page.getByText('Milk soup').first().waitFor()
    await phone.reopen('/households')
    await phone.page.getByText('Elm Street 5').first().waitFor()
    expect(phone.complaints).toEqual([])
  },
  300_000 * timeoutFactor,
)

it(
  'keeps what is used and discarded without a network over a restart, and shows it once to another member',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    const add = (name: string, quantity: number) =>
      ana.request<{ id: string }>('POST', '/api/inventory', { ingredient: { name }, quantity, unit: 'each' })
    const [eggs, bread, peas] = [await add('Eggs', 6), await add('Bread', 1), await add('Peas', 3)]
    const [phone, other] = [await app().phone(ana, phoneScreen, '/'), await app().phone(ben, phoneScreen, '/inventory')]
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await waitForReplica(phone.page, ana)

    phone.network.setState('dead')
    await phone.reopen(`/inventory?item=${eggs.id}&act=use`)
    await phone.page.getByRole('dialog').getByLabel('How much').fill('2')
    await phone.page.keyboard.press('Enter')
    await phone.page.getByText(/Will sync when you’re online/).waitFor()
    await phone.reopen(`/inventory?item=${bread.id}&act=discard`)
    const discard = phone.page.getByRole('dialog')
    await discard.getByRole('radio', { name: 'Spoiled' }).check()
    await discard.getByRole('button', { name: 'Discard', exact: true }).click()
    await phone.page.getByText(/Will sync when you’re online/).waitFor()

    await phone.reopen(`/inventory?item=${peas.id}&act=move`)
    const move = phone.page.getByRole('dialog')
    await move.getByRole('radio', { name: 'Freezer' }).check()
    await move.getByRole('button', { name: 'Move', exact: true }).click()
    await phone.page.getByText(/Will sync when you’re online/).waitFor()

    await phone.reopen('/inventory?storage=FREEZER')
    await phone.page.getByRole('list', { name: 'Inventory' }).getByText('Peas').waitFor()
    await phone.reopen('/inventory')
    const list = phone.page.getByRole('list', { name: 'Inventory' })
    await list.getByRole('button', { name: /Eggs.*4/ }).waitFor()
    expect(await list.getByText('Bread').count()).toBe(0)

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    const stock = await eventually(
      () => ben.request<{ id: string; quantity: number; storage: string }[]>('GET', '/api/inventory?sort=name'),
      (lots) => lots.length === 2 && lots.some(({ storage }) => storage === 'FREEZER'),
    )
    expect(stock).toMatchObject([
      { id: eggs.id, quantity: 4 },
      { id: peas.id, storage: 'FREEZER' },
    ])
    const seen = other.page.getByRole('list', { name: 'Inventory' })
    await seen.getByText('Bread').waitFor({ state: 'detached' })
    await seen.getByRole('button', { name: /Eggs.*4/ }).waitFor()
    await list.getByRole('button', { name: /Eggs.*4/ }).waitFor()
    expect([...phone.complaints, ...other.complaints]).toEqual([])
  },
  300_000 * timeoutFactor,
)
