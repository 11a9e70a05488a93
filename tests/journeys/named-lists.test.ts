import { describe, expect, it } from 'vitest'
import { addShoppingItem, getShoppingList, listNamedLists } from '#domains/shopping/contract/index.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })

describe.each(screens)('several lists on a $name', (screen) => {
  it('are created and switched, and a row moves between them with one tap', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await person.must(addShoppingItem, { body: { ingredientName: 'Crisps' } })
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, person, '/shopping-list')
    const switcher = page.getByRole('main').getByLabel('List', { exact: true })
    await page.getByText('Crisps').first().waitFor()
    expect(await switcher.count()).toBe(0)
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Lists' })
    await dialog.getByLabel('New list').fill('Party')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Add what you need here.').waitFor()
    await switcher.selectOption('Shopping List')
    await page.getByText('Crisps').first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Party' }).click()
    await page.getByText('Moved Crisps to Party').waitFor()
    await switcher.selectOption('Party')
    await page.getByText('Crisps').first().waitFor()
    await expectAccessible(page)
    const [party] = await person.must(listNamedLists)
    const list = party?.id ?? ''
    await expect.poll(async () => (await person.must(getShoppingList, { query: { list } })).items.length).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await person.must(getShoppingList)).items.length).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })
})
