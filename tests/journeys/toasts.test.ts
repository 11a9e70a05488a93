import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { addLot } from '#domains/inventory/contract.ts'
import { screens, useJourneyApp } from '#tests/journeys/support/browser.ts'
import { openSignedIn } from '#tests/journeys/support/on-device.ts'
import { expectAccessible } from '#tests/support/browser/axe.ts'
import { shareHousehold, signUp } from '#tests/support/server/http-client.ts'

const walk = useJourneyApp()

/** Waits for a toast to be in place, and returns the controls under it. The page's code is passed as text. */
async function coveredBy(page: Page, toast: string): Promise<string[]> {
  await page.locator('[data-sonner-toast][data-front=true][data-mounted=true]', { hasText: toast }).waitFor()
  // The dialog and the toast move to their places.
  await page.waitForTimeout(600)
  return page.evaluate<string[]>(`(() => {
    const toast = document.querySelector('[data-sonner-toast][data-front=true]')
    const { left, right, top, bottom } = toast.getBoundingClientRect()
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return ['the edge of the screen']
    const scope = document.querySelector('[role=dialog][data-open]') ?? document.querySelector('[data-action-bar]') ?? document
    return [...scope.querySelectorAll('a, button, input, select, textarea, summary, footer')].flatMap((one) => {
      const box = one.getBoundingClientRect()
      const isUnder = box.left < right && box.right > left && box.top < bottom && box.bottom > top
      return isUnder ? [one.getAttribute('aria-label') ?? one.textContent] : []
    })
  })()`)
}

describe.each(screens)('a message on a $name', (screen) => {
  it('covers no control of a sheet, whose actions and Undo work meanwhile', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    await person.must(addLot, { body: { ingredient: { name: 'Eggs' }, quantity: 6, unit: 'each', location: 'Fridge' } })
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'light' : 'dark')
    await openSignedIn(page, person, '/inventory')
    await page.getByRole('button', { name: 'Use Eggs' }).click()
    await page.getByText('Used Eggs (1)').waitFor()
    await page.getByLabel('Inventory', { exact: true }).getByText('Eggs', { exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Eggs' })
    await sheet.waitFor()
    expect(await coveredBy(page, 'Used Eggs (1)')).toEqual([])
    await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Undo' }).click()
    await sheet.getByText('6', { exact: true }).first().waitFor()
    expect(await coveredBy(page, 'Undone')).toEqual([])
    await sheet.waitFor()

    // A sheet as high as the screen makes room.
    await sheet.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Eggs' })
    await edit.waitFor()
    expect(await coveredBy(page, 'Undone')).toEqual([])
    await expectAccessible(page)
    expect(complaints).toEqual([])
    await close()
  })

  it('stays above the buttons at the bottom of a page', async () => {
    const person = await signUp(walk().server.url)
    await shareHousehold(person)
    const { page, complaints, close } = await walk().visit('/login', screen, screen.isMobile ? 'dark' : 'light')
    await openSignedIn(page, person, '/inventory/add')
    await page.getByLabel('Ingredient').first().fill('Rye bread')
    await page.getByRole('button', { name: 'Save and add another' }).click()
    expect(await coveredBy(page, 'Rye bread')).toEqual([])

    await page.goto(`${person.url}/recipes`)
    await page.getByRole('list', { name: 'Recipes' }).getByRole('button').first().click()
    await page.getByRole('button', { name: '4 stars' }).click()
    expect(await coveredBy(page, 'Undo')).toEqual([])
    await page.getByRole('link', { name: 'Cook mode' }).click()
    await page.getByRole('navigation', { name: 'Steps' }).waitFor()
    expect(await coveredBy(page, 'Undo')).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
