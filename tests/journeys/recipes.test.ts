import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { getShoppingList } from '#domains/shopping/contract/index.ts'
import { screens, undoButton, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })

/** Someone with a household and stock, signed in in a browser. */
async function someoneAt(path: string, screen: (typeof screens)[number], look: 'light' | 'dark') {
  const person = await signUp(walk().server.url)
  await shareHousehold(person)
  const visit = await walk().visit('/login', screen, look)
  await openSignedIn(visit.page, person, path)
  return { person, ...visit }
}

const stock = async (person: HttpPerson) =>
  ((await person.must(listLots)) as Lot[]).map(({ ingredient, quantity, unit }) => `${quantity} ${unit} ${ingredient.name}`).toSorted()

const pasted = `Leek and potato soup
Serves 4

Ingredients
500 g potatoes, diced
3 leeks, sliced
1 l vegetable stock

Method
1. Soften the leeks for 10 minutes.
2. Add the rest and simmer for 20 minutes.`

/**
 * Returns by how many pixels anything exceeds the screen's right edge. A phone zooms out, so the page's own width doesn't show it. What scrolls
 * sideways in a box counts as the box.
 */
const widthBeyond = (page: Page) =>
  page.evaluate<number>(`(() => {
    const width = ${page.viewportSize()?.width}
    const boxOf = (part) => {
      for (let outer = part.parentElement; outer && outer.tagName !== 'MAIN'; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowX === 'auto') return outer
      return part
    }
    const parts = [...document.querySelectorAll('main ul, main li, main select')]
    const rights = parts.map((part) => boxOf(part).getBoundingClientRect().right)
    return Math.max(0, document.documentElement.scrollWidth - width, ...rights.map((right) => right - width))
  })()`)

const dialog = (page: Page) => page.getByRole('dialog').last()

describe.each(screens)('recipes on a $name', (screen) => {
  it('pastes, scales, shops for, cooks and undoes a recipe', async () => {
    const look = screen.isMobile ? 'dark' : 'light'
    const { person, page, complaints, close } = await someoneAt('/recipes', screen, look)
    await person.must(addLot, { body: { ingredient: { name: 'Potatoes' }, quantity: 2, unit: 'kg' } })
    await person.must(addLot, { body: { ingredient: { name: 'Leek' }, quantity: 4, unit: 'each' } })
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Recipes' }).waitFor()
    await page.getByRole('list', { name: 'Recipes' }).waitFor()
    await expectAccessible(page)
    expect(await widthBeyond(page)).toBe(0)

    await page.getByRole('button', { name: 'Import' }).click()
    await dialog(page).getByRole('tab', { name: 'Paste' }).click()
    await dialog(page).getByLabel('Text or page source').fill(pasted)
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Import' }).click()
    await dialog(page).getByLabel('Name', { exact: true }).waitFor()
    expect(await dialog(page).getByLabel('Name', { exact: true }).inputValue()).toBe('Leek and potato soup')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Save Recipe' }).click()

    const sheet = page.getByRole('dialog', { name: 'Leek and potato soup' })
    await sheet.getByText('3 leeks, sliced').waitFor()
    await expectAccessible(page)
    for (let press = 0; press < 4; press++) await sheet.getByRole('button', { name: 'More servings' }).click()
    await sheet.getByText('6 leeks, sliced').waitFor()
    await sheet.getByText('2 short').waitFor()
    await sheet.getByRole('button', { name: 'Add to Shopping List' }).click()
    await page.getByRole('button', { name: 'Add 2 items' }).click()
    await page.getByText('Added 2 items to the shopping list').waitFor()
    const { items } = await person.must(getShoppingList)
    expect(items.map(({ ingredientName, suggestedQuantity, unit }) => `${suggestedQuantity} ${unit} ${ingredientName}`).toSorted()).toEqual(
      ['2 each Leek', '2 l vegetable stock'],
    )

    for (let press = 0; press < 4; press++) await sheet.getByRole('button', { name: 'Fewer servings' }).click()
    await sheet.getByText('3 leeks, sliced').waitFor()
    await sheet.getByRole('button', { name: 'I cooked this' }).click()
    const review = page.getByRole('dialog', { name: 'Cooked Leek and potato soup' })
    await review.getByText(/Not enough in stock: vegetable stock/).waitFor()
    await expectAccessible(page)
    await review.getByRole('button', { name: 'Update inventory' }).click()
    await page.getByText('Cooked Leek and potato soup').waitFor()
    await expect.poll(() => stock(person)).toEqual(['1 each Leek', '1.5 kg Potatoes'])
    await undoButton(page, 'Cooked Leek and potato soup').click()
    await expect.poll(() => stock(person)).toEqual(['2 kg Potatoes', '4 each Leek'])
    expect(complaints).toEqual([])
    await close()
  })

  it('cooks a recipe step by step, also offline', async () => {
    const { page, complaints, close } = await someoneAt('/recipes?search=Carbonara', screen, 'light')
    await page.getByRole('button', { name: /Spaghetti Carbonara/ }).click()
    await page.getByRole('link', { name: 'Cook mode' }).click()
    await page.getByText('Get everything ready').waitFor()
    // The service worker has cached its files.
    await page.evaluate('navigator.serviceWorker.ready')
    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('Get everything ready').waitFor()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Step 1 of 5').waitFor()
    await page.getByRole('list', { name: 'Ingredients' }).getByText('400 g spaghetti').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: /Start timer: 6 to 8 minutes/ }).click()
    await page.getByRole('button', { name: /Stop timer: [78]:/ }).waitFor()
    await expectAccessible(page)
    await page.context().setOffline(false)
    expect(complaints.filter((text) => !/API 0: no response|Failed to fetch|fetch failed|network/i.test(text))).toEqual([])
    await close()
  })
})
