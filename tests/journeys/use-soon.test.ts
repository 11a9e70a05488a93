import { expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { addRecipe, getMealPlan } from '#domains/recipes/contract/index.ts'
import { addDays, dateInTimeZone } from '#platform/shared/calendar.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp({ worker: true })
const today = dateInTimeZone('UTC', new Date())

it('a phone shows what to use soon with a recipe, puts it on today’s plan, and shows it offline', async () => {
  const ana = await signUp(walk().server.url, 'Ana')
  await shareHousehold(ana)
  for (const [name, days] of [
    ['Spinach', 0],
    ['Cream', 1],
    ['Trout', 1],
  ] as const)
    await ana.must(addLot, {
      body: { ingredient: { name }, quantity: 1, unit: 'l', storage: 'FRIDGE', expirationDate: addDays(today, days), dateKind: 'use_by' },
    })
  await ana.must(addRecipe, { body: { name: 'Green trout', ingredients: ['1 l spinach', '1 l cream', '1 l trout'] } })
  const { page, close } = await walk().visit('/login', screens[0])
  await openSignedIn(page, ana, '/notifications')
  await page.getByRole('heading', { name: '3 things to use by tomorrow' }).waitFor()
  await page.getByRole('link', { name: 'Green trout uses all of them' }).waitFor()
  await page.getByRole('button', { name: 'Cook it today' }).waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Cook it today' }).click()
  await page.getByText('Planned Green trout for today').waitFor()
  await page.getByRole('link', { name: 'On today’s plan: Green trout' }).waitFor()
  const meals = () => ana.must(getMealPlan, { query: { from: today, to: today } })
  expect(await meals()).toMatchObject([{ recipeName: 'Green trout', meal: 'dinner' }])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Cook it today' }).waitFor()
  expect(await meals()).toEqual([])

  // Planned without a network, it arrives later.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: '3 things to use by tomorrow' }).waitFor()
  await page.getByRole('button', { name: 'Cook it today' }).click()
  await page.getByRole('link', { name: 'On today’s plan: Green trout' }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(meals, { timeout: 30_000 }).toHaveLength(1)
  await close()
})
