import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { screens, undoButton, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { barcodePicture } from '#tests/support/data/pictures.ts'

const walk = useJourneyApp({ worker: true })

/** Waits until the heading is shown and nothing is loading. */
async function arrive(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await expectAccessible(page)
}

async function signUp(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Cook')
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}-${Date.now()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('purple kettle 42')
  await page.getByLabel('Confirm password').fill('purple kettle 42')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Account created successfully! Redirecting to dashboard...').waitFor()
}

const stock = (page: Page, name: string) => page.getByLabel('Inventory', { exact: true }).getByText(name).first()

describe.each(screens)('a first day on a $name', (screen) => {
  it('goes from sign-up and a scanned code to two members with one inventory', async () => {
    // People type the bare address.
    const ana = await walk().visit('/', screen)
    // The first person of the server is greeted as its admin.
    const isFirst = screen === screens[0]
    await ana.page.waitForURL(isFirst ? '**/signup' : '**/login')
    if (isFirst) await arrive(ana.page, 'Welcome to Larder')
    await ana.page.getByRole('link', { name: 'Get Started' }).first().click()
    await signUp(ana.page, 'Ana')

    // Without a household the dashboard leads to the households.
    await ana.page.waitForURL('**/households')
    await arrive(ana.page, 'Welcome, Ana')
    await expectAccessible(ana.page)
    await ana.page.getByLabel('Name', { exact: true }).fill('Elm Street 5')
    await ana.page.getByRole('button', { name: 'Create', exact: true }).click()
    await ana.page.waitForURL('**/inventory')
    await ana.page.getByText('No inventory items').waitFor()
    await ana.page.getByRole('button', { name: 'Try a sample kitchen' }).waitFor()
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Try a sample kitchen' }).click()
    await stock(ana.page, 'Greek yogurt').waitFor()
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Clear it' }).click()
    await ana.page.getByText('No inventory items').waitFor()

    await ana.page.goto(`${walk().server.url}/scan`)
    await arrive(ana.page, 'Scan Item')
    await ana.page.getByRole('button', { name: 'Upload Barcode Image' }).click()
    const picture = await barcodePicture('4006381333931', { rotate: 4, blur: 0.6 })
    await ana.page.setInputFiles('input[type=file]', { name: 'oats.jpg', mimeType: 'image/jpeg', buffer: picture })
    await expectAccessible(ana.page)
    await ana.page.getByRole('button', { name: 'Process Image' }).click()
    await ana.page.getByText('4006381333931').first().waitFor()
    await ana.page
      .getByRole('button', { name: /name this product/i })
      .or(ana.page.getByRole('link', { name: /name this product/i }))
      .first()
      .click()

    await ana.page.waitForURL('**/inventory/add?**')
    await arrive(ana.page, 'Add Item')
    await ana.page.getByLabel('Ingredient name').fill('Alpine oats')
    await ana.page.keyboard.press('Escape')
    await ana.page.getByLabel('Quantity', { exact: true }).fill('10')
    await ana.page.getByRole('button', { name: 'Add Item' }).click()
    await ana.page.waitForURL(/\/inventory(\?|$)/)
    await stock(ana.page, 'Alpine oats').waitFor()
    await expectAccessible(ana.page)

    // Now the code is known.
    await ana.page.goto(`${walk().server.url}/scan`)
    await ana.page.getByRole('button', { name: 'Upload Barcode Image' }).click()
    await ana.page.setInputFiles('input[type=file]', { name: 'oats.jpg', mimeType: 'image/jpeg', buffer: picture })
    await ana.page.getByRole('button', { name: 'Process Image' }).click()
    await ana.page.waitForURL('**/inventory/add?ingredient=**')

    await ana.page.goto(`${walk().server.url}/households`)
    const code = (await ana.page.locator('code').first().textContent()) ?? ''
    await ana.page.goto(`${walk().server.url}/inventory`)
    await stock(ana.page, 'Alpine oats').waitFor()

    const ben = await walk().visit('/signup', screen)
    await signUp(ben.page, 'Ben')
    await ben.page.waitForURL('**/households')
    await ben.page.getByLabel('Invite code').fill(code.toLowerCase())
    await ben.page.getByRole('button', { name: 'Join', exact: true }).click()
    await ben.page.waitForURL('**/inventory')
    await stock(ben.page, 'Alpine oats').waitFor()

    // Ben uses four of ten; Ana sees it without interaction.
    await use(ben.page, 'Alpine oats', '4')
    await stock(ana.page, '6').waitFor()
    await undoButton(ben.page, 'Alpine oats').click()
    await stock(ana.page, '10').waitFor()

    await ana.page.goto(`${walk().server.url}/history`)
    await ana.page.getByText(/Undid: Used 4/).waitFor()
    await expectAccessible(ana.page)

    expect([...ana.complaints, ...ben.complaints]).toEqual([])
    await Promise.all([ana.close(), ben.close()])
  })
})

async function use(page: Page, name: string, quantity: string): Promise<void> {
  await stock(page, name).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Use', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('How much').fill(quantity)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Use/ }).last().click()
}
