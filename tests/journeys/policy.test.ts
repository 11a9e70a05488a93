import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Household } from '#domains/households/contract/index.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { fillWithHostile, findInjectedContent, hostile, hostileText, type Send } from '#tests/support/data/hostile-texts.ts'

const walk = useJourneyApp({ worker: true })

/** Two households of the signed-in person; the first has more food than fits on a screen, and all its texts are hostile. */
async function stockUp(page: Page): Promise<void> {
  const { url } = walk().server
  const token = await page.evaluate<string>(`localStorage.getItem('larder.token') ?? sessionStorage.getItem('larder.token')`)
  const send: Send = async (method, path, body, household) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      ...(household === undefined ? {} : { 'x-household-id': household }),
    }
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${answer.status} from ${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const home = Household.parse(await send('POST', '/api/households', { name: `Elm Street 5 ${hostile.image}`, timeZone: 'UTC' }))
  await send('POST', '/api/households', { name: `Cabin ${hostile.drawing}`, timeZone: 'UTC' })
  const lots: string[] = []
  for (let n = 0; n < 60; n += 1) {
    const ingredient = { name: n === 0 ? 'Food 0' : `Food ${n} ${hostileText(n)}`, category: hostile.marquee }
    const id = randomUUID()
    // Some are expired, so that alerts and notifications name them.
    const expirationDate = n % 10 === 1 ? '2026-01-02' : null
    const food = { id, ingredient, quantity: 3, unit: 'each', location: `Shelf ${hostile.image}`, expirationDate }
    await send('POST', '/api/inventory', food, home.id)
    lots.push(id)
  }
  await fillWithHostile(send, home.id, lots.slice(-2))
  await page.evaluate(`localStorage.setItem('activeHouseholdId', '${home.id}')`)
}

// One size is enough: every journey, on phones too, fails on policy violations.
it('I-01…I-04: no page, dialog, menu, toast or list violates the content security policy or treats a hostile text as markup', async () => {
  const visit = await walk().visit('/login', screens[1])
  const { page } = visit
  const harm: string[] = []
  page.on('dialog', (shown) => {
    harm.push(`a dialog at ${page.url()}: ${shown.message()}`)
    void shown.dismiss()
  })
  const look = async () => void harm.push(...(await findInjectedContent(page)))
  const go = async (path: string, heading?: string) => {
    await look()
    await page.goto(`${walk().server.url}${path}`)
    if (heading) await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()
  }
  const dialog = page.getByRole('dialog')
  const close = async () => {
    await look()
    await page.keyboard.press('Escape')
    await dialog.or(page.getByRole('menu')).first().waitFor({ state: 'hidden' })
  }

  for (const path of ['/login', '/reset-password', '/email-confirmation', '/signup']) await go(path)
  await page.getByLabel('First name').fill(hostile.image)
  await page.getByLabel('Last name').fill(hostile.quote)
  await page.getByLabel('Email').fill(`ana-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('purple kettle 42')
  await page.getByLabel('Confirm password').fill('purple kettle 42')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/households')
  await stockUp(page)

  await go('/households', 'Households')
  await page.getByText('Cabin').first().waitFor()
  await go('/')
  await page.getByText('Food 59').first().waitFor()
  // What a page shows exactly.
  const pages = { '/shopping-list': `Row 0 ${hostile.image}`, '/recipes': `Stew ${hostile.image}`, '/circles': `Ring ${hostile.image}` }
  for (const [path, text] of Object.entries(pages)) {
    await go(path)
    await page.getByText(text).first().waitFor()
  }
  await go('/recipes')
  await page.getByText(pages['/recipes']).first().click()
  await page.getByText(hostile.link).filter({ visible: true }).first().waitFor()
  for (const path of ['/plan', '/waste-report', '/notifications', '/nowhere']) {
    await go(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }

  await go('/inventory?sort=name&order=asc', 'Inventory')
  const shelf = page.getByLabel('Inventory', { exact: true })
  await shelf.getByText('Food 0', { exact: true }).first().waitFor()
  const ingredient = shelf.getByText('Food 0', { exact: true }).first()
  for (const act of ['Use', 'Move', 'Split', 'Discard', 'Edit', 'Delete']) {
    await ingredient.click()
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await dialog.locator('input:not([type=hidden]), button').first().waitFor()
    while (await dialog.isVisible()) await close()
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('button', { name: 'Shelf check' }).click()
  await dialog.getByRole('button', { name: /^Shelf/ }).click()
  await dialog.getByText('0 of 60 checked').waitFor()
  await close()
  await ingredient.click()
  await dialog.getByRole('button', { name: 'Use', exact: true }).click()
  await dialog.getByLabel('How much').fill('1')
  await dialog.getByRole('button', { name: /^Use/ }).last().click()
  await page.getByRole('button', { name: 'Undo' }).first().hover()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('Undone').waitFor()
  // The toast's styles come from the file: otherwise it would be at the end of the page.
  expect(await page.evaluate(`getComputedStyle(document.querySelector('[data-sonner-toaster]')).position`)).toBe('fixed')

  await page.getByLabel('Search ingredients...').fill('2 l cream, 6 lemons')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.waitFor()
  await close()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Elm Street/ })
    .click()
  await page.getByRole('menu').waitFor()
  await close()
  await page.getByRole('button', { name: 'Shortcuts' }).click()
  await dialog.waitFor()
  await close()
  await page.keyboard.press('Control+k')
  await dialog.waitFor()
  await close()

  for (let turn = 0; turn < 5; turn += 1) await page.evaluate('scrollBy(0, 700)')

  await go('/inventory/add', 'Add Item')
  await page.getByLabel('Ingredient name').fill('mil')
  await page.getByRole('option').first().waitFor()
  await go('/scan', 'Scan Item')
  await page.getByRole('button', { name: 'Upload Barcode Image' }).click()
  await go('/ingredients', 'Ingredients')
  await page.getByText('Food 0', { exact: true }).first().click()
  await dialog.waitFor()
  await close()
  await go('/settings', 'Settings')
  for (const tab of await page.getByRole('tab').all()) await tab.click()
  await go('/households', 'Households')
  await page.getByRole('button', { name: 'More for Elm Street 5' }).click()
  await page.getByRole('menuitem', { name: 'Household details' }).click()
  await dialog.waitFor()
  await close()
  await go('/history', 'History')
  await page.getByRole('button', { name: /^Undo/ }).first().hover()

  await look()
  expect([...new Set(harm)]).toEqual([])
  expect([...new Set(visit.complaints)]).toEqual([])
  await visit.close()
}, 600_000)

it('detects both when a text is set as markup (twin)', async () => {
  const visit = await walk().visit('/login', screens[1])
  const { page } = visit
  for (const text of [hostile.image, `<a href="${hostile.address}">soup</a>`]) {
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(text)})`)
    expect(await findInjectedContent(page)).toHaveLength(text === hostile.image ? 1 : 2)
  }
  await expect.poll(() => visit.complaints.join()).toContain('script-src')
  await visit.close()
})

it('the API pages don’t violate it either', async () => {
  const visit = await walk().visit('/api/docs/', screens[1])
  const { page } = visit
  await page.getByText('Larder').first().waitFor()
  await page.locator('.opblock-summary').first().click()
  await page.locator('.opblock-body').first().waitFor()
  expect([...new Set(visit.complaints)]).toEqual([])
  await visit.close()
})
