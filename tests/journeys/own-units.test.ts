import { describe, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { addRecipe, cookRecipe } from '#domains/recipes/contract/index.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

describe.each(screens)('on a $name', (screen) => {
  it('says once what a can is, types two, cooks 240 g, uses one, and puts three on the list', async () => {
    const ana = await signUp(walk().server.url)
    await shareHousehold(ana)
    await ana.must(addIngredient, { body: { name: 'Tomatoes', defaultUnit: 'g', category: 'Canned Goods' } })
    const soup = await ana.must(addRecipe, { body: { name: 'Soup', ingredients: ['240 g tomatoes'], instructions: ['Cook.'] } })
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'light' : 'dark')

    await openSignedIn(page, ana, '/ingredients')
    await page
      .getByRole('button', { name: /^Tomatoes/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Tomatoes' })
    await sheet.getByRole('button', { name: 'Add a unit' }).click()
    await sheet.getByLabel('Unit name').fill('Cans')
    await sheet
      .getByRole('group', { name: /Own units/ })
      .getByLabel('Amount')
      .fill('400')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await sheet.waitFor({ state: 'hidden' })

    await openSignedIn(page, ana, '/inventory')
    const search = page.getByRole('searchbox').first()
    await search.fill('2 cans tomatoes')
    await search.press('Enter')
    const drafts = page.getByRole('dialog', { name: 'Add these items?' })
    await drafts.getByText('2 cans').waitFor()
    await expectAccessible(page)
    await drafts.getByRole('button', { name: 'Add 1 item' }).click()
    const list = page.getByLabel('Inventory', { exact: true })
    await list.getByText('cans', { exact: true }).waitFor()

    // Another member cooks.
    await ana.must(cookRecipe, { params: { id: soup.id }, body: {} })
    await list.getByText('can + 5.64 oz').waitFor()
    await search.fill('')
    await list.getByText('Tomatoes').first().click()
    const item = page.getByRole('dialog', { name: 'Tomatoes' })
    await item.getByRole('button', { name: 'Use', exact: true }).click()
    await page.getByRole('button', { name: '1 can', exact: true }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use 1 can', exact: true }).click()
    await page.getByText('Used 1 can Tomatoes').waitFor()
    await list.getByText('5.64', { exact: true }).waitFor()

    await openSignedIn(page, ana, '/shopping-list')
    const entry = page.getByLabel(/[Aa]dd an item/).first()
    await entry.fill('3 cans tomatoes')
    await entry.press('Enter')
    await page
      .getByText(/^(3 )?cans$/)
      .first()
      .waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
