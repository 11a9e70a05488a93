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
    await phone.reopen('/notifications?tab=mine')
    await phone.page.getByText('Oat milk expires tomorrow').first().waitFor()
    await phone.reopen('/recipes?search=soup')
    await phone.page.getByText('Milk soup').first().waitFor()
    await phone.reopen(`/recipes?recipe=${soup.id}`)
    await phone.page.getByRole('dialog').getByText('50 g flour').first().waitFor()
    await phone.reopen('/plan')
    await phone.page.getByText('Milk soup').first().waitFor()
    await phone.reopen('/households')
    await phone.page.getByText('Elm Street 5').first().waitFor()
    for (const [path, title] of Object.entries({ '/shopping-list': 'Shopping List', '/settings': 'Settings', '/scan': 'Scan Item' })) {
      await phone.reopen(path)
      await phone.page.getByRole('heading', { level: 1, name: title }).waitFor()
    }
    await phone.page.getByText('Photos can be read once you’re online.').waitFor()
    expect(await phone.page.getByRole('button', { name: 'Upload Receipt' }).isDisabled()).toBe(true)
    for (const path of ['/reports', '/history', '/circles', '/waste-report']) {
      await phone.reopen(path)
      await phone.page.getByText('You’re offline').first().waitFor()
    }
    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.getByText('You’re offline').waitFor({ state: 'detached' })
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

it(
  'changes items, a recipe and the plan without a network, over a restart, and shows it once to another member',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    const add = (name: string, quantity: number) =>
      ana.request<{ id: string }>('POST', '/api/inventory', { ingredient: { name }, quantity, unit: 'each' })
    const [eggs, bread, peas] = [await add('Eggs', 6), await add('Bread', 1), await add('Peas', 4)]
    const recipe = { name: 'Pea soup', servings: 2, ingredients: ['2 peas'] }
    const soup = await ana.request<{ id: string }>('POST', '/api/recipes', recipe)
    await ana.request('POST', '/api/shopping-list', { ingredientName: 'Salt' })
    const [phone, other] = [await app().phone(ana, phoneScreen, '/'), await app().phone(ben, phoneScreen, '/inventory')]
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await waitForReplica(phone.page, ana)
    const queued = () =>
      phone.page
        .getByText(/Will sync when you’re online/)
        .first()
        .waitFor()
    // Reopening replaces the page.
    const dialog = () => phone.page.getByRole('dialog')

    phone.network.setState('dead')
    await phone.reopen('/inventory/add')
    await phone.page.getByLabel('Ingredient name').fill('Mango')
    await phone.page.getByLabel('Quantity').fill('5')
    await phone.page.getByRole('button', { name: 'Add Item', exact: true }).click()
    await queued()
    const list = () => phone.page.getByRole('list', { name: 'Inventory' })
    await list()
      .getByRole('button', { name: /Mango(?=.*Waiting to sync).*5/ })
      .waitFor()
    await list().getByRole('button', { name: 'Use Mango' }).click()
    await list()
      .getByRole('button', { name: /Mango.*4/ })
      .waitFor()

    await phone.reopen(`/inventory?item=${bread.id}&act=edit`)
    await dialog().getByRole('combobox', { name: 'Location' }).fill('Bread bin')
    await dialog().getByRole('button', { name: 'Save', exact: true }).click()
    await queued()
    await phone.reopen(`/inventory?item=${eggs.id}&act=correct`)
    await dialog().getByLabel('Quantity').fill('3')
    await dialog().getByRole('button', { name: 'Correct', exact: true }).click()
    await queued()
    await phone.reopen(`/inventory?item=${peas.id}&act=split`)
    await dialog().getByLabel('Amount to split off').fill('1')
    await dialog().getByRole('button', { name: 'Split off', exact: true }).click()
    await queued()
    await phone.reopen(`/recipes?recipe=${soup.id}&sheet=edit`)
    await dialog().getByLabel('Name', { exact: true }).fill('Green soup')
    await dialog().getByRole('button', { name: 'Save Recipe' }).click()
    await queued()
    await phone.reopen('/plan')
    await phone.page
      .getByRole('button', { name: /^Add a meal on/ })
      .first()
      .click()
    await dialog()
      .getByRole('button', { name: /Green soup/ })
      .click()
    await queued()
    await phone.reopen('/shopping-list')
    await phone.page.getByRole('checkbox', { name: 'Salt' }).check()
    await phone.page
      .getByText(/waiting to sync/)
      .first()
      .waitFor()
    // Another member uses an egg meanwhile, so the count no longer holds.
    await ben.request('POST', `/api/inventory/${eggs.id}/use`, { quantity: 1 })

    await phone.reopen('/inventory')
    await list()
      .getByRole('button', { name: /Mango.*4/ })
      .waitFor()
    await list()
      .getByRole('button', { name: /Eggs.*3/ })
      .waitFor()
    await list().getByText('Bread bin').waitFor()
    await list()
      .getByRole('button', { name: /Peas.*2 items/ })
      .waitFor()
    await phone.reopen('/')
    await phone.page.getByText('Mango').first().waitFor()
    await phone.reopen('/plan')
    await phone.page.getByRole('list', { name: 'Meal plan' }).getByRole('link', { name: 'Green soup' }).waitFor()

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await phone.page.getByText(/Correct Eggs: Someone else changed this/).waitFor()
    // The check was made last, so it arrives last.
    const { items } = await eventually(
      () => ben.request<{ items: { isChecked: boolean }[] }>('GET', '/api/shopping-list'),
      (list) => list.items.some(({ isChecked }) => isChecked),
    )
    expect(items).toMatchObject([{ ingredientName: 'Salt', isChecked: true }])
    const stock = await ben.request<{ ingredient: { name: string } }[]>('GET', '/api/inventory?sort=name')
    expect(stock.map(({ ingredient: { name }, ...lot }) => ({ name, ...lot }))).toMatchObject([
      { name: 'Bread', location: 'Bread bin' },
      { name: 'Eggs', quantity: 5 },
      { name: 'Mango', quantity: 4 },
      { name: 'Peas', quantity: expect.toBeOneOf([1, 3]) },
      { name: 'Peas', quantity: expect.toBeOneOf([1, 3]) },
    ])
    const seen = other.page.getByRole('list', { name: 'Inventory' })
    await seen.getByRole('button', { name: /Mango.*4/ }).waitFor()
    expect(await seen.getByText('Mango').count()).toBe(1)
    expect(await ben.request('GET', '/api/meal-plan')).toMatchObject([{ recipeId: soup.id, recipeName: 'Green soup', servings: 2 }])
    expect([...phone.complaints, ...other.complaints]).toEqual([])
  },
  300_000 * timeoutFactor,
)

