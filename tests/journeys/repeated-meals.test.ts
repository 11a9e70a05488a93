import { describe, expect, it } from 'vitest'
import { addRecipe, getMealPlan, putMealPlan } from '#domains/recipes/contract/index.ts'
import { blankPagePath, screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

describe.each(screens)('a repeated meal on a $name', (screen) => {
  it('is planned for the weeks ahead, stays away where it was removed, and ends with an undo', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const { id: recipeId } = await person.must(addRecipe, { body: { name: 'Leek tart', servings: 2, ingredients: ['3 leeks'] } })
    await person.must(putMealPlan, { body: { entries: [{ date: day(2), recipeId }] } })
    const { page, complaints, close } = await walk().visit(blankPagePath, screen, screen.isMobile ? 'dark' : 'light')
    const dates = async () => (await person.must(getMealPlan, { query: { from: day(0), to: day(30) } })).map(({ date }) => date)
    await openSignedIn(page, person, `/plan?from=${day(1)}`)
    const week = page.getByRole('list', { name: 'Meal plan' })
    const choose = async (item: string) => {
      await week.getByRole('button', { name: 'More for Leek tart' }).press('Enter')
      await page.getByRole('menuitem', { name: item }).press('Enter')
    }
    await choose('Repeat every week')
    await week.getByText('Every week').waitFor()
    await expectAccessible(page)
    await expect.poll(dates).toEqual([day(2), day(9), day(16), day(23), day(30)])

    await page.getByRole('button', { name: 'Next week' }).click()
    await week.getByText('Every week').waitFor()
    await choose('Remove from plan')
    await expect.poll(dates).toEqual([day(2), day(16), day(23), day(30)])

    await page.getByRole('button', { name: 'Next week' }).click()
    await week.getByText('Every week').waitFor()
    await choose('Stop repeating')
    await week.getByText('Every week').waitFor({ state: 'detached' })
    await expect.poll(dates).toEqual([day(2), day(16)])
    const notice = page.getByRole('listitem').filter({ hasText: 'Leek tart no longer repeats' })
    await notice.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(dates).toEqual([day(2), day(16), day(23), day(30)])
    await week.getByText('Every week').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
