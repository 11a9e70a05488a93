import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { screens, undoButton } from '#tests/journeys/support/browser.ts'
import { type Phone, usePhoneApp } from '#tests/journeys/support/phones.ts'
import {
  addByHand,
  addRow,
  checkbox,
  eventually,
  listOf,
  openNewHousehold,
  type Shopper,
  shareHousehold,
  waitForSyncStatus,
} from '#tests/journeys/support/shoppers.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { replies, startInstacart } from '#tests/support/fakes/instacart.ts'

const platform = await startInstacart()
afterAll(() => platform.close())
afterEach(() => platform.behave(replies.page))
const shop = usePhoneApp({ INSTACART_API_KEY: platform.apiKey, INSTACART_BASE_URL: platform.url })

interface Lot {
  id: string
  quantity: number
  ingredient: { id: string; name: string }
  purchasePrice: number | null
}
const stock = (who: Shopper, name: string, quantity: number, more: { parLevel?: number; purchasePrice?: number; unit?: string }) => {
  const { parLevel = null, unit = 'each', ...rest } = more
  return who.request<Lot>('POST', '/api/inventory', { ingredient: { name, parLevel }, quantity, unit, ...rest })
}
/** Returns the figure above the list with this label. */
const figure = (page: Page, label: string) =>
  page.evaluate<string>(`(() => {
    const name = [...document.querySelectorAll('dt, main *')].find((one) => one.firstChild?.textContent?.trim() === ${JSON.stringify(label)})
    const card = name?.closest('div.rounded-card, dl > div')
    return card?.querySelector('dd, .text-3xl, .figures')?.textContent ?? ''
  })()`)

/** Counts the rows that are visible to their full height, between the bars. */
const countVisibleRows = (page: Page) =>
  page.evaluate<number>(`(() => {
    const bars = [...document.querySelectorAll('header, nav, form')].filter((one) => getComputedStyle(one).position === 'fixed' && one.offsetHeight > 0)
    const bottom = Math.min(innerHeight, ...bars.map((one) => one.getBoundingClientRect().top))
    const rows = [...document.querySelectorAll('main li, main tr')].filter((one) => one.querySelector('input[type=checkbox]'))
    return rows.filter((one) => one.getBoundingClientRect().bottom <= bottom).length
  })()`)

