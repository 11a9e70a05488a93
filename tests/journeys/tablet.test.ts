import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addLot, listLots } from '#domains/inventory/contract.ts'
import { addRecipe } from '#domains/recipes/contract/index.ts'
import { putMealPlan } from '#domains/recipes/contract/plan.ts'
import { addShoppingItem, getShoppingList } from '#domains/shopping/contract/index.ts'
import { type JourneyApp, screens, useJourneyApp, type Visit } from '#tests/journeys/support/browser.ts'
import { openSignedIn, readAllStorage } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { type HttpPerson, shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()
const [phoneScreen, tabletScreen] = screens
const today = () => new Date().toISOString().slice(0, 10)

/** A kitchen with food to use today, a list and a planned meal. */
async function kitchen(): Promise<HttpPerson> {
  const ana = await signUp(walk().server.url, 'Ana')
  await shareHousehold(ana)
  await ana.must(addLot, { body: { ingredient: { name: 'Cream' }, quantity: 400, unit: 'ml', expirationDate: today() } })
  await ana.must(addLot, { body: { ingredient: { name: 'Flour' }, quantity: 1, unit: 'kg' } })
  await ana.must(addShoppingItem, { body: { ingredientName: 'Bread' } })
  const { id: recipeId } = await ana.must(addRecipe, { body: { name: 'Pea soup', ingredients: ['500 g peas'] } })
  await ana.must(putMealPlan, { body: { entries: [{ date: today(), recipeId }] } })
  return ana
}

/** Opens a tablet and the settings on a phone, and pairs them. */
async function pair(app: JourneyApp, ana: HttpPerson): Promise<{ tablet: Visit; phone: Visit }> {
  const tablet = await app.visit('/login', tabletScreen)
  await tablet.page.clock.install()
  await tablet.page.goto(`${app.server.url}/tablet`)
  await tablet.page.getByRole('heading', { name: 'Pair this tablet' }).waitFor()
  const code = await tablet.page.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()
  await expectAccessible(tablet.page)
  const phone = await app.visit('/login', phoneScreen, 'dark')
  await openSignedIn(phone.page, ana, `/settings?tab=data#tablet=${code}`)
  await phone.page.getByText('Go on only if a tablet in front of you shows this code').waitFor()
  expect(await phone.page.getByLabel('Code on the tablet').inputValue()).toBe(code)
  await expectAccessible(phone.page)
  await phone.page.getByLabel('Name of the tablet').fill('Fridge door')
  await phone.page.getByRole('button', { name: /^Pair with/ }).click()
  await phone.page.getByText('Never used').waitFor()
  await tablet.page.getByRole('heading', { name: 'Use first' }).waitFor()
  return { tablet, phone }
}

/** The height of the smallest button and field. */
const smallestControl = (page: Page): Promise<number> =>
  page.evaluate(
    `Math.min(...[...document.querySelectorAll('main button, main input[type=text], main label')].map((one) => one.getBoundingClientRect().height))`,
  )

it('is paired with a phone, uses food, fills the list, sleeps, and ends at once', async () => {
  const ana = await kitchen()
  const { tablet, phone } = await pair(walk(), ana)
  const { page } = tablet
  await page.getByText('Pea soup').waitFor()
  await page.getByRole('button', { name: /Cream/ }).click()
  await expectAccessible(page)
  expect(await smallestControl(page)).toBeGreaterThanOrEqual(64)

  // What is used shows on the phone, with the name of the tablet.
  await page.getByRole('button', { name: 'Use ½ · 200 ml' }).click()
  await page.getByText('Used 200 ml Cream').waitFor()
  const used = (await ana.must(listLots)) as { ingredient: { name: string }; quantity: number }[]
  expect(used.find(({ ingredient }) => ingredient.name === 'Cream')?.quantity).toBe(200)
  await phone.page.goto(`${walk().server.url}/history`)
  await phone.page.getByText('On Fridge door').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  await page.getByText('400 ml').first().waitFor()

  await page.getByLabel('Add to the list').fill('2 kg potatoes')
  await page.keyboard.press('Enter')
  await page.getByRole('checkbox', { name: /potatoes/ }).waitFor()
  await page.getByRole('checkbox', { name: /Bread/ }).check()
  await page.getByText('Checked off Bread').waitFor()
  const { items } = await ana.must(getShoppingList)
  expect(items.map(({ ingredientName, isChecked }) => [ingredientName.toLowerCase(), isChecked]).toSorted()).toEqual([
    ['bread', true],
    ['potatoes', false],
  ])
  await page.getByLabel('Food or barcode number').fill('3 lemons')
  await page.getByRole('button', { name: /^Add 3/ }).click()
  await page.getByText(/^Added 3/).waitFor()
  await page.getByLabel('Food or barcode number').fill('lemon')
  await page
    .getByRole('button', { name: /Lemons.*3/i })
    .first()
    .waitFor()

  // It dims, and the touch that wakes it does nothing else.
  await page.clock.fastForward(61_000)
  const sleeping = page.getByRole('button', { name: /Wake the screen/ })
  await sleeping.getByText('1 item to use today').waitFor()
  await expectAccessible(page)
  const box = await page.getByRole('checkbox', { name: /potatoes/, includeHidden: true }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await sleeping.waitFor({ state: 'detached' })
  expect(await page.getByRole('checkbox', { name: /potatoes/ }).isChecked()).toBe(false)
  await page.clock.fastForward(61_000)
  await page.keyboard.press('Space')
  await sleeping.waitFor({ state: 'detached' })

  // Without a connection it shows what it knew, and changes nothing.
  await page.context().setOffline(true)
  await page.clock.fastForward(61_000)
  await page.getByRole('button', { name: /Wake the screen/ }).click()
  await page.getByText('No connection. This is what the kitchen looked like before').waitFor()
  expect(await page.getByRole('checkbox', { name: /potatoes/ }).isDisabled()).toBe(true)
  await page.context().setOffline(false)
  await page.getByText('No connection. This is what the kitchen looked like before').waitFor({ state: 'detached' })

  // A reload needs no sign-in, and the browser keeps nothing of the kitchen.
  await page.reload()
  await page.getByText('Pea soup').waitFor()
  expect(await readAllStorage(page)).not.toMatch(/Cream|Bread|Pea soup|Ana/)

  await phone.page.goto(`${walk().server.url}/settings?tab=data`)
  await phone.page.getByRole('button', { name: 'End Fridge door' }).click()
  await phone.page.getByRole('dialog').getByRole('button', { name: 'End tablet' }).click()
  const at = Date.now()
  await page.getByRole('heading', { name: 'Pair this tablet' }).waitFor()
  expect(Date.now() - at).toBeLessThan(5_000)
  expect(await page.content()).not.toMatch(/Cream|Bread|Pea soup/)
  expect(await readAllStorage(page)).not.toMatch(/Cream|Bread|Pea soup|Ana/)
  for (const visit of [tablet, phone]) {
    if (visit.complaints.length > 0) throw new Error(visit.complaints.join('\n'))
    await visit.close()
  }
})

it('keeps a person who is signed in to the same browser apart', async () => {
  const [ana, bo] = [await kitchen(), await signUp(walk().server.url, 'Bo')]
  await shareHousehold(bo)
  await bo.must(addLot, { body: { ingredient: { name: 'Tofu' }, quantity: 1, unit: 'each', expirationDate: today() } })
  const { tablet, phone } = await pair(walk(), ana)
  const { page } = tablet
  await openSignedIn(page, bo, '/inventory')
  await page.getByText('Tofu').first().waitFor()
  expect(await page.getByText('Cream').count()).toBe(0)
  await page.goto(`${walk().server.url}/tablet`)
  await page.getByRole('button', { name: /Cream/ }).waitFor()
  expect(await page.getByText('Tofu').count()).toBe(0)
  await tablet.close()
  await phone.close()
})
