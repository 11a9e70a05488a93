import { expect, it } from 'vitest'
import { addDays } from '#platform/shared/calendar.ts'
import { screens } from '#tests/journeys/support/browser.ts'
import { dispatchOnline, waitForReplica } from '#tests/journeys/support/on-device.ts'
import { usePhoneApp } from '#tests/journeys/support/phones.ts'
import { eventually, household } from '#tests/journeys/support/shoppers.ts'
import { violationsOf } from '#tests/support/browser/axe.ts'
import { timeoutFactor } from '#tests/support/runner/machine.ts'

const app = usePhoneApp()
const [phoneScreen] = screens

it(
  'warns of nuts only for the meal that a guest with a nut allergy eats, also without a network',
  async () => {
    const [ana, ben] = await household(app(), 'Ana', 'Ben')
    const today = new Date().toISOString().slice(0, 10)
    const [tomorrow, visit] = [addDays(today, 1), addDays(today, 2)]
    const cake = await ana.request<{ id: string }>('POST', '/api/recipes', {
      name: 'Nut cake',
      ingredients: ['200 g flour', '100 g hazelnuts', '1 tbsp curry paste'],
    })
    await ana.request('PUT', '/api/meal-plan', { entries: [tomorrow, visit].map((date) => ({ date, recipeId: cake.id })) })
    const [phone, other] = [await app().phone(ana, phoneScreen, '/people'), await app().phone(ben, phoneScreen, '/plan')]
    const dialog = () => phone.page.getByRole('dialog')
    await phone.page.getByText('Nothing entered').first().waitFor()
    await waitForReplica(phone.page, ana)
    expect(await violationsOf(phone.page)).toEqual([])

    phone.network.setState('dead')
    await phone.page.getByRole('button', { name: 'Add a guest' }).click()
    await dialog().getByLabel('Name').fill('Mia')
    await dialog().getByLabel('Nuts', { exact: true }).check()
    expect(await violationsOf(phone.page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save' }).click()
    await phone.page.getByText('Added Mia. Will sync when you’re online.').waitFor()

    await phone.reopen('/plan')
    const days = (on: typeof phone.page) => on.getByRole('list', { name: 'Meal plan' }).locator('> li')
    const cards = () => phone.page.getByRole('button', { name: 'More for Nut cake' })
    await cards().nth(1).waitFor()
    expect(await phone.page.getByText('Mia').count()).toBe(0)
    await cards().nth(1).click()
    await phone.page.getByRole('menuitem', { name: 'Who eats?' }).click()
    await dialog().getByLabel('Ben').uncheck()
    await dialog().getByLabel('Mia (guest)').check()
    await dialog().getByLabel('Plan 2 servings').waitFor()
    expect(await violationsOf(phone.page)).toEqual([])
    await dialog().getByRole('button', { name: 'Save' }).click()
    await days(phone.page).nth(2).getByText('Not for Mia: hazelnuts').waitFor()
    await days(phone.page).nth(2).getByText('Unknown for Mia: curry paste').waitFor()
    await days(phone.page).nth(2).getByText('Dinner for 2').waitFor()
    await days(phone.page).nth(2).getByText('For Ana, Mia').waitFor()
    expect(await days(phone.page).nth(1).getByText('Mia').count()).toBe(0)
    expect(await violationsOf(phone.page)).toEqual([])

    await phone.reopen('/plan')
    await cards().nth(1).click()
    await phone.page.getByRole('menuitem', { name: 'Repeat every week' }).click()
    await phone.page.getByRole('button', { name: 'Next week' }).click()
    await days(phone.page).nth(2).getByText('Not for Mia: hazelnuts').waitFor()
    await days(phone.page).nth(2).getByText('For Ana, Mia').waitFor()
    await phone.page.getByRole('button', { name: 'Previous week' }).click()
    await days(phone.page)
      .nth(2)
      .getByRole('button', { name: /^Add a meal on/ })
      .click()
    await dialog().getByLabel('Meal').selectOption('Snack')
    await dialog().getByPlaceholder('Search recipes...').fill('Peanuts')
    await dialog().getByRole('button', { name: '“Peanuts”' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await days(phone.page).nth(2).getByText('Snack').waitFor()

    phone.network.setState('open')
    await dispatchOnline(phone.page)
    await eventually(
      () => ben.request<{ eaterIds: string[] }[]>('GET', '/api/meal-eaters'),
      // The visit and the weeks that it is repeated ahead.
      (all) => all.length === 6,
    )
    await days(other.page).nth(2).getByText('Not for Mia: hazelnuts').waitFor()
    expect(await days(other.page).nth(1).getByText('Mia').count()).toBe(0)
  },
  120_000 * timeoutFactor,
)
