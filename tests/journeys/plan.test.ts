import { describe, expect, it } from 'vitest'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { addRecipe, getMealPlan } from '#domains/recipes/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

describe.each(screens)('the meal plan on a $name', (screen) => {
  it('proposes, plans, changes by keyboard, drags and cooks a week', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const leek = await person.must(addLot, { body: { ingredient: { name: 'Leek' }, quantity: 3, unit: 'each', expirationDate: day(6) } })
    const { id: recipeId } = await person.must(addRecipe, { body: { name: 'Leek tart', servings: 2, ingredients: ['3 leeks'] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    const planned = async () => (await person.must(getMealPlan, { query: {} })).find((entry) => entry.recipeId === recipeId)
    const held = async () => ((await person.must(listLots)) as Lot[]).map(({ reserved }) => reserved)
    // As from a recommendation to use it first.
    await openSignedIn(page, person, `/plan?uses=${leek.ingredient.id}`)
    const picker = page.getByRole('dialog', { name: 'Add a meal' })
    await picker.getByRole('button', { name: /Leek tart/ }).waitFor()
    await expectAccessible(page)
    await picker.getByRole('button', { name: 'Close' }).click()
    await picker.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { level: 1, name: 'Meal Plan' }).waitFor()
    await page.getByRole('list', { name: 'Meal plan' }).waitFor()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Plan my week' }).click()
    const dialog = page.getByRole('dialog', { name: 'Plan my week' })
    for (const name of [/^Today/, /^Tomorrow/]) await dialog.getByRole('button', { name }).click()
    await dialog.getByLabel('Missing ingredients allowed').fill('20')
    await dialog.getByRole('button', { name: 'Suggest meals' }).click()
    const proposed = dialog.getByRole('list', { name: 'Suggested meals' })
    await proposed.getByText('Leek tart').waitFor()
    await proposed.getByText(/Uses up .*Leek/).waitFor()
    await expectAccessible(page)
    // One day gets another meal, what is kept stays when others are suggested.
    const names = () => proposed.locator('.display').allTextContents()
    const [first = '', ...others] = (await names()).filter((name) => name !== 'Leek tart')
    await dialog.getByRole('button', { name: `Replace ${first}` }).click()
    await expect.poll(names).not.toContain(first)
    expect(await names()).toEqual(expect.arrayContaining(['Leek tart', ...others]))
    await dialog.getByRole('button', { name: 'Keep Leek tart' }).click()
    await dialog.getByText('Time and budget').click()
    await dialog.getByLabel('Monday to Friday').selectOption('Up to 1 h')
    await dialog.getByLabel('Weekend').selectOption('Up to 1 h')
    await dialog.getByLabel('Most to spend on shopping').fill('500')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Suggest again' }).click()
    // Its own time isn't known, which says that it was kept.
    await expect.poll(async () => (await proposed.getByText(/ · (?:1 h|\d+ min)$/).count()) >= 4).toBe(true)
    expect(await names()).toContain('Leek tart')
    await dialog.getByRole('button', { name: 'Plan 5 meals' }).click()
    const week = page.getByRole('list', { name: 'Meal plan' })
    await week.getByRole('link', { name: 'Leek tart' }).waitFor()
    await expect.poll(held).toEqual([3])
    await expectAccessible(page)

    await week.getByRole('button', { name: 'More for Leek tart' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Change day or servings' }).press('Enter')
    const change = page.getByRole('dialog', { name: 'Leek tart' })
    await change.getByLabel('Day').fill(day(1))
    await change.getByLabel('Meal').selectOption('Lunch')
    await change.getByRole('button', { name: 'Fewer servings' }).press('Enter')
    await expectAccessible(page)
    await change.getByRole('button', { name: 'Save' }).press('Enter')
    await expect.poll(planned).toMatchObject({ date: day(1), meal: 'lunch', servings: 1 })
    await expect.poll(held).toEqual([1.5])
    const notice = page.getByRole('listitem').filter({ hasText: 'Leek tart is planned for' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(planned).toMatchObject({ meal: 'dinner', servings: 2 })
    const card = week.getByRole('listitem').filter({ hasText: 'Leek tart' }).last()
    await card.getByText('Dinner for 2').waitFor()

    if (!screen.isMobile) {
      const today = week.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Today/ }) })
      // Retries if the card moved and the press missed it.
      const drag = async () => {
        await week.getByText('Leek tart').hover()
        await page.mouse.down()
        await today.hover({ position: { x: 4, y: 8 } })
        // A day under a held card is highlighted.
        for (let x = 5; x < 25 && !(await today.getAttribute('class'))?.includes('bg-herb-soft'); x += 1)
          await today.hover({ position: { x, y: 8 } })
        const className = await today.getAttribute('class')
        await page.mouse.up()
        return className
      }
      await expect.poll(drag).toContain('bg-herb-soft')
      await expect.poll(planned).toMatchObject({ date: day(0) })
      await week.getByRole('listitem').filter({ hasText: 'Today' }).getByText('Leek tart').waitFor()
    }
    await week.getByRole('link', { name: 'Leek tart' }).click()
    await page.getByRole('dialog', { name: 'Leek tart' }).getByRole('button', { name: 'I cooked this' }).click()
    await page.getByRole('dialog', { name: 'Cooked Leek tart' }).getByRole('button', { name: 'Update inventory' }).click()
    await expect.poll(planned).toMatchObject({ state: 'cooked' })
    await expect.poll(held).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
