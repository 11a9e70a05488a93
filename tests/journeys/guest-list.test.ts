import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { listHistory } from '#domains/households/contract/index.ts'
import { addNamedList, addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })
const row = (page: Page, name: string) => page.getByRole('checkbox', { name })

/** Creates a link on the list's page and returns its path. */
async function shareWithGuest(page: Page, title = 'Guest link'): Promise<string> {
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Guest link' }).click()
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await dialog.getByText(/^Ends: /).waitFor()
  await expectAccessible(page)
  const address = new URL(await dialog.getByLabel('Link for your guest').inputValue())
  return `${address.pathname}${address.search}`
}

const summariesOf = async (person: HttpPerson) =>
  (await person.must(listHistory)).map(({ summary, isByGuest }) => `${summary}${isByGuest ? ' (guest)' : ''}`)

describe.each(screens)('a guest of the shopping list on a $name', (screen) => {
  it('sees, checks off and adds rows until a member ends the link', async () => {
    const look = screen.isMobile ? 'dark' : 'light'
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const note = 'The waxy ones'
    await person.must(addShoppingItem, { body: { ingredientName: 'Potatoes', suggestedQuantity: 2, unit: 'kg', note } })
    await person.must(addShoppingItem, { body: { ingredientName: 'Milk', suggestedQuantity: 1, unit: 'l' } })
    const home = await walk().visit('/login', screen, look)
    await openSignedIn(home.page, person, '/shopping-list')
    const path = await shareWithGuest(home.page)

    const { page, complaints, close } = await walk().visit(path, screen, look)
    await row(page, 'Potatoes').waitFor()
    await page.getByText(note).waitFor()
    await expectAccessible(page)
    await row(page, 'Milk').check()
    await page.getByRole('heading', { name: 'Checked off' }).waitFor()
    await page.getByLabel('Name').fill('Leeks')
    await page.getByLabel('Quantity').fill('1,5')
    await page.getByLabel('Unit').selectOption('kg')
    await page.getByRole('button', { name: 'Add' }).click()
    await row(page, 'Leeks').waitFor()
    await expectAccessible(page)
    const { items } = await person.must(getShoppingList)
    expect(items.map((item) => `${item.ingredientName} ${item.suggestedQuantity} ${item.unit} ${item.isChecked}`).toSorted()).toEqual([
      'Leeks 1.5 kg false',
      'Milk 1 l true',
      'Potatoes 2 kg false',
    ])
    expect(await summariesOf(person)).toContain('Added 1.5 kg Leeks to the shopping list (guest)')
    // What a member adds appears on the guest's page.
    await person.must(addShoppingItem, { body: { ingredientName: 'Bread' } })
    await row(page, 'Bread').waitFor()

    await home.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
    await page.getByText('This link no longer works.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await expectAccessible(page)
    expect(home.complaints).toEqual([])
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    await close()
    await home.close()
  })

  it('sees another list only, until a member archives it', async () => {
    const look = screen.isMobile ? 'dark' : 'light'
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const { id: listId } = await person.must(addNamedList, { body: { name: 'Party' } })
    await person.must(addShoppingItem, { body: { ingredientName: 'Crisps', listId } })
    await person.must(addShoppingItem, { body: { ingredientName: 'Milk' } })
    const home = await walk().visit('/login', screen, look)
    await openSignedIn(home.page, person, '/shopping-list')
    await home.page.getByRole('main').getByLabel('List', { exact: true }).selectOption('Party')
    await home.page.getByText('Crisps').first().waitFor()
    const path = await shareWithGuest(home.page, 'Guest link to Party')

    const { page, complaints, close } = await walk().visit(path, screen, look)
    await page.getByRole('heading', { level: 1, name: 'Party' }).waitFor()
    await row(page, 'Crisps').check()
    await page.getByRole('heading', { name: 'Checked off' }).waitFor()
    await page.getByLabel('Name').fill('Cake')
    await page.getByRole('button', { name: 'Add' }).click()
    await row(page, 'Cake').waitFor()
    expect(await row(page, 'Milk').count()).toBe(0)
    await expectAccessible(page)
    const namesOf = async (list?: string) =>
      (await person.must(getShoppingList, list === undefined ? {} : { query: { list } })).items
        .map(({ ingredientName, isChecked }) => `${ingredientName} ${isChecked}`)
        .toSorted()
    expect(await namesOf(listId)).toEqual(['Cake false', 'Crisps true'])
    expect(await namesOf()).toEqual(['Milk false'])
    expect(await summariesOf(person)).toContain('Created a guest link to the list Party')

    await home.page.keyboard.press('Escape')
    await home.page.getByRole('main').getByLabel('List', { exact: true }).selectOption('Edit lists…')
    await home.page.getByRole('button', { name: 'Archive Party' }).click()
    await page.getByText('This link no longer works.').waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    expect(await page.getByText('Party').count()).toBe(0)
    expect(home.complaints).toEqual([])
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
    await close()
    await home.close()
  })
})