it(
  'cooks a planned meal and lists what is missing without a network, and shows it once to another member',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    const add = (name: string, quantity: number) =>
      ana.request('POST', '/api/inventory', { ingredient: { name }, quantity, unit: 'each', expirationDate: day(3) })
    await add('Peas', 50)
    await add('Cream', 2)
    const recipe = { name: 'Pea soup', servings: 2, ingredients: ['20 peas', '2 cream', '1 bunch mint, optional'] }
    const soup = await ana.request<{ id: string }>('POST', '/api/recipes', recipe)
    const [meal] = await ana.request<{ id: string }[]>('PUT', '/api/meal-plan', { entries: [{ date: day(0), recipeId: soup.id }] })
    const [phone, other] = [await app().phone(ana, phoneScreen, '/'), await app().phone(ben, phoneScreen, '/inventory')]
    await phone.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await waitForReplica(phone.page, ana)

    phone.network.setState('dead')
    await phone.reopen(`/recipes?recipe=${soup.id}&entry=${meal?.id}&sheet=cook`)
    const review = phone.page.getByRole('dialog')
    await review.getByLabel('Save leftovers').check()
    await review.getByRole('button', { name: 'Update inventory' }).click()
    await phone.page.getByText('Cooked Pea soup. Will sync when you’re online.').waitFor()

    await phone.reopen('/inventory')
    const list = phone.page.getByRole('list', { name: 'Inventory' })
    await list.getByRole('button', { name: /Peas(?=.*Waiting to sync).*30/ }).waitFor()
    await list.getByRole('button', { name: /Leftover Pea soup.*Waiting to sync/ }).waitFor()
    expect(await list.getByText('Cream').count()).toBe(0)
    await phone.reopen('/plan')
    await phone.page.getByRole('list', { name: 'Meal plan' }).getByText('Cooked').waitFor()
    await phone.reopen(`/recipes?recipe=${soup.id}`)
    await phone.page.getByRole('dialog').getByText('Optional, not in stock').waitFor()
    await phone.page.getByRole('dialog').getByRole('button', { name: 'Add to Shopping List' }).click()
    expect(await phone.page.getByRole('checkbox', { name: 'mint' }).isChecked()).toBe(false)
    await phone.page.getByRole('button', { name: 'Add 1 item' }).click()
    await phone.page.getByText('Added 1 item to the shopping list. Will sync when you’re online.').waitFor()
    await phone.reopen('/shopping-list')
    await phone.page.getByRole('checkbox', { name: 'Cream' }).waitFor()

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    const seen = other.page.getByRole('list', { name: 'Inventory' })
    await seen.getByRole('button', { name: /Peas.*30/ }).waitFor()
    expect(await seen.getByText('Leftover Pea soup').count()).toBe(1)
    const stock = await ben.request<{ ingredient: { name: string } }[]>('GET', '/api/inventory?sort=name')
    expect(stock.map(({ ingredient: { name }, ...lot }) => ({ name, ...lot }))).toMatchObject([
      { name: 'Leftover Pea soup', quantity: 1 },
      { name: 'Peas', quantity: 30 },
    ])
    expect(await ben.request('GET', '/api/meal-plan')).toMatchObject([{ recipeId: soup.id, state: 'cooked' }])
    const { items } = await eventually(
      () => ben.request<{ items: unknown[] }>('GET', '/api/shopping-list'),
      (shown) => shown.items.length > 0,
    )
    expect(items).toMatchObject([{ ingredientName: 'Cream', suggestedQuantity: 2, why: expect.stringContaining('Pea soup') }])
    expect([...phone.complaints, ...other.complaints]).toEqual([])
  },
  300_000 * timeoutFactor,
)