describe.each(screens)('the shopping list on a $name', (screen) => {
  const isPhone = screen.isMobile
  // One phone and person for all; every test has its own household.
  let ana: Shopper
  let phone: Phone
  beforeAll(async () => {
    ana = await shop().shopper('Ana')
    phone = await shop().phone(ana, screen, '/households')
    await phone.context.addInitScript(`window.wakeLocks = []
      Object.defineProperty(navigator, 'wakeLock', { value: { request: async (kind) => {
        const lock = { kind, released: false, release: async () => { lock.released = true } }
        window.wakeLocks.push(lock)
        return lock
      } } })`)
  })
  afterAll(() => phone?.close())
  const more = async (page: Page, what: string) => {
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  const addToInstacart = (page: Page) =>
    isPhone ? more(page, 'Add to Instacart') : page.getByRole('button', { name: 'Add to Instacart' }).click()
  const showStats = (page: Page) => page.locator('button[aria-expanded]', { hasText: /^\d+ items? ?/ }).click()

  it('shows its rows, not its tools', async () => {
    const page = await openNewHousehold(phone, [ana], [], '/shopping-list')
    const aisles = { Produce: ['Apples', 'Carrots', 'Leeks', 'Onions', 'Pears'], Dairy: ['Butter', 'Cream', 'Milk', 'Yogurt'] }
    const more = { Bakery: ['Bagels', 'Bread', 'Rolls', 'Wraps'], Pantry: ['Flour', 'Oats', 'Rice', 'Sugar'] }
    for (const [category, names] of Object.entries({ ...aisles, ...more }))
      for (const name of names) await addRow(ana, name, { category, priority: name === 'Milk' ? 'high' : 'medium' })
    await checkbox(page, 'Sugar').waitFor()
    await waitForSyncStatus(page, 'Up to date')
    expect(await countVisibleRows(page)).toBeGreaterThanOrEqual(isPhone ? 9 : 12)
    const targets = isPhone ? await page.locator('main button, main label:has(input), main a').all() : []
    for (const target of targets) {
      const box = await target.boundingBox()
      if (box) expect(Math.min(box.width, box.height), await target.textContent().then(String)).toBeGreaterThanOrEqual(44)
    }

    // The field stays in reach at the end of the list, and covers no row.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    expect(await page.getByLabel('Search or add an item').isVisible()).toBe(true)
    await checkbox(page, 'Sugar').click()
    await page.getByRole('button', { name: 'Clear Checked' }).waitFor()
    // Tall enough that no row is half behind a bar.
    await page.setViewportSize({ width: screen.width, height: 1600 })
    await expectAccessible(page)
    await page.setViewportSize({ width: screen.width, height: screen.height })
    expect(phone.complaints).toEqual([])
  })

  it('shows a typed and a generated row of one food as one, and checks off both in one tap', async () => {
    const page = await openNewHousehold(phone, [ana], [], '/shopping-list')
    await stock(ana, 'Milk', 1, { parLevel: 4, unit: 'l' })
    await addByHand(page, '2 l milk')
    await waitForSyncStatus(page, 'Up to date')
    await ana.request('POST', '/api/shopping-list/generate')
    await page
      .getByText(/^(3 l|3.17 qt)$/)
      .first()
      .waitFor()
    expect(await checkbox(page, 'Milk').count()).toBe(1)
    await page.getByText('Added by Ana · Low stock').waitFor()
    await page.getByRole('button', { name: /^Milk/, expanded: false }).click()
    expect(await checkbox(page, 'Milk').count()).toBe(3)
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Milk/, expanded: true }).click()
    await checkbox(page, 'Milk').click()
    const rows = await eventually(
      () => listOf(ana),
      (items) => items.every(({ isChecked }) => isChecked),
    )
    expect(rows.map(({ suggestedQuantity }) => suggestedQuantity).toSorted()).toEqual([1, 2])
    expect(phone.complaints).toEqual([])
  })

  it('is generated with reasons, extended, searched, filtered, priced and exported', async () => {
    const ben = await shop().shopper('Ben')
    const page = await openNewHousehold(phone, [ana, ben], [], '/shopping-list')
    await page.getByText('No shopping list items').waitFor()
    await expectAccessible(page)

    await stock(ana, 'Milk', 1, { parLevel: 4, unit: 'l', purchasePrice: 1.5 })
    await stock(ana, 'Flour', 0.5, { parLevel: 2, unit: 'kg' })
    await page.getByRole('button', { name: 'Generate List' }).click()
    await page.getByText('List updated: 2 added.').waitFor()
    await checkbox(page, 'Milk').waitFor()
    await showStats(page)
    expect(await figure(page, 'Total Items')).toBe('2')
    expect(await figure(page, 'Est. Total Cost')).toBe('$4.50')
    await page.getByText('1 without a price').first().waitFor()
    await page.getByText('Low stock').first().waitFor()
    if (isPhone) await more(page, 'Generate List')
    else await page.getByRole('button', { name: 'Generate List' }).click()
    await page.getByText('Your list is up to date').waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()

    // Added by hand: one item, and a pasted list.
    await addByHand(page, '6 eggs')
    await checkbox(page, 'Eggs').waitFor()
    await page.getByLabel('Add an item').focus()
    await page.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true,
      clipboardData: (() => { const data = new DataTransfer(); data.setData('text', '2 lemons\\n- 3 candles\\nSoap'); return data })() }))`)
    for (const name of ['Lemons', 'Candles', 'Soap']) await checkbox(page, name).waitFor()
    expect(await figure(page, 'Total Items')).toBe('6')
    await waitForSyncStatus(page, 'Up to date')
    await expectAccessible(page)

    // Another member's row appears without interaction.
    await addRow(ben, 'Tea', { priority: 'high' })
    await checkbox(page, 'Tea').waitFor()
    expect(await figure(page, 'High Priority')).toBe('1')

    // Plus, delete and undo.
    await page.getByRole('button', { name: 'Add one more Eggs' }).click()
    await page.getByRole('button', { name: 'Delete Candles' }).click()
    await checkbox(page, 'Candles').waitFor({ state: 'detached' })
    await undoButton(page, 'Removed Candles').click()
    await checkbox(page, 'Candles').waitFor()
    await eventually(
      () => listOf(ana),
      (rows) => rows.length === 7 && rows.some((row) => row.ingredientName === 'Eggs' && row.suggestedQuantity === 7),
    )

    // A row, its reason and its details.
    await page.getByRole('button', { name: /^Milk/ }).first().click()
    await page.getByRole('dialog').getByText('1 l left; minimum 4 l').waitFor()
    await expectAccessible(page)
    await page.getByRole('dialog').getByLabel('Priority').selectOption('low')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    // Searched and filtered; the URL has both.
    await page.getByLabel('Search or add an item').fill('sOAp')
    await page.waitForURL(/search=sOAp/)
    await checkbox(page, 'Eggs').waitFor({ state: 'detached' })
    expect(await checkbox(page, 'Soap').count()).toBe(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Clear search' }).click()
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByLabel('Priority', { exact: true }).selectOption('high')
    await page.waitForURL(/priority=high/)
    await checkbox(page, 'Soap').waitFor({ state: 'detached' })
    expect(await checkbox(page, 'Tea').count()).toBe(1)
    await page.getByLabel('Category', { exact: true }).selectOption({ index: 1 })
    await page.waitForURL(/category=/)
    await page.getByLabel('Category', { exact: true }).selectOption('')
    await page.getByLabel('Priority', { exact: true }).selectOption('')
    await checkbox(page, 'Soap').waitFor()

    // Files with the spec's names.
    for (const [button, name, begins] of [
      ['Export CSV', 'shopping-list.csv', 'Item,Quantity,Unit,Category,'],
      ['Export Text', 'shopping-list.text', 'Shopping list\n'],
    ] as const) {
      const [file] = await Promise.all([page.waitForEvent('download'), more(page, button)])
      expect(file.suggestedFilename()).toBe(name)
      const text = readFileSync((await file.path()) ?? '', 'utf8')
      expect(text.startsWith(begins)).toBe(true)
      expect(text).toContain('Candles')
    }
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.print-sheet').textContent()).toContain('Candles')
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate('navigator.share = async (data) => { window.shared = data }')
    await more(page, 'Share')
    await eventually(
      () => page.evaluate<string>('window.shared?.text ?? ""'),
      (text) => text.includes('[ ] Candles, 3'),
    )
    expect(phone.complaints).toEqual([])
  })

  it('sends checked rows to Instacart, and reports its errors in a sentence', async () => {
    const page = await openNewHousehold(phone, [ana], ['Milk', 'Bread'], '/shopping-list')
    await checkbox(page, 'Milk').waitFor()
    await phone.context.route('https://www.instacart.com/**', (route) => route.fulfill({ body: 'Instacart' }))
    const made = platform.requests()
    await more(page, 'Add to Instacart')
    await page.getByRole('alert').filter({ hasText: 'No checked items with Instacart products available' }).waitFor()
    expect(platform.requests()).toBe(made)

    await checkbox(page, 'Milk').click()
    const before = await eventually(
      () => listOf(ana),
      (rows) => rows.some(({ isChecked }) => isChecked),
    )
    for (const [behaviour, sentence] of [
      [replies.error(401), 'didn’t accept this server'],
      [replies.error(429), 'Too many Instacart requests right now'],
      [replies.error(503), 'Instacart isn’t responding properly'],
      [replies.raw(200, 'application/json', '{"page":"https://www.instacart.com/x"}'), 'Instacart sent an unexpected response'],
      [replies.link('https://evil.example/'), 'a link that doesn’t lead to Instacart'],
    ] as const) {
      platform.behave(behaviour)
      await addToInstacart(page)
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to create Instacart cart' }).filter({ hasText: sentence })
      await alert.waitFor()
      expect(await alert.textContent()).toContain('Your list hasn’t changed.')
    }
    await expectAccessible(page)
    expect(await listOf(ana)).toEqual(before)

    platform.behave(replies.page)
    const [popup] = await Promise.all([phone.context.waitForEvent('page'), addToInstacart(page)])
    await popup.waitForURL('https://www.instacart.com/**')
    await popup.close()
    expect(platform.pages.at(-1)?.line_items).toEqual([{ name: 'Milk', line_item_measurements: [{ quantity: 1, unit: 'each' }] }])
    const link = page.getByRole('link', { name: 'Open Instacart' })
    expect([await link.getAttribute('rel'), await link.getAttribute('target')]).toEqual(['noopener noreferrer', '_blank'])
    await expectAccessible(page)
    expect(phone.complaints).toEqual([])
  })

  it('goes shopping: large rows, the basket, the screen stays on; bought items are put away in one tap', async () => {
    const page = await openNewHousehold(phone, [ana], ['Milk', 'Soap'], '/shopping-list')
    await stock(ana, 'Butter', 1, { purchasePrice: 2 })
    await addRow(ana, 'Butter')
    await page.getByRole('link', { name: 'Start shopping' }).click()
    await page.waitForURL('**/shop')
    await page.getByText('0 of 3 in the cart').waitFor()
    await eventually(
      () => page.evaluate<string>('window.wakeLocks.map(({ kind }) => kind).join()'),
      (kinds) => kinds === 'screen',
    )
    await expectAccessible(page)
    const rows = page.locator('[data-shop-rows] li label')
    expect(await rows.count()).toBe(3)
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(56)
    // The whole row is the target, including its right edge.
    const butter = rows.filter({ hasText: 'Butter' })
    const { width = 0, height = 0 } = (await butter.boundingBox()) ?? {}
    await butter.click({ position: { x: width - 6, y: height - 6 } })
    await page.getByText('1 of 3 in the cart').waitFor()
    await checkbox(page, 'Milk').click()
    await page.getByText('2 of 3 in the cart').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 of 3 in the cart').waitFor()
    await checkbox(page, 'Milk').click()
    await addByHand(page, '2 batteries')
    await page.getByText('2 of 4 in the cart').waitFor()
    await page.getByRole('button', { name: /^In the cart/ }).click()
    await page.getByRole('region', { name: 'In the cart' }).getByText('Butter').waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Done shopping' }).click()
    const sheet = page.getByRole('dialog', { name: 'Put away?' })
    await sheet.getByRole('button', { name: 'Put away 2 items' }).waitFor()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Butter/ }).click()
    await sheet.getByLabel('Price').first().fill('2.40')
    await sheet.getByRole('button', { name: 'Put away 2 items' }).click()
    await page.waitForURL('**/shopping-list')
    await checkbox(page, 'Butter').waitFor({ state: 'detached' })
    expect(await page.evaluate('window.wakeLocks.every(({ released }) => released)')).toBe(true)
    const lots = await eventually(
      () => ana.request<Lot[]>('GET', '/api/inventory'),
      (all) => all.length === 3,
    )
    expect(lots.map(({ ingredient, purchasePrice }) => [ingredient.name, purchasePrice]).toSorted()).toEqual([
      ['Butter', 2],
      ['Butter', 2.4],
      ['Milk', null],
    ])
    // The price paid is the next estimate.
    await addRow(ana, 'Butter')
    await showStats(page)
    await eventually(
      () => figure(page, 'Est. Total Cost'),
      (cost) => cost === '$2.40',
    )

    // Clear Checked asks first, and can just clear.
    await checkbox(page, 'Soap').click()
    await page.getByRole('button', { name: 'Clear Checked' }).click()
    await page.getByRole('dialog', { name: 'Put away?' }).getByRole('button', { name: 'Just clear' }).click()
    await checkbox(page, 'Soap').waitFor({ state: 'detached' })
    await eventually(
      () => listOf(ana),
      (all) => all.length === 2,
    )
    expect((await ana.request<Lot[]>('GET', '/api/inventory')).length).toBe(3)

    await page.goto(`${phone.network.url}/`)
    await page.getByText('Shopping List Items').waitFor()
    await eventually(
      () => figure(page, 'Shopping List Items'),
      (count) => count === '2',
    )
    expect(phone.complaints).toEqual([])
  })

  it('sets a par level in the inventory, with a suggestion from past use', async () => {
    await shareHousehold(ana)
    const lot = await stock(ana, 'Coffee', 20, {})
    for (let day = 0; day < 4; day++) await ana.request('POST', `/api/inventory/${lot.id}/use`, { quantity: 2 })
    await phone.signIn(ana)
    const page = await phone.reopen(`/inventory?item=${lot.id}`)
    await page.getByText(/^Suggested: \d/).waitFor()
    await expectAccessible(page)
    const { suggestedPar } = await ana.request<{ suggestedPar: number }>('GET', `/api/ingredients/${lot.ingredient.id}/suggested-par`)
    const parLevel = async () => (await ana.request<{ parLevel: number | null }>('GET', `/api/ingredients/${lot.ingredient.id}`)).parLevel
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Use ${suggestedPar}` })
      .click()
    await eventually(parLevel, (par) => par === suggestedPar)
    await page.getByLabel(/^Minimum of Coffee/).fill('30')
    await page.keyboard.press('Enter')
    await eventually(parLevel, (par) => par === 30)
    await page.goto(`${phone.network.url}/ingredients`)
    await page
      .getByRole('button', { name: /Coffee/ })
      .first()
      .click()
    await page.getByText(/^Suggested: \d/).waitFor()
    await page.goto(`${phone.network.url}/shopping-list`)
    // The list is empty.
    await page.getByRole('button', { name: 'Generate List' }).first().click()
    await checkbox(page, 'Coffee').waitFor()
    expect(phone.complaints).toEqual([])
  })
})
