import { describe, expect, it } from 'vitest'
import { addShoppingItem, getShoppingList, listRecurringItems } from '#domains/shopping/contract/index.ts'
import { screens, undoButton, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })

describe.each(screens)('what repeats on a $name', (screen) => {
  it('is set in a row, seen and changed in one place, and ended, each with Undo', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await person.must(addShoppingItem, { body: { ingredientName: 'Washing powder', suggestedQuantity: 1, unit: 'kg' } })
    const every = async () => (await person.must(listRecurringItems)).map((item) => `${item.every.count} ${item.every.unit}`)
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, person, '/shopping-list')
    await page.getByText('Washing powder').first().click()
    const row = page.getByRole('dialog', { name: 'Washing powder' })
    await row.getByLabel('Repeat').selectOption('Every 2 weeks')
    await page.getByText('Washing powder: Every 2 weeks').waitFor()
    await expect.poll(every).toEqual(['2 week'])
    await expectAccessible(page)
    await row.getByLabel('Quantity').fill('3')
    await row.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => (await person.must(listRecurringItems))[0]?.suggestedQuantity).toBe(3)

    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Repeating items' }).click()
    const sheet = page.getByRole('dialog', { name: 'Repeating items' })
    await sheet.getByText('On the list now').waitFor()
    await sheet.getByLabel('How often Washing powder repeats').selectOption('Every month')
    await expect.poll(every).toEqual(['1 month'])
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Stop repeating Washing powder' }).click()
    await sheet.getByText('Nothing repeats yet').waitFor()
    await expect.poll(every).toEqual([])
    await undoButton(page, 'no longer repeats').click()
    await sheet.getByText('Washing powder', { exact: true }).waitFor()
    expect((await person.must(getShoppingList)).items).toMatchObject([{ ingredientName: 'Washing powder', suggestedQuantity: 3 }])
    expect(complaints).toEqual([])
    await close()
  })

  it('is set without a network and sent later', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await person.must(addShoppingItem, { body: { ingredientName: 'Soap' } })
    const { page, close } = await walk().visit('/login', screen, 'light')
    await openSignedIn(page, person, '/shopping-list')
    await page.getByText('Soap').first().waitFor()
    // The service worker has cached its files.
    await page.evaluate('navigator.serviceWorker.ready')
    await page.context().setOffline(true)
    await page.getByText('Soap').first().click()
    await page.getByRole('dialog', { name: 'Soap' }).getByLabel('Repeat').selectOption('Every month')
    await page.getByText('Will sync when you’re online').waitFor()
    expect(await page.getByRole('dialog', { name: 'Soap' }).getByLabel('Repeat').inputValue()).toBe('1 month')
    await page.context().setOffline(false)
    await expect.poll(async () => (await person.must(listRecurringItems)).length, { timeout: 30_000 }).toBe(1)
    await close()
  })
})
