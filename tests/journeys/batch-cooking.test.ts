import { describe, expect, it } from 'vitest'
import { addLot, type Lot, listLots } from '#domains/inventory/contract.ts'
import { addRecipe, getMealPlan } from '#domains/recipes/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
/** A Thursday of the coming week. */
const thursday = [1, 2, 3, 4, 5, 6, 7].map(day).find((date) => new Date(`${date}T12:00:00Z`).getUTCDay() === 4) ?? day(1)

describe.each(screens)('batch cooking on a $name', (screen) => {
  it('keeps portions in fridge and freezer, plans two of them for Thursday, and eats them with an undo', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await person.must(addLot, { body: { ingredient: { name: 'Leek' }, quantity: 6, unit: 'each' } })
    const { id: recipe } = await person.must(addRecipe, { body: { name: 'Leek tart', servings: 6, ingredients: ['6 leeks'] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    const stock = async () => {
      const lots = (await person.must(listLots)) as Lot[]
      return lots.map(({ ingredient, storage, quantity, reserved }) => `${ingredient.name} ${storage} ${quantity}, ${reserved}`).toSorted()
    }
    await openSignedIn(page, person, `/recipes?recipe=${recipe}&sheet=cook`)
    const cook = page.getByRole('dialog', { name: 'Cooked Leek tart' })
    await cook.getByLabel('Save leftovers').check()
    await cook.getByLabel('Into the freezer').fill('2')
    await cook.getByLabel('Portions eaten now').fill('3')
    expect(await cook.getByLabel('Into the fridge').inputValue()).toBe('1')
    await expectAccessible(page)
    await cook.getByRole('button', { name: 'Update inventory' }).click()
    await expect.poll(stock).toEqual(['Leftover Leek tart FREEZER 2, 0', 'Leftover Leek tart FRIDGE 1, 0'])

    await openSignedIn(page, person, `/plan?from=${day(1)}`)
    await page
      .getByRole('button', { name: /^Add a meal on/ })
      .first()
      .click()
    const picker = page.getByRole('dialog', { name: 'Add a meal' })
    await picker.getByLabel('Day').selectOption(thursday)
    const frozen = picker.getByRole('region', { name: 'Leftovers in stock' }).getByRole('listitem').filter({ hasText: 'in the freezer' })
    await frozen.getByText('2 portions in the freezer').waitFor()
    await frozen.getByRole('button', { name: 'More portions' }).click()
    await expectAccessible(page)
    await frozen.getByRole('button', { name: 'Plan Leek tart' }).click()
    await picker.waitFor({ state: 'hidden' })
    const meal = page.getByRole('list', { name: 'Meal plan' }).getByRole('listitem').filter({ hasText: 'Leek tart' }).last()
    await meal.getByText('Dinner · 2 portions in the freezer').waitFor()
    await meal.getByText('Everything in stock').waitFor()
    await meal.getByRole('link', { name: 'Leek tart' }).waitFor()
    await expect.poll(stock).toEqual(['Leftover Leek tart FREEZER 2, 2', 'Leftover Leek tart FRIDGE 1, 0'])
    expect(await person.must(getMealPlan, { query: { from: thursday, to: thursday } })).toMatchObject([{ quantity: 2, unit: 'each' }])
    await expectAccessible(page)

    const eat = async () => {
      await meal.getByRole('button', { name: 'More for Leek tart' }).press('Enter')
      await page.getByRole('menuitem', { name: 'Eaten' }).press('Enter')
    }
    await eat()
    await meal.getByText('Eaten').waitFor()
    await expect.poll(stock).toEqual(['Leftover Leek tart FRIDGE 1, 0'])
    const notice = page.getByRole('listitem').filter({ hasText: 'Ate Leek tart' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(stock).toEqual(['Leftover Leek tart FREEZER 2, 2', 'Leftover Leek tart FRIDGE 1, 0'])
    await meal.getByText('Everything in stock').waitFor()
    await eat()
    await expect.poll(stock).toEqual(['Leftover Leek tart FRIDGE 1, 0'])
    expect(complaints).toEqual([])
    await close()
  })
})
