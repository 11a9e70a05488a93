import { describe, expect, it } from 'vitest'
import { addRecipe, listCookbooks } from '#domains/recipes/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

describe.each(screens)('cookbooks on a $name', (screen) => {
  it('collects recipes, filters by a cookbook, and shows it to a stranger until its link ends', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    for (const name of ['Leek tart', 'Plum cake']) await person.must(addRecipe, { body: { name, servings: 4, ingredients: ['6 leeks'] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    const kept = async () => (await person.must(listCookbooks)).map(({ name, recipeIds }) => `${name}: ${recipeIds.length}`)
    const openMenu = async (item: string) => {
      await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await openSignedIn(page, person, '/recipes?search=le')
    await page.getByRole('button', { name: /Leek tart/ }).waitFor()

    await openMenu('Select recipes')
    await page.getByRole('checkbox', { name: 'Leek tart' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Put in a cookbook' }).click()
    const choice = page.getByRole('dialog', { name: 'Put in a cookbook' })
    await choice.getByLabel('New cookbook').fill('Weeknights')
    await choice.getByRole('button', { name: 'Add' }).click()
    await choice.getByRole('checkbox', { name: 'Weeknights' }).waitFor()
    await expectAccessible(page)
    await choice.getByRole('button', { name: 'Done' }).click()
    await expect.poll(kept).toEqual(['Weeknights: 1'])

    await openSignedIn(page, person, '/recipes')
    await page
      .getByRole('button', { name: /Plum cake/ })
      .first()
      .click()
    const sheet = page.getByRole('dialog', { name: 'Plum cake' })
    await sheet.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cookbooks' }).click()
    await page.getByRole('checkbox', { name: 'Weeknights' }).click()
    await expect.poll(kept).toEqual(['Weeknights: 2'])
    const notice = page.getByRole('listitem').filter({ hasText: 'Put 1 recipe in Weeknights' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(kept).toEqual(['Weeknights: 1'])

    await openSignedIn(page, person, '/recipes')
    await page.getByLabel('Cookbook').selectOption('Weeknights')
    await page.getByRole('button', { name: /Leek tart/ }).waitFor()
    await expect.poll(() => page.getByRole('list', { name: 'Recipes' }).getByRole('listitem').count()).toBe(1)
    await expectAccessible(page)

    await openMenu('Cookbooks')
    const books = page.getByRole('dialog', { name: 'Cookbooks' })
    await expectAccessible(page)
    await books.getByRole('button', { name: 'More for Weeknights' }).click()
    await page.getByRole('menuitem', { name: 'Share a link' }).click()
    const share = page.getByRole('dialog', { name: 'Share Weeknights' })
    await share.getByRole('button', { name: 'Create link' }).click()
    const address = await share.getByLabel('Link to this cookbook').inputValue()
    await expectAccessible(page)

    const stranger = await walk().visit(blankPagePath, screen)
    await stranger.page.goto(address)
    await stranger.page.getByRole('heading', { name: 'Weeknights' }).waitFor()
    await expectAccessible(stranger.page)
    await stranger.page.getByRole('link', { name: 'Leek tart' }).click()
    await stranger.page.getByText('6 leeks').waitFor()
    expect(await stranger.page.getByText('Plum cake').count()).toBe(0)
    await share.getByRole('button', { name: 'End link' }).click()
    await share.getByRole('button', { name: 'Create link' }).waitFor()
    await stranger.page.goto(address)
    await stranger.page.getByText('This link no longer works.').waitFor()
    await stranger.close()
    expect(complaints).toEqual([])
    await close()
  })
})
